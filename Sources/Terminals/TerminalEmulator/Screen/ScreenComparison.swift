extension Screen {
  /// The differences from the wanted rows, with the first differing column of each; nil if there
  /// are none. Trailing blanks and trailing empty rows are ignored.
  public func difference(from wanted: String, order: TextOrder = .visual) -> String? {
    Self.difference(
      from: wanted.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
      to: rows(in: order))
  }

  /// The differences between wanted and found rows, as for a screen.
  public static func difference(from wanted: [String], to found: [String]) -> String? {
    let wanted = withoutBlankEnds(wanted)
    let found = withoutBlankEnds(found)
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
    let rows = Self.withoutBlankEnds(rows(in: order))
    let fence = rows.contains { $0.contains("\\") || Self.hasThreeQuotes($0) } ? "#" : ""
    return ([fence + "\"\"\""] + rows + ["\"\"\"" + fence]).joined(separator: "\n")
  }

  private static func hasThreeQuotes(_ row: String) -> Bool {
    var count = 0
    for byte in row.utf8 {
      count = byte == UInt8(ascii: "\"") ? count + 1 : 0
      if count == 3 { return true }
    }
    return false
  }

  /// Rows without the blanks at their ends and without the empty rows at the end.
  public static func withoutBlankEnds(_ rows: [String]) -> [String] {
    var rows = rows.map { row in
      var row = row[...]
      while row.last == " " { row.removeLast() }
      return String(row)
    }
    while rows.last == "" { rows.removeLast() }
    return rows
  }
}
