import Cells
import Glibc
import Localization

/// Standard output and standard error, in the language that the environment asks for.
struct Console {
  let texts: Texts
  let catalog: Catalog<ServerMessage>

  init(texts: Texts) {
    self.texts = texts
    catalog = texts.catalog(
      SystemLanguage.preferred { name in getenv(name).map { String(cString: $0) } })
  }

  /// A line on standard output, there at once.
  func say(_ line: String) {
    write(line + "\n", to: STDOUT_FILENO)
  }

  func say(_ message: ServerMessage, _ arguments: String...) {
    say(catalog.text(message, arguments))
  }

  /// A line on standard error.
  func complain(_ line: String) {
    write("lisan-server: \(line)\n", to: STDERR_FILENO)
  }

  func complain(_ message: ServerMessage, _ arguments: String...) {
    complain(catalog.text(message, arguments))
  }

  /// Plain letters in logical order, without directional formatting characters (R28).
  private func write(_ text: String, to descriptor: Int32) {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !scalar.isDirectionalFormatting { plain.append(scalar) }
    var bytes = Array(String(plain).utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
