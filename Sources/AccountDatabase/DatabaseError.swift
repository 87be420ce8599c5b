import CSQLite

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

  public var description: String {
    switch self {
    case .sqlite(let code, let message): "SQLite \(code): \(message)"
    case .newerVersion(let path, let version): "\(path): version \(version) is from the future"
    case .foreign(let path): "\(path): a database of another program"
    case .damaged(let path, let errno): "\(path): damaged (errno \(errno))"
    case .cannotOpen(let path, let errno): "\(path): cannot be opened (errno \(errno))"
    case .noAccount: "no such account"
    case .noProfile: "no such profile"
    case .loginTaken: "the login is taken"
    case .languageNotOffered: "the language is not offered"
    case .tooManyProfiles: "too many profiles"
    }
  }

  /// SQLite's primary result code: SQLITE_FULL, SQLITE_BUSY and so on.
  private var primaryCode: Int32? {
    if case .sqlite(let code, _) = self { code & 0xFF } else { nil }
  }

  var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

  /// Whether there is no room for what was to be written.
  public var isFullDisk: Bool { primaryCode == SQLITE_FULL }

  /// Whether the same may succeed later: the disk is full, or somebody else keeps the database.
  public var isTemporary: Bool {
    isFullDisk || primaryCode == SQLITE_BUSY || primaryCode == SQLITE_IOERR
  }
}
