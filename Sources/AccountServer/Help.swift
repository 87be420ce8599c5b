import CommandLineTool
import Localization

/// The texts of `lisan-server --help`.
enum Help {
  static func lines(_ catalog: Catalog<ServerMessage>) -> [String] {
    let words = HelpWords(
      usage: { _ in catalog.text(.usage) }, summary: catalog.text(.helpSummary),
      commands: catalog.text(.helpCommands), options: catalog.text(.helpOptions),
      command: { syntax in
        Command.all.first { $0.syntax == syntax }.map { catalog.text($0.help) } ?? ""
      },
      option: { Option(rawValue: $0.name).map { catalog.text($0.help) } ?? "" })
    return CommandLineSyntax.lisanServer.help(for: nil, words).map(\.plain)
  }
}
