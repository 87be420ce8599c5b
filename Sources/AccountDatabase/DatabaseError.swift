import AccountModel
import CSQLite
import Glibc

/// Why the database could not do what was asked.
public enum DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What SQLite said, with its extended result code.
  case sqlite(code: Int32, message: String)
  /// The file was written by a newer version of this program, and is left alone.
  case newerVersion(path: String, version: Int)
  /// A database of another program.
  case foreign(path: String)
  /// Damaged, and not to be set aside, or not movable (errno).
  case damaged(path: String, errno: Int32)
  case cannotOpen(path: String, errno: Int32)
  /// The account is gone, or was never there.
  case noAccount
  case noProfile
  /// Another account has that login.
  case loginTaken
  /// The configuration does not offer the language.
  case languageNotOffered
  case tooManyProfiles
  /// The session is for another device than the one that a choice is from.
  case otherDevice
  /// A configuration has as many markets or flags as it may have, or names a language that it does
  /// not offer.
  case invalidConfiguration(InvalidField)
  /// Nobody has set languages yet.
  case noConfiguration
  /// The file at this path is not the one that was opened, or is gone.
  case displaced(path: String)

  public var description: String {
    switch self {
    case .sqlite(let code, let message): "SQLite \(code): \(message)"
    case .newerVersion(let path, let version): "\(path): version \(version) is from the future"
    case .foreign(let path): "\(path): a database of another program"
    case .damaged(let path, let errno): "\(path): damaged\(Self.reason(errno))"
    case .cannotOpen(let path, let errno): "\(path): cannot be opened\(Self.reason(errno))"
    case .noAccount: "no such account"
    case .noProfile: "no such profile"
    case .loginTaken: "the login is taken"
    case .languageNotOffered: "the language is not offered"
    case .tooManyProfiles: "too many profiles"
    case .otherDevice: "the session is for another device"
    case .invalidConfiguration(let invalid): invalid.description
    case .noConfiguration: "no configuration"
    case .displaced(let path): "\(path): replaced or deleted while it was in use"
    }
  }

  private static func reason(_ errno: Int32) -> String {
    errno == 0 ? "" : ": \(String(cString: strerror(errno)))"
  }

  /// SQLite's primary result code: SQLITE_FULL, SQLITE_BUSY and so on.
  private var primaryCode: Int32? {
    if case .sqlite(let code, _) = self { code & 0xFF } else { nil }
  }

  /// Whether the file is no sound database.
  public var isDamage: Bool {
    if case .damaged = self { return true }
    return primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB
  }

  /// Whether there is no room for what was to be written.
  public var isFullDisk: Bool { primaryCode == SQLITE_FULL }

  /// Whether the same may succeed later: the disk is full, or somebody else keeps the database.
  public var isTemporary: Bool {
    isFullDisk || primaryCode == SQLITE_BUSY || primaryCode == SQLITE_IOERR
  }
}
