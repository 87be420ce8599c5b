import Localization
import SystemCalls

/// The paths of an account's files in the data directory, for app and agent. Each server has its
/// own directory.
///
/// ```swift
/// AccountFiles(dataDirectory: "/home/ana/.local/share/lisan", server: nil).database
/// ```
public struct AccountFiles: Hashable, Sendable {
  /// The environment variable that holds a token in place of a stored one (R41).
  public static let tokenVariable = "LISAN_TOKEN"

  /// The directory of the account's files.
  public let directory: String

  public init(dataDirectory: String, server: ServerURL?) {
    let name = server.map { "servers/\(Self.name(for: $0.text))" } ?? "embedded"
    directory = "\(dataDirectory)/\(name)"
  }

  /// The embedded account.
  public var database: String { "\(directory)/account.db" }
  /// The account and configuration as last received from the server, in JSON.
  public var cache: String { "\(directory)/account.json" }
  /// The server's markets in the format of the shipped file: the part of the configuration that the
  /// first frame needs.
  public var markets: String { "\(directory)/Markets.strings" }
  /// One word for the state of the session: `SessionMark`.
  public var session: String { "\(directory)/session" }
  /// The identity of the session's database, and the doubt that its last request left.
  public var identity: String { "\(directory)/identity.json" }
  /// The end of the pause that the server requested (`Retry-After`).
  public var pause: String { "\(directory)/pause.json" }
  /// The cache of an agent that crashed after reading it; it is not read again.
  public var crashedCache: String { "\(directory)/account.json.crashed" }
  /// The token, if no secret service stores it.
  public var token: String { "\(directory)/token" }

  /// Marks that the user was informed of the token file.
  public var tokenTold: String { "\(directory)/token-told" }

  /// The account's knowledge of a preference file: `SyncLedger`.
  public func ledger(of preferences: String) -> String {
    "\(directory)/sent-\(Self.name(for: preferences)).json"
  }

  /// The lock of the agent that submits the choices of a preference file.
  public func lock(of preferences: String) -> String {
    "\(directory)/sent-\(Self.name(for: preferences)).lock"
  }

  /// The lock of the agent that follows the account for a preference file's device.
  public func following(of preferences: String) -> String {
    "\(directory)/follow-\(Self.name(for: preferences)).lock"
  }

  /// A file name for any text: its last letters and digits, and a hash that distinguishes similar
  /// texts.
  private static func name(for text: String) -> String {
    let letters = text.utf8.map { byte in
      let isKept = byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: ".")
      return isKept ? byte : UInt8(ascii: "-")
    }
    return String(decoding: letters.suffix(60), as: UTF8.self) + "-" + hash(of: text)
  }

  /// A 64-bit hash of a text, in hexadecimal digits (FNV-1a).
  package static func hash(of text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

/// The content of the `session` file, readable before the agent runs. Without the file, or with
/// another word, nobody has signed in.
public enum SessionMark: String, Hashable, Sendable {
  /// Somebody is signed in.
  case signedIn = "signed-in"
  /// Somebody has signed out here.
  case signedOut = "signed-out"
  /// The session has expired.
  case expired
  /// The server does not know the session.
  case refused
}
