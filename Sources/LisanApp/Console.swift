import BidiText
import CommandLineTool
import Glibc
import Localization
import Settings
import SystemCalls

/// Standard output and standard error of the commands, for people and for scripts.
@MainActor
enum Console {
  /// Why output could not be written, as errno; 0 on success or if the reader has gone.
  private(set) static var outputFailure: Int32 = 0

  /// Prints one line on standard output; false if it could not be written.
  @discardableResult
  static func say(_ line: String) -> Bool {
    send(line + "\n")
  }

  /// Prints a question on standard output; the answer is typed on the same line.
  static func ask(_ question: String) {
    send(question)
  }

  /// What lines on a terminal are laid out by.
  static var context: ProgramContext?
  private static var outputLines: TerminalLines??

  /// The layout of lines on standard output; nil if they stay in logical order.
  private static func lines(in catalog: Catalog<Message>) -> TerminalLines? {
    if let outputLines,
      outputLines?.direction ?? catalog.language.direction
        == catalog.language.direction
    {
      return outputLines
    }
    let lines = context.flatMap {
      TerminalLines($0, descriptor: STDOUT_FILENO, language: catalog.language)
    }
    outputLines = .some(lines)
    return lines
  }

  /// Prints a text for people on standard output.
  static func tell(_ text: Text, in wording: Wording) {
    if let bytes = lines(in: wording.catalog)?.paragraph(text.string(in: wording)) {
      send(bytes)
    } else {
      say(text.plain(in: wording))
    }
  }

  /// Prints a line of a table, with tabs between its fields.
  static func table(_ line: String, in catalog: Catalog<Message>) {
    if let bytes = lines(in: catalog)?.table(filtered(line)) { send(bytes) } else { say(line) }
  }

  /// Prints a line of the help.
  static func show(_ line: HelpLine, in catalog: Catalog<Message>) {
    guard let lines = lines(in: catalog) else {
      _ = say(line.plain)
      return
    }
    let bytes =
      line.column == 0
      ? lines.paragraph(line.text)
      : lines.row([
        TerminalLines.Piece(column: HelpLine.indent, text: line.name, direction: .leftToRight),
        TerminalLines.Piece(
          column: max(line.column, HelpLine.indent + line.name.count + 2), text: line.text,
          direction: lines.own),
      ])
    if let bytes { send(bytes) } else { say(line.plain) }
  }

  /// Prints one line on standard error, in the user's language.
  static func complain(_ text: Text, in catalog: Catalog<Message>) {
    let lines = context.flatMap {
      TerminalLines($0, descriptor: STDERR_FILENO, language: catalog.language)
    }
    if let bytes = lines?.paragraph("lisan: " + text.string(in: catalog.wording)) {
      write(bytes, to: STDERR_FILENO)
    } else {
      let line = filtered("lisan: " + text.plain(in: catalog.wording)) + "\n"
      write(Array(line.utf8), to: STDERR_FILENO)
    }
  }

  @discardableResult
  private static func send(_ text: String) -> Bool { send(Array(filtered(text).utf8)) }

  @discardableResult
  private static func send(_ bytes: [UInt8]) -> Bool {
    let failure = write(bytes, to: STDOUT_FILENO)
    if failure != 0 && !isReaderGone(failure) { outputFailure = failure }
    return failure == 0
  }

  /// Whether the reader has gone: a broken pipe or a terminal that hung up.
  private static func isReaderGone(_ failure: Int32) -> Bool {
    guard failure == EIO else { return failure == EPIPE }
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }

  /// Removes controls except line feed and tab, and everything that changes the direction of the
  /// surrounding text. File names, arguments and texts from a server pass through here too.
  static func filtered(_ text: String) -> String {
    // Fast path: almost all output is printable ASCII.
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

  /// Writes all bytes; returns 0, or errno on failure.
  @discardableResult
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    do throws(SystemError) {
      try writeAll(bytes, to: descriptor)
      return 0
    } catch {
      return error.errno
    }
  }
}
