/// The texts of a program's help, in the user's language.
public struct HelpWords {
  /// The usage line of a command, or of the whole program for nil.
  let usage: (CommandSyntax?) -> String
  /// What the program does.
  let summary: String
  /// The headings of the two lists.
  let commands: String
  let options: String
  /// The text below the lists of the whole program; nil for none.
  let closing: String?
  /// What a command and an option do.
  let command: (CommandSyntax) -> String
  let option: (OptionSyntax) -> String

  public init(
    usage: @escaping (CommandSyntax?) -> String, summary: String, commands: String,
    options: String, closing: String? = nil, command: @escaping (CommandSyntax) -> String,
    option: @escaping (OptionSyntax) -> String
  ) {
    self.usage = usage
    self.summary = summary
    self.commands = commands
    self.options = options
    self.closing = closing
    self.command = command
    self.option = option
  }
}

extension CommandLineSyntax {
  /// The lines of the program's or a command's `--help`.
  ///
  /// Shell completions parse them: each command and option has one line, with two spaces before it
  /// and at least two before its description.
  public func help(for command: CommandSyntax?, _ words: HelpWords) -> [String] {
    func list(_ options: [OptionSyntax]) -> [String] {
      Self.columns(options.map { ($0.synopsis, words.option($0)) })
    }
    guard let command else {
      return [words.usage(nil), "", words.summary, "", words.commands]
        + Self.columns(commands.map { (synopsis(of: $0), words.command($0)) })
        + ["", words.options] + list(generalOptions)
        + (words.closing.map { ["", $0] } ?? [])
    }
    return [words.usage(command), "", words.command(command), "", words.options]
      + list(ownOptions(of: command) + generalOptions)
  }

  /// The maximum width of a name in the first column.
  private static let longestName = 34

  /// Names and texts in two columns; a name that is too long moves its text to the right.
  private static func columns(_ entries: [(name: String, text: String)]) -> [String] {
    let width = entries.lazy.map(\.name.count).filter { $0 <= longestName }.max() ?? 0
    return entries.map { name, text in
      "  " + name + String(repeating: " ", count: max(0, width - name.count) + 2) + text
    }
  }
}
