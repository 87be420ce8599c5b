import CommandLineTool
import Localization
import Settings

/// The texts of `lisan --help` and `lisan COMMAND --help`, in the user's language, as plain text.
@MainActor
enum Help {
  /// The usage line of a command, or of the whole program.
  static func usage(_ command: CommandSyntax?) -> Text {
    .message(.usage, [.identifier(.argument(CommandLineSyntax.lisan.usage(of: command)))])
  }

  static func lines(for command: Command?, in catalog: Catalog<Message>) -> [String] {
    let wording = catalog.wording
    func plain(_ message: Message) -> String { Text.message(message).plain(in: wording) }
    let words = HelpWords(
      usage: { usage($0).plain(in: wording) }, summary: plain(.helpUsage),
      commands: plain(.helpCommands), options: plain(.helpOptions),
      closing: plain(.helpEnvironment),
      command: { Command(rawValue: $0.name).map { plain($0.help) } ?? "" },
      option: { Option(rawValue: $0.name).map { plain($0.help) } ?? "" })
    return CommandLineSyntax.lisan.help(for: command?.syntax, words)
  }
}
