import CommandLineTool
import Localization
import ServerTexts

/// The texts of `lisan-server --help`, and of a command's.
enum Help {
  /// - Parameter command: nil for the whole program.
  static func lines(
    _ catalog: Catalog<ServerMessage>, for command: CommandSyntax? = nil
  ) -> [String] {
    let words = HelpWords(
      usage: { command in
        guard let command else { return catalog.text(.usage) }
        return catalog.text(
          .commandUsage, ["\(CommandLineSyntax.lisanServer.usage(of: command)) --database FILE"])
      }, summary: catalog.text(.helpSummary),
      commands: catalog.text(.helpCommands), options: catalog.text(.helpOptions),
      command: { syntax in
        Command.all.first { $0.syntax == syntax }.map { catalog.text($0.help) } ?? ""
      },
      option: { Option(rawValue: $0.name).map { catalog.text($0.help) } ?? "" })
    return CommandLineSyntax.lisanServer.help(for: command, words).map(\.plain)
  }
}
