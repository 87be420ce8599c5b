import Glibc
import ServerTexts
import Synchronization
import SystemCalls

/// Delivers into a Maildir folder: messages are written in `tmp`, then moved to `new`.
final class Maildir: MailTransport {
  let directory: String

  /// How many messages this process has begun to deliver.
  private static let deliveries = Atomic(0)

  /// Creates missing folders `tmp`, `new` and `cur` with mode 0700.
  init(_ directory: String) throws(Failure) {
    self.directory = directory
    for path in [directory, "\(directory)/tmp", "\(directory)/new", "\(directory)/cur"] {
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw Failure(.cannotOpenFile, path, SystemError.last.description)
      }
    }
  }

  /// Delivers a message; it is on disk under its final name when this returns. Delivering the same
  /// name twice results in one message.
  func deliver(_ mail: OutgoingMail) throws(DeliveryFailure) {
    // Several servers may deliver the same notice at once; each delivery writes its own file.
    let number = Self.deliveries.add(1, ordering: .relaxed).newValue
    let temporary = "\(directory)/tmp/\(mail.name).\(getpid()).\(number)"
    do throws(SystemError) {
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
      let file = try OwnedDescriptor(opening: temporary, flags)
      try writeAll(mail.message, to: file.number)
      guard fsync(file.number) == 0 else { throw .last }
    } catch {
      unlink(temporary)
      throw DeliveryFailure(extent: .everything, reason: "\(temporary): \(error)")
    }
    let final = "\(directory)/new/\(mail.name)"
    do throws(SystemError) {
      guard rename(temporary, final) == 0 else { throw .last }
      try syncDirectory("\(directory)/new")
    } catch {
      throw DeliveryFailure(extent: .everything, reason: "\(final): \(error)")
    }
  }
}
