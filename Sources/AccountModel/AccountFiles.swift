/// The files of an account in the data directory, the same for app and agent; each server has a
/// directory of its own.
///
/// ```swift
/// AccountFiles(dataDirectory: "/home/ana/.local/share/lisan", server: nil).database
/// ```
public struct AccountFiles: Hashable, Sendable {
  /// Where the account's files are.
  public let directory: String

  public init(dataDirectory: String, server: ServerURL?) {
    let name = server.map { "servers/\(Self.name(for: $0.text))" } ?? "embedded"
    directory = "\(dataDirectory)/\(name)"
  }

  /// The embedded account.
  public var database: String { "\(directory)/account.db" }
  /// The account and the configuration as the server last gave them, in JSON.
  public var cache: String { "\(directory)/account.json" }
  /// The server's markets, in the form of the shipped file: what the first frame needs of the
  /// configuration.
  public var markets: String { "\(directory)/Markets.strings" }
  /// One word that says whether somebody is signed in: `SessionMark`.
  public var session: String { "\(directory)/session" }
  /// When the server first said that it does not know the session, while that is not sure yet.
  public var doubt: String { "\(directory)/doubt.json" }
  /// Until when the server does not want to be asked (`Retry-After`).
  public var pause: String { "\(directory)/pause.json" }
  /// The cache that an agent had read when it crashed: it is not read again.
  public var crashedCache: String { "\(directory)/account.json.crashed" }
  /// The token, where no secret service keeps it.
  public var token: String { "\(directory)/token" }

  /// Says that the person knows of the file with the token.
  public var tokenTold: String { "\(directory)/token-told" }

  /// What the account has of a preference file: `SyncLedger`.
  public func ledger(of preferences: String) -> String {
    "\(directory)/sent-\(Self.name(for: preferences)).json"
  }

  /// Held by the one agent that submits the choices of a preference file.
  public func lock(of preferences: String) -> String {
    "\(directory)/sent-\(Self.name(for: preferences)).lock"
  }

  /// A file name for any text: its letters and digits as far as they fit, and 64 bits that tell it
  /// from others with the same ones (FNV-1a).
  private static func name(for text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var letters: [UInt8] = []
    for byte in text.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
        letters.append(byte)
      default: letters.append(UInt8(ascii: "-"))
      }
    }
    return String(decoding: letters.suffix(60), as: UTF8.self) + "-" + String(hash, radix: 16)
  }
}

/// What the `session` file says, for whoever must know before anybody can be asked: no file,
/// or another word than these, and nobody has signed in.
public enum SessionMark: String, Hashable, Sendable {
  case signedIn = "signed-in"
  case expired
  case refused
}
