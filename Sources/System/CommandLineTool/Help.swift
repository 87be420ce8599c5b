/// The texts of a program's help, in the user's language.
public struct HelpWords {
  /// A command line of the program, without its name, and what it is for.
  public struct Example {
    let line: String
    let text: String

    public init(_ line: String, _ text: String) {
      (self.line, self.text) = (line, text)
    }
  }

  /// The usage line of a command, or of the whole program for nil.
  let usage: (CommandSyntax?) -> String
  /// What the program does.
  let summary: String
  /// The heading of the examples, and these for a command or for the whole program.
  let examples: (heading: String, of: (CommandSyntax?) -> [Example])?
  /// The headings of the two lists.
  let commands: String
  let options: String
  /// The paragraphs below the lists.
  let closing: [String]
  /// What a command and an option do.
  let command: (CommandSyntax) -> String
  let option: (OptionSyntax) -> String
  /// The number of columns that a text takes.
  let width: (String) -> Int

  public init(
    usage: @escaping (CommandSyntax?) -> String, summary: String,
    examples: (heading: String, of: (CommandSyntax?) -> [Example])? = nil, commands: String,
    options: String, closing: [String] = [], command: @escaping (CommandSyntax) -> String,
    option: @escaping (OptionSyntax) -> String, width: @escaping (String) -> Int = { $0.count }
  ) {
    self.usage = usage
    self.summary = summary
    self.examples = examples
    self.commands = commands
    self.options = options
    self.closing = closing
    self.command = command
    self.option = option
    self.width = width
  }
}

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
  /// An example follows a `$`.
  /// Before an example there is `$`.
  public func help(for command: CommandSyntax?, _ words: HelpWords) -> [HelpLine] {
    var lines = paragraph(words.usage(command), words)
    func add(_ more: [HelpLine]) { lines += [HelpLine()] + more }
    if let examples = words.examples {
      let entries = examples.of(command).map { (name: "$ \(program) \($0.line)", text: $0.text) }
      if !entries.isEmpty { add([HelpLine(text: examples.heading)] + columns(entries, words)) }
    }
    add(paragraph(command.map(words.command) ?? words.summary, words))
    if command == nil {
      let entries = commands.map { (name: synopsis(of: $0), text: words.command($0)) }
      add([HelpLine(text: words.commands)] + columns(entries, words))
    }
    let listed = (command.map(ownOptions) ?? []) + generalOptions
    add(
      [HelpLine(text: words.options)]
        + columns(listed.map { (name: $0.synopsis, text: words.option($0)) }, words))
    if command == nil { for text in words.closing { add(paragraph(text, words)) } }
    return lines
  }

  /// The maximum width of a name beside its text; the text of a longer one is below it.
  private static let longestName = 28

  private func columns(
    _ entries: [(name: String, text: String)], _ words: HelpWords
  ) -> [HelpLine] {
    let width = entries.lazy.map(\.name.count).filter { $0 <= Self.longestName }.max() ?? 0
    let column = HelpLine.indent + width + 2
    var lines: [HelpLine] = []
    for (name, text) in entries {
      var rows = Self.wrapped(text, to: HelpLine.width - column, words.width).map {
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

  private func paragraph(_ text: String, _ words: HelpWords) -> [HelpLine] {
    Self.wrapped(text, to: HelpLine.width, words.width).map { HelpLine(text: $0) }
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
