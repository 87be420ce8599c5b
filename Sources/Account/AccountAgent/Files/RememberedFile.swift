import AccountModel
import AccountProtocol
import Glibc

/// One message in a file of the account, for later processes. It is validated like a message from
/// outside. An invalid file is refused and logged once.
struct RememberedFile<Message: JSONMessage & Hashable>: Sendable {
  let file: PrivateFile
  private let log: AgentLog

  init(_ path: String, log: AgentLog) {
    file = PrivateFile(path)
    self.log = log
  }

  /// Reads the message; nil if it is missing or refused.
  func read(limit: Int = Bounds.packet) -> Message? {
    guard let bytes = file.read() else { return nil }
    do throws(MessageError) {
      return try Message(json: bytes, limit: limit)
    } catch {
      log.warningOnce("refused", "\(file.path): not used: \(error)")
      return nil
    }
  }

  /// Writes a message; logs a failure and returns false.
  @discardableResult
  func write(_ message: Message) -> Bool {
    guard message != read() else { return true }
    do throws(PrivateFile.Failure) {
      try file.write(message.json())
      return true
    } catch {
      log.warningOnce("storage", error.description)
      return false
    }
  }

  func remove() { file.remove() }
}
