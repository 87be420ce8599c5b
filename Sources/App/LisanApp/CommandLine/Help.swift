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

  static func lines(for command: LisanCommand?, in catalog: Catalog<Message>) -> [HelpLine] {
    let wording = catalog.wording
    // With isolates around insertions, which a terminal's layout needs and a pipe never gets.
    func plain(_ text: Text) -> String { text.string(in: wording) }
    return CommandLineSyntax.lisan.help(
      for: command?.syntax, usage: { plain(usage($0)) }, summary: plain(.message(.helpUsage)),
      examples: (
        plain(.message(.helpExamples)),
        { syntax in
          examples(of: syntax.flatMap { LisanCommand(rawValue: $0.name) }).map {
            ($0.line, plain(.message($0.text)))
          }
        }
      ), commandsHeading: plain(.message(.helpCommands)),
      optionsHeading: plain(.message(.helpOptions)),
      closing: [
        plain(.message(.helpEnvironment)), plain(.message(.helpManual, .argument("man lisan"))),
      ],
      text: { LisanCommand(rawValue: $0.name).map { plain(.message($0.help)) } ?? "" },
      optionText: { LisanOption(rawValue: $0.name).map { plain(.message($0.help)) } ?? "" },
      width: { Paragraph($0, direction: .leftToRight).line.width })
  }

  private static func examples(of command: LisanCommand?) -> [(line: String, text: Message)] {
    switch command {
    case nil:
      [
        ("set ar", .helpExampleSet), ("set theme dark", .helpExampleSetting),
        ("run bash", .helpExampleRun), ("help set", .helpExampleHelp),
      ]
    case .get: [("get", .helpExampleGet), ("get theme", .helpExampleGetSetting)]
    case .set:
      [
        ("set ar", .helpExampleSet), ("set theme dark", .helpExampleSetting),
      ]
    case .reset: [("reset theme", .helpCommandReset)]
    case .listSettings: [("list-settings theme", .helpExampleValues)]
    case .run: [("run bash", .helpExampleRun)]
    default: []
    }
  }
}
