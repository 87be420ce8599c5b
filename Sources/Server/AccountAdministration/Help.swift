import CommandLineTool
import Localization
import ServerTexts

/// The texts of `lisan-server --help`, and of a command's.
enum Help {
  /// - Parameter command: nil for the whole program.
  static func lines(
    _ catalog: Catalog<ServerMessage>, for command: CommandSyntax? = nil
  ) -> [String] {
    CommandLineSyntax.lisanServer.help(
      for: command,
      usage: { command in
        guard let command else { return catalog.text(.usage) }
        return catalog.text(
          .commandUsage, ["\(CommandLineSyntax.lisanServer.usage(of: command)) --database FILE"])
      }, summary: catalog.text(.helpSummary),
      commandsHeading: catalog.text(.helpCommands), optionsHeading: catalog.text(.helpOptions),
      text: { syntax in
        Command.all.first { $0.syntax == syntax }.map { catalog.text($0.help) } ?? ""
      },
      optionText: { Option(rawValue: $0.name).map { catalog.text($0.help) } ?? "" }
    ).map(\.plain)
  }
}
