import AccountModel
import AccountProtocol
import SystemCalls

/// The pause that the server requested (`Retry-After`), stored for later processes.
struct ServerPause: Sendable {
  struct End: Hashable, JSONMessage {
    /// In milliseconds since 1970.
    var until: Int64

    mutating func validate() throws(InvalidField) {
      until = try FieldRules.number(until, "until", Bounds.time)
    }
  }

  private let file: RememberedFile<End>

  init(_ places: AccountFiles, log: AgentLog) {
    file = RememberedFile(places.pause, log: log)
  }

  func begin(seconds: Int) {
    let end = SystemClock.millisecondsSince1970() + Int64(seconds) * 1000
    file.write(End(until: min(end, Bounds.time.upperBound)))
  }

  func end() { file.remove() }

  /// The whole seconds left; nil if there is no pause. A value above the server's maximum means
  /// that the clock was set back.
  var secondsLeft: Int? {
    let now = SystemClock.millisecondsSince1970()
    guard let until = file.read()?.until, until > now else { return nil }
    let seconds = (until - now + 999) / 1000
    return Bounds.retryAfter.contains(seconds) ? Int(seconds) : nil
  }
}
