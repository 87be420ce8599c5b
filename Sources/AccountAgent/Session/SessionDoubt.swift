import AccountModel
import AccountProtocol

/// The one rule that says when a session is at its end (R40).
///
/// The server has to say so itself: a 401 with the JSON of a refusal (`ServiceFailure`); a proxy's
/// page is no answer. It has to say so twice, half a minute apart or more, with no answer to this
/// token in between. So a server that lost its sessions for a moment, because of a wrong database or
/// a restored copy, costs nobody their session. The first time is kept in a file, because commands
/// are processes of their own.
struct SessionDoubt: Sendable {
  /// The time between two refusals that end a session, in milliseconds.
  static let interval: Int64 = 30_000

  enum Verdict: Hashable {
    /// It is asked again later.
    case doubted
    case ended
  }

  /// When the server first refused which token.
  struct Refusal: Hashable, JSONMessage {
    /// Tells tokens apart and says nothing about them.
    var token: String
    /// In milliseconds since 1970.
    var since: Int64

    mutating func validate() throws(InvalidField) {
      since = try FieldRules.number(since, "since", Bounds.time)
    }
  }

  private let file: RememberedFile<Refusal>

  init(_ places: AccountFiles, log: AgentLog) {
    file = RememberedFile(places.doubt, log: log)
  }

  /// Takes the server's word that it does not know a token.
  func refused(_ token: String, at now: Int64) -> Verdict {
    let mark = Self.mark(of: token)
    // A time from before a clock was put back says nothing.
    if let first = file.read(), first.token == mark, first.since <= now {
      return now - first.since >= Self.interval ? .ended : .doubted
    }
    file.write(Refusal(token: mark, since: now))
    return .doubted
  }

  /// The server has answered to the token, or there is another one.
  func clear() { file.remove() }

  /// 64 bits of a hash (FNV-1a).
  private static func mark(of token: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in token.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
