/// A line of a help, which fits 80 columns: a text, or a name and a text in separate columns.
public struct HelpLine: Hashable, Sendable {
  /// The part that is typed, from left to right in any language; may be empty.
  public var name = ""
  public var text = ""
  /// The column of the text; 0 without a name beside or above it.
  public var column = 0

  /// The columns of the longest line.
  public static let width = 80
  /// The column of a name.
  public static let indent = 2

  /// The line as plain text in logical order.
  public var plain: String {
    guard column > 0 else { return text }
    let name = name.isEmpty ? "" : String(repeating: " ", count: Self.indent) + name
    guard !text.isEmpty else { return name }
    return name + String(repeating: " ", count: max(2, column - name.count)) + text
  }
}

extension CommandLineSyntax {
  /// The lines of the program's or a command's `--help`.
  /// Shell completions parse them: each command and option begins a line, after two spaces and at
  /// least two before its description, which continues in the lines below that have more than two.
  /// Before an example there is `$`.
  ///
  /// - Parameters:
  ///   - command: nil for the whole program.
  ///   - commands: the values of the program's commands.
  ///   - presented: the names of the commands whose examples the program's help has.
  ///   - closing: the paragraphs below the lists.
  ///   - text: a message with its arguments.
  ///   - width: the number of columns that a text takes.
  public func help<Option, Action>(
    for command: CommandSyntax?, of commands: [Command<Option, Action>],
    presenting presented: [String],
    closing: [String] = [], text: (Option.Message, [String]) -> String,
    width: (String) -> Int = { $0.count }
  ) -> [HelpLine] {
    let own = command.flatMap { syntax in commands.first { $0.syntax == syntax } }
    var lines = paragraph(text(.usage, [usage(of: command)]), width)
    func add(_ more: [HelpLine]) { lines += [HelpLine()] + more }
    let examples =
      own?.examples
      ?? presented.flatMap { name in
        commands.filter { $0.syntax.name == name }.flatMap(\.examples)
      }
    if !examples.isEmpty {
      let entries = examples.map { (name: "$ \(program) \($0.line)", text: text($0.text, [])) }
      add([HelpLine(text: text(.helpExamples, []))] + columns(entries, width))
    }
    add(paragraph(text(own?.help ?? .helpSummary, []), width))
    if command == nil {
      let entries = commands.map { (name: synopsis(of: $0.syntax), text: text($0.help, [])) }
      add([HelpLine(text: text(.helpCommands, []))] + columns(entries, width))
    }
    let listed = (command.map(ownOptions) ?? []) + generalOptions
    let entries = listed.map { option in
      (name: option.synopsis, text: Option(rawValue: option.name).map { text($0.help, []) } ?? "")
    }
    add([HelpLine(text: text(.helpOptions, []))] + columns(entries, width))
    if command == nil { for text in closing { add(paragraph(text, width)) } }
    return lines
  }

  /// The maximum width of a name beside its text; the text of a longer one is below it.
  private static let longestName = 28

  private func columns(
    _ entries: [(name: String, text: String)], _ textWidth: (String) -> Int
  ) -> [HelpLine] {
    let width = entries.lazy.map(\.name.count).filter { $0 <= Self.longestName }.max() ?? 0
    let column = HelpLine.indent + width + 2
    var lines: [HelpLine] = []
    for (name, text) in entries {
      var rows = Self.wrapped(text, to: HelpLine.width - column, textWidth).map {
        HelpLine(text: $0, column: column)
      }
      if name.count > width || rows.isEmpty {
        rows.insert(HelpLine(column: column), at: 0)
      }
      rows[0].name = name
      lines += rows
    }
    return lines
  }

  private func paragraph(_ text: String, _ width: (String) -> Int) -> [HelpLine] {
    Self.wrapped(text, to: HelpLine.width, width).map { HelpLine(text: $0) }
  }

  /// The lines of a text, broken at its spaces. A word that is too long gets a separate line.
  private static func wrapped(
    _ text: String, to limit: Int, _ width: (String) -> Int
  ) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, width(last) + 1 + width(String(word)) <= limit {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
