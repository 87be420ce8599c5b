import AccountModel
import AccountProtocol
import Glibc

/// One message in a file of the account, for the processes that come later. What is in it is bounded
/// like a message from outside: a file that is not sound is refused, and the log says so once.
struct RememberedFile<Message: JSONMessage & Hashable>: Sendable {
  let file: PrivateFile
  private let log: AgentLog

  init(_ path: String, log: AgentLog) {
    file = PrivateFile(path)
    self.log = log
  }

  /// Nil where there is none, and where it is refused.
  func read(limit: Int = Bounds.packet) -> Message? {
    guard let bytes = file.read() else { return nil }
    do throws(MessageError) {
      return try Message(json: bytes, limit: limit)
    } catch {
      log.warningOnce("refused", "\(file.path): not used: \(error)")
      return nil
    }
  }

  /// Keeps a message; what cannot be kept is said in the log, and false is returned.
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
