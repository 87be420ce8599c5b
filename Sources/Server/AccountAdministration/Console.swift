import CommandLineTool
import Glibc
import Localization
import ServerTexts
import SystemCalls

/// Standard output and standard error, in the language of the environment.
struct Console: Sendable {
  let texts: Texts
  let catalog: Catalog<ServerMessage>

  init(texts: Texts) {
    self.texts = texts
    catalog = texts.catalog(
      SystemLanguage.preferred { name in getenv(name).map { String(cString: $0) } })
  }

  /// - Parameter resources: the folder with the languages.
  init(resources: String) throws(CatalogError) {
    self.init(texts: try Texts(resources: resources))
  }

  /// Prints a line on standard output.
  func say(_ line: String) { StandardStreams.say(line) }

  func say(_ message: ServerMessage, _ arguments: String...) {
    say(catalog.text(message, arguments))
  }

  /// Prints a line on standard error.
  func complain(_ line: String) {
    StandardStreams.complain("lisan-server: \(line)")
  }

  func complain(_ message: ServerMessage, _ arguments: String...) { complain(message, arguments) }

  func complain(_ message: ServerMessage, _ arguments: [String]) {
    complain(catalog.text(message, arguments))
  }

  /// Prints a line without blocking, for a running server; drops it if the pipe is full.
  func note(_ message: ServerMessage, _ arguments: String..., isTrouble: Bool = false) {
    let descriptor = isTrouble ? STDERR_FILENO : STDOUT_FILENO
    var watched = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
    guard awaitReady(&watched, within: .zero) > 0, watched[0].revents & Int16(POLLOUT) != 0
    else { return }
    let line = StandardStreams.filtered(catalog.text(message, arguments))
    try? writeAll(Array((isTrouble ? "lisan-server: \(line)\n" : "\(line)\n").utf8), to: descriptor)
  }
}
