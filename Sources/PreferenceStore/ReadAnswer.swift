import SystemCalls

/// The result of a read: one of six distinct answers, such as `.good(preference)`.
public enum ReadAnswer: Hashable, Sendable {
  /// There is no file.
  case absent
  /// Both records are valid.
  case good(Preference)
  /// One record is damaged. The other is used, and the next commit repairs the file.
  case degraded(Preference)
  /// No record is valid. The file is not changed; `PreferenceFile.setAside()` moves it away. If
  /// this object still knows its contents, the next commit restores them.
  case damaged
  /// The file cannot be read, or is no regular file; it is never overwritten.
  case unreadable(ReadFailure)
  /// A later major version wrote the file; this is what could be read. It is never overwritten.
  case newer(Preference, major: UInt16)

  /// The preference to use, if there is one.
  public var preference: Preference? {
    switch self {
    case .good(let preference), .degraded(let preference), .newer(let preference, _): preference
    case .absent, .damaged, .unreadable: nil
    }
  }
}

/// Why a file cannot be read: `path: Permission denied` or `path: it is a FIFO`.
public struct ReadFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public var path: String
  /// The system's error number, such as EACCES; ELOOP for a symbolic link, EISDIR for a directory.
  public var errno: Int32
  /// The type of the file at the path, if it is no regular file.
  public var kind: FileKind?

  init(path: String, errno: Int32) {
    self.path = path
    self.errno = errno
  }

  init(path: String, kind: FileKind) {
    self.path = path
    self.errno = kind.errno
    self.kind = kind
  }

  public var description: String {
    if let kind { return "\(path): it is \(kind.rawValue)" }
    return "\(path): \(SystemError(errno))"
  }
}
