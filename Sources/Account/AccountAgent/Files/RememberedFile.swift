import AccountModel
import AccountProtocol
import Synchronization

/// One message in a file of the account, for later processes. It is validated like a message from
/// outside. An invalid file is refused and logged once.
///
/// A message that could not be written stays in memory until another process writes one, so that a
/// full disk does not make this process forget its actions.
final class RememberedFile<Message: JSONMessage & Hashable>: Sendable {
  private let file: PrivateFile
  private let log: AgentLog
  /// The message that could not be written, and the file's contents at that time.
  private let unsaved = Mutex<(message: Message, file: [UInt8]?)?>(nil)

  init(_ path: String, log: AgentLog) {
    file = PrivateFile(path)
    self.log = log
  }

  /// Reads the message; nil if it is missing or refused.
  func read() -> Message? {
    let bytes = file.read()
    if let unsaved = unsaved.withLock({ $0 }), unsaved.file == bytes { return unsaved.message }
    guard let bytes else { return nil }
    do throws(MessageError) {
      return try Message(json: bytes, limit: Bounds.packet)
    } catch {
      log.warningOnce("refused", "\(file.path): not used: \(error)")
      return nil
    }
  }

  /// Writes a message; logs a failure and returns false.
  @discardableResult
  func write(_ message: Message) -> Bool {
    let isSaved = unsaved.withLock { $0 == nil }
    if isSaved, message == read() { return true }
    do throws(PrivateFile.Failure) {
      try file.write(message.json())
      unsaved.withLock { $0 = nil }
      return true
    } catch {
      log.warningOnce("storage", error.description)
      let bytes = file.read()
      unsaved.withLock { $0 = (message, bytes) }
      return false
    }
  }

  func remove() {
    file.remove()
    unsaved.withLock { $0 = nil }
  }
}
