import AccountModel
import CSQLite
import Glibc

/// Why a database operation failed.
public enum DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An SQLite error with its extended result code.
  case sqlite(code: Int32, message: String)
  /// A failure of PostgreSQL, or of the connection to it.
  case server(ServerFailure)
  /// The file is from a newer version of this program and stays unchanged.
  case newerVersion(path: String, version: Int)
  /// The database is from an older version of this program and has to be migrated.
  case olderVersion(path: String, version: Int)
  /// `lisan-server copy` has not finished filling the database.
  case unfinishedCopy(path: String)
  /// There is no database at the place, or an empty one.
  case missing(path: String)
  /// The file is another program's database.
  case foreign(path: String)
  /// The database keeps texts in another encoding than UTF-8.
  case notUnicode(path: String, encoding: String)
  /// The file is damaged; it must not be set aside, or moving it failed (errno).
  case damaged(path: String, errno: Int32)
  case cannotOpen(path: String, errno: Int32)
  /// The account does not exist.
  case noAccount
  case noProfile
  /// Another account has this login.
  case loginTaken
  /// The configuration does not offer the language.
  case languageNotOffered
  case tooManyProfiles
  /// The password was set anew, or its hash was replaced, after it was checked.
  case passwordChanged
  /// The session is for another device than the choice.
  case otherDevice
  /// The configuration has too many markets or flags, or uses a language that it does not offer.
  case invalidConfiguration(InvalidField)
  /// The configuration has never been set.
  case noConfiguration
  /// Somebody has removed the database's identity.
  case noIdentity
  /// Another database is in the place of the one that was opened first.
  case otherIdentity
  /// The file at this path was replaced or deleted after it was opened.
  case displaced(path: String)
  /// Only a database in a file can do this.
  case noFile

  public var description: String {
    switch self {
    case .sqlite(let code, let message): "SQLite \(code): \(message)"
    case .server(let failure): failure.description
    case .newerVersion(let path, let version): "\(path): version \(version) is from the future"
    case .olderVersion(let path, let version):
      "\(path): version \(version) has to be migrated (lisan-server migrate)"
    case .unfinishedCopy(let path):
      "\(path): an unfinished copy; run the same lisan-server copy again"
    case .missing(let path): "\(path): no account database (lisan-server init makes one)"
    case .foreign(let path): "\(path): a database of another program"
    case .notUnicode(let path, let encoding):
      "\(path): its encoding is \(encoding); create it with ENCODING 'UTF8'"
    case .damaged(let path, let errno): "\(path): damaged\(Self.reason(errno))"
    case .cannotOpen(let path, let errno): "\(path): cannot be opened\(Self.reason(errno))"
    case .noAccount: "no such account"
    case .noProfile: "no such profile"
    case .loginTaken: "the login is taken"
    case .languageNotOffered: "the language is not offered"
    case .tooManyProfiles: "too many profiles"
    case .passwordChanged: "the password was changed after it was checked"
    case .otherDevice: "the session is for another device"
    case .invalidConfiguration(let invalid): invalid.description
    case .noConfiguration: "no configuration"
    case .noIdentity: "the database has lost its identity; restore a backup"
    case .otherIdentity: "another database is in the place of the one that was served"
    case .displaced(let path): "\(path): replaced or deleted while it was in use"
    case .noFile: "the database is not a file"
    }
  }

  private static func reason(_ errno: Int32) -> String {
    errno == 0 ? "" : ": \(String(cString: strerror(errno)))"
  }

  /// SQLite's primary result code, such as SQLITE_FULL or SQLITE_BUSY.
  private var primaryCode: Int32? {
    if case .sqlite(let code, _) = self { code & 0xFF } else { nil }
  }

  /// Whether the file is not a valid database.
  public var isDamage: Bool {
    if case .damaged = self { return true }
    return primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB
  }

  /// Whether the database is not one that this program may use: it is empty, another one, of another
  /// version, or rights were taken away. Only an operator can help, but need not restart the server.
  public var isUnusable: Bool {
    switch self {
    case .missing, .foreign, .newerVersion, .olderVersion, .unfinishedCopy, .notUnicode,
      .noIdentity,
      .otherIdentity:
      true
    case .server(let failure): failure.isUnusable
    default: false
    }
  }

  /// Whether the disk is full.
  public var isFullDisk: Bool {
    if case .server(let failure) = self { return failure.state == "53100" }
    return primaryCode == SQLITE_FULL
  }

  /// Whether a retry may succeed later: the disk is full, or the database is in use or not
  /// reachable.
  public var isTemporary: Bool {
    if case .server(let failure) = self { return failure.isTemporary }
    return isFullDisk || primaryCode == SQLITE_BUSY || primaryCode == SQLITE_IOERR
  }
}
