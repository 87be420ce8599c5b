/// The texts of a program's help, in the person's language.
public struct HelpWords {
  /// The usage line of a command, or of the whole program where there is none.
  let usage: (CommandSyntax?) -> String
  /// What the program does.
  let summary: String
  /// The headings of the two lists.
  let commands: String
  let options: String
  /// What stands below the lists of the whole program; nil for nothing.
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
  /// The lines of `--help`, or of a command's.
  ///
  /// The completions of the shells read them: a line for each command and option, two spaces before
  /// it, and two or more before what it does.
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

  /// The width that a name of the first column may have.
  private static let longestName = 34

  /// Names and texts in two columns; a name that is too long for the first one pushes its text on.
  private static func columns(_ entries: [(name: String, text: String)]) -> [String] {
    let width = entries.lazy.map(\.name.count).filter { $0 <= longestName }.max() ?? 0
    return entries.map { name, text in
      "  " + name + String(repeating: " ", count: max(0, width - name.count) + 2) + text
    }
  }
}
