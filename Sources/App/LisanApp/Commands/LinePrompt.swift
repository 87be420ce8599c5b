import CSystem
import Glibc

/// Asks for a line. At a terminal it prompts on standard error and hides secrets; otherwise it
/// reads one line of standard input.
struct LinePrompt {
  /// The line without its line ending; nil at end of input.
  ///
  /// - Parameter prompt: the bytes for the terminal (`Console.prompt`).
  func line(_ prompt: [UInt8], isSecret: Bool) -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return readLine() }
    var bytes = [CChar](repeating: 0, count: 4096)
    let count: Int
    if isSecret {
      let question = prompt.map { CChar(bitPattern: $0) } + [0]
      count = cs_read_secret(STDIN_FILENO, STDERR_FILENO, question, &bytes, bytes.count)
    } else {
      _ = write(STDERR_FILENO, prompt, prompt.count)
      // In canonical mode, each read(2) from a terminal returns one line.
      count = read(STDIN_FILENO, &bytes, bytes.count)
    }
    guard count >= 0, isSecret || count > 0 else { return nil }
    let line = bytes[..<count].map { UInt8(bitPattern: $0) }.prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self)
  }
}
