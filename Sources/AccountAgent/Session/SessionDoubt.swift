import AccountModel
import AccountProtocol

/// The rule for when a session has ended (R40).
///
/// The server itself has to refuse the token: a 401 with a refusal in JSON (`ServiceFailure`), not
/// a proxy's page. It has to refuse it twice, at least half a minute apart, with no successful
/// answer to this token in between. So a server that loses its sessions for a moment, because of a
/// wrong database or a restored copy, ends nobody's session. The first refusal is stored in a file
/// because each command is a separate process.
struct SessionDoubt: Sendable {
  /// The minimum time between the two refusals, in milliseconds.
  static let interval: Int64 = 30_000

  enum Verdict: Hashable {
    /// Ask again later.
    case doubted
    case ended
  }

  /// The first refusal of a token.
  struct Refusal: Hashable, JSONMessage {
    /// A hash that tells tokens apart without revealing them.
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

  /// Records that the server refused a token.
  func refused(_ token: String, at now: Int64) -> Verdict {
    let mark = Self.mark(of: token)
    // Ignore a time in the future: the clock was set back.
    if let first = file.read(), first.token == mark, first.since <= now {
      return now - first.since >= Self.interval ? .ended : .doubted
    }
    file.write(Refusal(token: mark, since: now))
    return .doubted
  }

  /// Clears the doubt: the server accepted the token, or there is a new one.
  func clear() { file.remove() }

  /// A 64-bit hash (FNV-1a).
  private static func mark(of token: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in token.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
