import TerminalHarness

/// Rows by which `--update` replaces those that were expected.
struct LiteralUpdate: Hashable, Sendable {
  let place: ScriptPlace
  let source: Literal.Source
  let rows: [String]

  /// Rewrites the files. If a block is repeated, every pass must show equal rows.
  static func write(_ updates: [LiteralUpdate]) throws(ScriptFailure) {
    var files: [String: [LiteralUpdate]] = [:]
    for update in updates {
      let file =
        switch update.source {
        case .script(let file, _), .file(let file): file
        }
      let former = files[file, default: []].first { $0.source == update.source }
      if let former, former.rows != update.rows {
        throw ScriptFailure(update.place, .updatesDiffer)
      }
      if former == nil { files[file, default: []].append(update) }
    }
    for (path, updates) in files {
      try ScriptFailure.at(updates[0].place) { () throws(DriveFailure) in
        try write(updates, to: path)
      }
    }
  }

  private static func write(_ updates: [LiteralUpdate], to path: String) throws(DriveFailure) {
    if case .file = updates[0].source {
      return try Files.write(ScreenFile.text(updates[0].rows), to: path)
    }
    var lines = try Files.text(at: path).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    // From the end, so that earlier line numbers stay right.
    let places = updates.compactMap { update -> (Range<Int>, [String])? in
      guard case .script(_, let lines) = update.source else { return nil }
      return (lines, update.rows)
    }
    for (range, rows) in places.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      let model = range.isEmpty ? lines[range.lowerBound - 2] + "  " : lines[range.lowerBound - 1]
      let indentation = String(model.prefix { $0 == " " || $0 == "\t" })
      let inner = range.isEmpty ? indentation + "  " : indentation
      lines.replaceSubrange(
        (range.lowerBound - 1)..<(range.upperBound - 1), with: rows.map { "\(inner)|\($0)" })
    }
    try Files.write(lines.joined(separator: "\n"), to: path)
  }
}
