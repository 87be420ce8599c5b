import BidiText
import Glibc
import Localization
import Settings
import SystemCalls

/// Standard output and standard error of the commands, for people and for scripts.
@MainActor
enum Console {
  /// Why an answer could not be written, as errno; 0 where it could, or where its reader has gone.
  private(set) static var outputFailure: Int32 = 0

  /// One line on standard output; false where nobody takes it any more.
  @discardableResult
  static func say(_ line: String) -> Bool {
    send(line + "\n")
  }

  /// A question on standard output; the answer is typed behind it.
  static func ask(_ question: String) {
    send(question)
  }

  /// One line on standard error, in the person's language.
  static func complain(_ text: Text, in catalog: Catalog<Message>) {
    write(filtered("lisan: " + text.plain(in: catalog.wording)) + "\n", to: STDERR_FILENO)
  }

  @discardableResult
  private static func send(_ text: String) -> Bool {
    let failure = write(filtered(text), to: STDOUT_FILENO)
    if failure != 0 && !isReaderGone(failure) { outputFailure = failure }
    return failure == 0
  }

  /// Whether nobody reads any more: a pipe without its other end, a terminal that hung up.
  private static func isReaderGone(_ failure: Int32) -> Bool {
    guard failure == EIO else { return failure == EPIPE }
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }

  /// What may reach a terminal: no control but the end of a line and a tab, and nothing that turns the
  /// text around it. Names of files, arguments and what a server says come this way as well.
  static func filtered(_ text: String) -> String {
    // Nearly all there is to say: nothing to look at twice.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x09 }) {
      return text
    }
    var result = ""
    for piece in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !result.isEmpty || piece.startIndex != text.startIndex { result += "\n" }
      result += piece.split(separator: "\t", omittingEmptySubsequences: false)
        .map { ForeignText.filtered(String($0)) }.joined(separator: "\t")
    }
    return result
  }

  /// Writes a text as a whole; 0, or errno where that fails.
  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    do throws(SystemError) {
      try writeAll(text, to: descriptor)
      return 0
    } catch {
      return error.errno
    }
  }
}
