import Glibc

/// The type of a file that is not a regular file, such as a directory.
public enum FileKind: String, Hashable, Sendable {
  /// A symbolic link.
  case symbolicLink = "a symbolic link"
  /// A directory.
  case directory = "a directory"
  /// A FIFO.
  case fifo = "a FIFO"
  /// A socket.
  case socket = "a socket"
  /// A device, or anything else that is not a file.
  case device = "a device"

  /// `nil` for a regular file.
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

  /// The closest error number.
  var errno: Int32 {
    switch self {
    case .symbolicLink: ELOOP
    case .directory: EISDIR
    case .fifo, .socket, .device: EINVAL
    }
  }
}
