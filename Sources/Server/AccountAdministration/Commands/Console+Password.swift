import AccountModel
import CSystem
import Glibc
import ServerTexts

extension Console {
  /// Reads a new password: twice from a terminal without echo, or one line of standard input.
  func newPassword() throws(Failure) -> String {
    let password: String
    if isatty(STDIN_FILENO) == 1 {
      password = secret(.passwordPrompt)
      guard secret(.passwordAgain) == password else { throw Failure(.passwordsDiffer) }
    } else {
      password = readLine() ?? ""
    }
    guard let usable = try? FieldRules.newPassword(password) else {
      throw Failure(.passwordUnusable)
    }
    return usable
  }

  /// A line from the terminal; empty at end of input.
  private func secret(_ prompt: ServerMessage) -> String {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = cs_read_secret(
      STDIN_FILENO, STDERR_FILENO, catalog.text(prompt), &bytes, bytes.count)
    return String(
      decoding: bytes[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
