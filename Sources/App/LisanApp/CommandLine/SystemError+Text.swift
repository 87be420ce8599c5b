import Glibc
import LisanPreferences
import Localization
import SettingsCore
import SystemCalls

extension SystemError {
  /// The messages of the errors that people meet.
  private static let messages: [Int32: Message] = [
    ENOENT: .systemNoFile, EACCES: .systemNoAccess, EPERM: .systemNotPermitted,
    ENOTDIR: .systemNotDirectory, EISDIR: .systemIsDirectory, ELOOP: .systemManyLinks,
    ENOSPC: .systemDiskFull, EDQUOT: .systemQuota, EROFS: .systemReadOnly,
    EIO: .systemInputOutput, EFBIG: .systemTooLarge, ENAMETOOLONG: .systemLongName,
    EBUSY: .systemBusy, EWOULDBLOCK: .notWrittenLocked, ETIMEDOUT: .systemTooLate,
    EMFILE: .systemManyFiles, ENFILE: .systemManyFiles, ENOMEM: .systemNoMemory,
    EBADF: .systemClosed, ENOEXEC: .systemNoProgram,
  ]

  /// The error for people: `Permission denied` in the language on display.
  var text: Text {
    Self.messages[errno].map { .message($0) } ?? .message(.reasonSystem, .code(String(errno)))
  }

  /// The error of a file.
  func text(of path: String) -> Text { .message(.plainValue, .path(path), text) }
}

extension ReadFailure {
  /// The file, and why it cannot be read.
  var text: Text {
    guard let kind else { return SystemError(errno).text(of: path) }
    let reason: Message =
      switch kind {
      case .symbolicLink: .isLink
      case .directory: .isDirectory
      case .fifo: .isPipe
      case .socket: .isSocket
      case .device: .isDevice
      }
    return .message(.plainValue, .path(path), .message(reason))
  }
}

extension CatalogError {
  /// The file, and why it cannot be used; of an error in its text, the place and the command that says
  /// which.
  var text: Text {
    switch kind {
    case .unreadable(let errno), .unwritable(let errno): SystemError(errno).text(of: file)
    case .notRegularFile: .message(.plainValue, .path(file), .message(.notWrittenNoFile))
    case .tooLarge(let limit):
      .message(
        .plainValue, .path(file), .message(.fileTooLarge, .argument("\(limit >> 20) MiB")))
    default:
      .message(
        .reasonFault, .path("\(file):\(line):\(column)"), .argument("lisan check \(directory)"))
    }
  }

  /// The directory that has the folder of the language, or the list of languages.
  private var directory: String {
    let folder = parentDirectory(of: file)
    return folder.hasSuffix(".lproj") ? parentDirectory(of: folder) : folder
  }
}
