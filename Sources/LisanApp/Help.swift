import Localization
import Settings

/// The text of `lisan --help` and `lisan COMMAND --help`, in the person's language, plain.
///
/// The completions of the shells read it: a line for each command and option, two spaces before
/// it, and two or more before what it does.
@MainActor
struct Help {
  let catalog: Catalog<Message>

  /// The usage line of a command, or of the whole program.
  static func usage(_ command: Command?) -> Text {
    let line =
      command.map { "lisan \($0.synopsis)" }
      ?? "lisan [options] [\(Command.allCases.map(\.rawValue).joined(separator: " | "))] …"
    return .message(.usage, [.identifier(.argument(line))])
  }

  func lines(for command: Command?) -> [String] {
    let general = Option.allCases.filter { $0.definition.commands.isEmpty }
    guard let command else {
      return [plain(Self.usage(nil)), "", plain(.message(.helpUsage)), ""]
        + [plain(.message(.helpCommands))]
        + columns(Command.allCases.map { ($0.synopsis, $0.help) })
        + ["", plain(.message(.helpOptions))] + options(general)
        + ["", plain(.message(.helpEnvironment))]
    }
    return [plain(Self.usage(command)), "", plain(.message(command.help)), ""]
      + [plain(.message(.helpOptions))] + options(command.options + general)
  }

  private func plain(_ text: Text) -> String { text.plain(in: catalog.wording) }

  private func options(_ options: [Option]) -> [String] {
    columns(options.map { ($0.synopsis, $0.definition.help) })
  }

  /// Names and texts in two columns; a name that is too long for the first one pushes its text on.
  private func columns(_ entries: [(name: String, text: Message)]) -> [String] {
    let longest = 34
    let width = entries.lazy.map(\.name.count).filter { $0 <= longest }.max() ?? 0
    return entries.map { name, text in
      let gap = String(repeating: " ", count: max(0, width - name.count) + 2)
      return "  " + name + gap + plain(.message(text))
    }
  }
}
