import AccountModel
import CSystem
import Glibc
import ServerTexts

/// Reads a new password: twice from a terminal without echo, or one line of standard input.
struct PasswordPrompt {
  let console: Console

  func read() throws(Failure) -> String {
    let password: String
    if isatty(STDIN_FILENO) == 1 {
      password = line(.passwordPrompt)
      guard line(.passwordAgain) == password else { throw Failure(.passwordsDiffer) }
    } else {
      password = readLine() ?? ""
    }
    do throws(InvalidField) {
      return try FieldRules.newPassword(password)
    } catch {
      throw Failure(.passwordUnusable)
    }
  }

  /// A line from the terminal; empty at end of input.
  private func line(_ prompt: ServerMessage) -> String {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = cs_read_secret(
      STDIN_FILENO, STDERR_FILENO, console.catalog.text(prompt), &bytes, bytes.count)
    return String(
      decoding: bytes[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
