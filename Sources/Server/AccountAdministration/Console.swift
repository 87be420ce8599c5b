import BidiText
import Glibc
import Localization
import ServerTexts
import Synchronization
import SystemCalls

/// Standard output and standard error, in the language of the environment.
final class Console: Sendable {
  let texts: Texts
  let catalog: Catalog<ServerMessage>
  private let failure = Mutex<Int32?>(nil)

  init(texts: Texts) {
    self.texts = texts
    catalog = texts.catalog(
      SystemLanguage.preferred { name in getenv(name).map { String(cString: $0) } })
  }

  /// The errno of a failed write to standard output, if any.
  var outputFailure: Int32? { failure.withLock { $0 } }

  /// Prints a line on standard output, unbuffered.
  func say(_ line: String) {
    let code = write(plain(line) + "\n", to: STDOUT_FILENO)
    if let code { failure.withLock { $0 = code } }
  }

  func say(_ message: ServerMessage, _ arguments: String...) {
    say(catalog.text(message, arguments))
  }

  /// Prints a line on standard error.
  func complain(_ line: String) {
    _ = write("lisan-server: \(plain(line))\n", to: STDERR_FILENO)
  }

  func complain(_ message: ServerMessage, _ arguments: String...) {
    complain(catalog.text(message, arguments))
  }

  /// Prints a line without blocking, for a running server; drops it if the pipe is full.
  func note(_ message: ServerMessage, _ arguments: String..., isTrouble: Bool = false) {
    let descriptor = isTrouble ? STDERR_FILENO : STDOUT_FILENO
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&watched, 1, 0) > 0, watched.revents & Int16(POLLOUT) != 0 else { return }
    let line = plain(catalog.text(message, arguments))
    _ = write(isTrouble ? "lisan-server: \(line)\n" : "\(line)\n", to: descriptor)
  }

  /// Removes controls and directional formatting characters, for terminals: letters stay in logical
  /// order (R28), and tabs stay.
  private func plain(_ line: String) -> String {
    line.split(separator: "\t", omittingEmptySubsequences: false)
      .map { ForeignText.filtered(String($0)) }.joined(separator: "\t")
  }

  /// Writes a text; returns the errno of a failure.
  private func write(_ text: String, to descriptor: Int32) -> Int32? {
    do throws(SystemError) {
      try writeAll(text, to: descriptor)
      return nil
    } catch {
      return error.errno
    }
  }
}
