import SystemCalls

/// The result of a read: one of six distinct answers, such as `.good(record)`.
public enum ReadAnswer<Content: Hashable & Sendable>: Hashable, Sendable {
  /// There is no file.
  case absent
  /// Both records are valid.
  case good(Content)
  /// One record is damaged. The other is used, which may be the older one: then the last change is
  /// lost. The next commit repairs the file.
  case degraded(Content)
  /// No record is valid. Reading changes nothing. The next commit (`Commit.setAside`) or
  /// `StoreFile.setAside()` moves the file away, unless it belongs to another program
  /// (`StoreFile.isForeign`). If this object knows the contents, the next commit restores them.
  case damaged
  /// The file cannot be read, or is no regular file; it is never overwritten.
  case unreadable(ReadFailure)
  /// A later major version wrote the file; this could be read. It is never overwritten.
  case newer(Content, major: UInt16)

  /// The content to use, if there is any.
  public var content: Content? {
    switch self {
    case .good(let content), .degraded(let content), .newer(let content, _): content
    case .absent, .damaged, .unreadable: nil
    }
  }

  /// This answer with its content as another type.
  public func map<Other>(_ transform: (Content) -> Other) -> ReadAnswer<Other> {
    switch self {
    case .absent: .absent
    case .good(let content): .good(transform(content))
    case .degraded(let content): .degraded(transform(content))
    case .damaged: .damaged
    case .unreadable(let failure): .unreadable(failure)
    case .newer(let content, let major): .newer(transform(content), major: major)
    }
  }
}

/// Why a file cannot be read: `path: Permission denied` or `path: it is a FIFO`.
public struct ReadFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as it was given.
  public var path: String
  /// The system's error number, such as EACCES; ELOOP for a symbolic link, EISDIR for a directory.
  public var errno: Int32
  /// The type of the file at the path, if it is no regular file.
  public var kind: FileKind?

  public var description: String {
    if let kind { return "\(path): it is \(kind.rawValue)" }
    return "\(path): \(SystemError(errno))"
  }
}
