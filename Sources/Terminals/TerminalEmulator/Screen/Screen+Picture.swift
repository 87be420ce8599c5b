extension Screen {
  /// The screen drawn in a frame, with its size, cursor, title and modes.
  public var picture: String {
    let state =
      "\(size), cursor \(cursor.row),\(cursor.column)\(cursor.isVisible ? "" : " hidden")"
      + (isAlternate ? ", alternate screen" : "") + (title.isEmpty ? "" : ", title “\(title)”")
    var lines = [state, "┌" + String(repeating: "─", count: size.columns) + "┐"]
    for row in grid {
      var text = "│"
      for cell in row.cells { text += cell.text }
      lines.append(text + "│")
    }
    lines.append("└" + String(repeating: "─", count: size.columns) + "┘")
    let changed = modes.changes
    if !changed.isEmpty { lines.append("modes: \(changed.joined(separator: ", "))") }
    return lines.joined(separator: "\n")
  }
}

extension ScreenModes {
  /// The modes that differ from a new terminal, such as `bracketedPaste: true`.
  public var changes: [String] {
    let standard = Mirror(reflecting: ScreenModes()).children.map { "\($0.value)" }
    return Mirror(reflecting: self).children.enumerated().compactMap { index, mode in
      "\(mode.value)" == standard[index] ? nil : "\(mode.label ?? ""): \(mode.value)"
    }
  }
}
