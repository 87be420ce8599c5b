import Localization

/// The text of `lisan-server --help`.
enum Help {
  static func lines(_ catalog: Catalog<ServerMessage>) -> [String] {
    var lines = [catalog.text(.usage), "", catalog.text(.helpSummary), ""]
    lines.append(catalog.text(.helpCommands))
    lines += columns(Command.all.map { ($0.synopsis, catalog.text($0.help)) })
    lines += ["", catalog.text(.helpOptions)]
    lines += columns(
      Option.allCases.map { option in
        (
          "--\(option.rawValue)\(option.valueName.map { " \($0)" } ?? "")",
          catalog.text(option.help)
        )
      })
    return lines
  }

  private static func columns(_ entries: [(String, String)]) -> [String] {
    let width = (entries.map(\.0.count).max() ?? 0) + 2
    return entries.map { name, text in
      "  " + name + String(repeating: " ", count: width - name.count) + text
    }
  }
}
