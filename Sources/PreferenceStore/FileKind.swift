import Glibc

/// What stands at a path where a regular file should, such as a directory.
public enum FileKind: String, Hashable, Sendable {
  case symbolicLink = "a symbolic link"
  case directory = "a directory"
  case fifo = "a FIFO"
  case socket = "a socket"
  case device = "a device"

  /// `nil` for a regular file's `st_mode`.
  init?(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFLNK: self = .symbolicLink
    case S_IFDIR: self = .directory
    case S_IFIFO: self = .fifo
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }

  /// The error that fits best.
  var errno: Int32 {
    switch self {
    case .symbolicLink: ELOOP
    case .directory: EISDIR
    case .fifo, .socket, .device: EINVAL
    }
  }
}
