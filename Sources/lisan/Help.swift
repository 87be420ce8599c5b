import BidiText
import Localization
import Settings

/// The text of `lisan --help`, in the person's language, plain.
enum Help {
  static func lines(in catalog: Catalog<Message>) -> [String] {
    func plain(_ message: Message) -> String { Text.message(message).plain(in: catalog) }
    var lines = [plain(.usage), "", plain(.helpUsage), "", plain(.helpCommands)]
    lines += columns([
      ("get", plain(.helpCommandGet)), ("set CODE|system", plain(.helpCommandSet)),
      ("list", plain(.helpCommandList)), ("watch", plain(.helpCommandWatch)),
      ("check [DIR]", plain(.helpCommandCheck)),
      ("store dump|verify [FILE]", plain(.helpCommandStore)),
    ])
    lines += ["", plain(.helpOptions)]
    lines += columns(
      Option.allCases.map { option in
        let value = option.takesValue ? " \(option.valueName)" : ""
        return ("--\(option.rawValue)\(value)", plain(option.help))
      })
    return lines + ["", plain(.helpEnvironment)]
  }

  private static func columns(_ entries: [(String, String)]) -> [String] {
    let width = (entries.map(\.0.count).max() ?? 0) + 2
    return entries.map { name, text in
      "  " + name + String(repeating: " ", count: width - name.count) + text
    }
  }
}
