import BidiText
import CommandLineTool
import Localization
import SettingsCore

/// The texts of `lisan --help` and `lisan COMMAND --help`, in the user's language.
@MainActor
enum Help {
  /// The usage line of a command, or of the whole program.
  static func usage(_ command: CommandSyntax?) -> Text {
    .message(.usage, .argument(CommandLineSyntax.lisan.usage(of: command)))
  }

  static func lines(for command: CommandSyntax?, in catalog: Catalog<Message>) -> [HelpLine] {
    let wording = catalog.wording
    // With isolates around insertions, which a terminal's layout needs and a pipe never gets.
    func plain(_ message: Message, _ arguments: [String]) -> String {
      Text.message(message, arguments.map { .argument($0) }).string(in: wording)
    }
    return CommandLineSyntax.lisan.help(
      for: command, of: LisanCommand.all, presenting: ["set", "run", "help"],
      closing: [plain(.helpEnvironment, []), plain(.helpManual, ["man lisan"])], text: plain,
      width: { Paragraph($0, direction: .leftToRight).line.width })
  }
}
