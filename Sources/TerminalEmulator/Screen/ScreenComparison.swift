extension Screen {
  /// The differences from the wanted rows, with the first differing column of each; nil if there
  /// are none. Trailing blanks and trailing empty rows are ignored.
  public func difference(from wanted: String, order: TextOrder = .visual) -> String? {
    let wanted = Self.lines(wanted)
    let found = Self.withoutEmptyEnd(rows(in: order))
    var differences: [String] = []
    for row in 0..<max(wanted.count, found.count) {
      let want = row < wanted.count ? wanted[row] : ""
      let have = row < found.count ? found[row] : ""
      if want == have { continue }
      let same = zip(want, have).prefix { $0 == $1 }.count
      differences.append("row \(row), from character \(same) on:\n  want \(want)\n  have \(have)")
    }
    return differences.isEmpty ? nil : differences.joined(separator: "\n")
  }

  /// The screen as a Swift literal, to paste into a test.
  public func literal(order: TextOrder = .visual) -> String {
    let rows = Self.withoutEmptyEnd(rows(in: order))
    let fence = rows.contains { $0.contains("\\") || $0.contains("\"\"\"") } ? "#" : ""
    return ([fence + "\"\"\""] + rows + ["\"\"\"" + fence]).joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [String] {
    withoutEmptyEnd(
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        var line = line
        while line.last == " " { line.removeLast() }
        return String(line)
      })
  }

  private static func withoutEmptyEnd(_ rows: [String]) -> [String] {
    var rows = rows
    while rows.last == "" { rows.removeLast() }
    return rows
  }
}
