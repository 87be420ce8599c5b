/// How a terminal that reorders text is to treat a row (BDSM, ECMA-48 8.3.4, after the Terminal-WG
/// recommendation): in `implicit` mode it applies the bidirectional algorithm itself, in
/// `explicit` mode it shows the cells as they came.
public enum BidiMode: String, Hashable, Sendable {
  case implicit, explicit
}

/// One row of a screen, its cells from the left.
public struct ScreenRow: Hashable, Sendable {
  public internal(set) var cells: [ScreenCell]
  /// The mode that was current when the row was last begun anew: erased, scrolled in, or the mode
  /// set with the cursor at its first column (as VTE keeps it, row by row).
  public internal(set) var bidiMode: BidiMode
  /// Whether the text ran over the row's end into the next one.
  public internal(set) var isWrapped = false

  init(columns: Int, style: CellStyle = .plain, bidiMode: BidiMode = .implicit) {
    cells = Array(repeating: .erased(style), count: columns)
    self.bidiMode = bidiMode
  }

  /// What stands in the row from left to right, without the blanks at its end.
  public var text: String {
    var text = ""
    var blanks = 0
    for cell in cells {
      if cell.isBlank {
        blanks += 1
      } else {
        for _ in 0..<blanks { text.append(" ") }
        blanks = 0
        text += cell.text
      }
    }
    return text
  }
}
