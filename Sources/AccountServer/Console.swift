import BidiText
import Glibc
import Localization
import Synchronization
import SystemCalls

/// Standard output and standard error, in the language that the environment asks for.
struct Console: Sendable {
  let texts: Texts
  let catalog: Catalog<ServerMessage>
  private let output = Output()

  init(texts: Texts) {
    self.texts = texts
    catalog = texts.catalog(
      SystemLanguage.preferred { name in getenv(name).map { String(cString: $0) } })
  }

  /// Why standard output did not take what was said (errno), if it did not.
  var outputFailure: Int32? { output.failure.withLock { $0 } }

  /// A line on standard output, there at once.
  func say(_ line: String) {
    let failure = write(plain(line) + "\n", to: STDOUT_FILENO)
    if let failure { output.failure.withLock { $0 = failure } }
  }

  func say(_ message: ServerMessage, _ arguments: String...) {
    say(catalog.text(message, arguments))
  }

  /// A line on standard error.
  func complain(_ line: String) {
    _ = write("lisan-server: \(plain(line))\n", to: STDERR_FILENO)
  }

  func complain(_ message: ServerMessage, _ arguments: String...) {
    complain(catalog.text(message, arguments))
  }

  /// Lines of a running server, which waits for no reader: a line that finds a full pipe is left out.
  func note(_ message: ServerMessage, _ arguments: String..., isTrouble: Bool = false) {
    let descriptor = isTrouble ? STDERR_FILENO : STDOUT_FILENO
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&watched, 1, 0) > 0, watched.revents & Int16(POLLOUT) != 0 else { return }
    let line = plain(catalog.text(message, arguments))
    _ = write(isTrouble ? "lisan-server: \(line)\n" : "\(line)\n", to: descriptor)
  }

  /// What may reach a terminal: letters in logical order, without control and directional formatting
  /// characters (R28); columns stay apart.
  private func plain(_ line: String) -> String {
    line.split(separator: "\t", omittingEmptySubsequences: false)
      .map { ForeignText.filtered(String($0)) }.joined(separator: "\t")
  }

  /// The error that kept a text from being written, if any.
  private func write(_ text: String, to descriptor: Int32) -> Int32? {
    do throws(SystemError) {
      try writeAll(text, to: descriptor)
      return nil
    } catch {
      return error.errno
    }
  }

  private final class Output: Sendable {
    let failure = Mutex<Int32?>(nil)
  }
}
