import BidiText
import CommandLineTool
import Glibc
import Localization
import SettingsCore
import SystemCalls

/// Standard output and standard error of the commands, for people and for scripts.
///
/// Lines for people go through `TerminalLines`, which bring them into the order that the terminal
/// needs. Only `give` prints a line unchanged.
@MainActor
enum Console {
  /// Prints one line of data on standard output, from the left edge; false if it could not be
  /// written.
  @discardableResult
  static func say(_ line: String) -> Bool {
    let line = StandardStreams.filtered(line)
    return send(laidOut(line, .english, STDOUT_FILENO) { $0.paragraph(line) }, or: line + "\n")
  }

  /// Prints lines on standard output; in one write if no line has to be laid out.
  static func say(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    let text = lines.joined(separator: "\n")
    if TerminalLines.needsLayout(text) {
      for line in lines { say(line) }
    } else {
      send(text + "\n")
    }
  }

  /// Prints one line for programs on standard output, such as JSON, unchanged.
  static func give(_ line: String) { send(line + "\n") }

  /// Writes bytes on standard output, unchanged; false if they could not be written.
  @discardableResult
  static func give(_ bytes: [UInt8]) -> Bool { StandardStreams.write(bytes) }

  /// Prints a difference between files on standard output: unchanged, or without controls on a
  /// terminal.
  static func give(difference: [UInt8]) {
    if isatty(STDOUT_FILENO) == 0 {
      StandardStreams.write(difference)
    } else {
      send(String(decoding: difference, as: UTF8.self))
    }
  }

  /// Prints a question of plain mode on standard output; the answer is typed on the same line.
  static func ask(_ question: String) { send(question) }

  /// The context for laying out lines on a terminal; nil in plain mode, which keeps logical order.
  static var context: ProgramContext?
  private static var outputLines: TerminalLines??

  /// The layout of lines on a descriptor; nil if they stay in logical order.
  private static func lines(on descriptor: Int32, in language: Language) -> TerminalLines? {
    let isOutput = descriptor == STDOUT_FILENO
    if isOutput, let outputLines,
      outputLines?.direction ?? language.direction == language.direction
    {
      return outputLines
    }
    let lines = context.flatMap { TerminalLines($0, descriptor: descriptor, language: language) }
    if isOutput { outputLines = .some(lines) }
    return lines
  }

  /// A line as the terminal needs it; nil if it can stay unchanged.
  private static func laidOut(
    _ line: String, _ language: Language, _ descriptor: Int32,
    _ layOut: (TerminalLines) -> [UInt8]?
  ) -> [UInt8]? {
    guard language.direction == .rightToLeft || TerminalLines.needsLayout(line) else { return nil }
    return lines(on: descriptor, in: language).flatMap(layOut)
  }

  /// Prints a text for people on standard output.
  ///
  /// - Parameter indent: the number of columns before it.
  static func tell(_ text: Text, in wording: Wording, indent: Int = 0) {
    let line = text.string(in: wording)
    send(
      laidOut(line, wording.catalog.language, STDOUT_FILENO) {
        $0.paragraph(line, indent: indent)
      }, or: String(repeating: " ", count: indent) + text.plain(in: wording) + "\n")
  }

  /// Prints a line of a table, with tabs between its fields.
  static func table(_ line: String, in catalog: Catalog<Message>) {
    let line = StandardStreams.filtered(line)
    send(
      laidOut(line, catalog.language, STDOUT_FILENO) { lines in
        lines.table(line)
          ?? lines.paragraph(line.split(separator: "\t").joined(separator: "  "))
      }, or: line + "\n")
  }

  /// Prints a line of the help.
  static func show(_ line: HelpLine, in catalog: Catalog<Message>) {
    let bytes = laidOut(line.text, catalog.language, STDOUT_FILENO) { lines in
      guard line.column > 0 else { return lines.paragraph(line.text) }
      return lines.row([
        (HelpLine.indent, line.name, .leftToRight),
        (max(line.column, HelpLine.indent + line.name.count + 2), line.text, lines.own),
      ]) ?? lines.paragraph("\(line.name)  \(line.text)", indent: HelpLine.indent)
    }
    send(bytes, or: line.plain + "\n")
  }

  /// Prints one line on standard error, in the user's language.
  static func complain(_ text: Text, in catalog: Catalog<Message>) {
    try? writeAll(complaint(text, in: catalog), to: STDERR_FILENO)
  }

  /// The output of `complain`.
  static func complaint(_ text: Text, in catalog: Catalog<Message>) -> [UInt8] {
    let line = "lisan: " + text.string(in: catalog.wording)
    return laidOut(line, catalog.language, STDERR_FILENO) { $0.paragraph(line) }
      ?? Array((StandardStreams.filtered("lisan: " + text.plain(in: catalog.wording)) + "\n").utf8)
  }

  /// The bytes of a prompt on standard error. If it has to be ordered, it gets a separate line,
  /// because text typed after it would not stay in order with it.
  static func prompt(_ text: Text, in catalog: Catalog<Message>) -> [UInt8] {
    let line = text.string(in: catalog.wording) + ":"
    return laidOut(line, catalog.language, STDERR_FILENO) { $0.paragraph(line) }
      ?? Array((StandardStreams.filtered(text.plain(in: catalog.wording)) + ": ").utf8)
  }

  @discardableResult
  private static func send(_ text: String) -> Bool {
    StandardStreams.write(Array(StandardStreams.filtered(text).utf8))
  }

  /// Sends the bytes laid out for a terminal, else the text.
  @discardableResult
  private static func send(_ bytes: [UInt8]?, or text: @autoclosure () -> String) -> Bool {
    bytes.map { StandardStreams.write($0) } ?? send(text())
  }
}
