import WritingDirection

/// How many columns the characters of a line take.
public enum CellWidths: UInt8, Hashable, Sendable {
  /// As for glibc's `wcwidth`: each character by itself, so an emoji of several characters takes the
  /// columns of all of them.
  case characters
  /// As for Python's wcwidth 0.9 and terminals that draw clusters: an emoji of several characters takes
  /// two columns, and so does one with U+FE0F.
  case clusters
}

/// One line of text in logical order with its resolved embedding levels (UAX #9, before rule L1),
/// ready to be shaped and reordered.
///
/// A line that was wrapped out of a longer paragraph keeps the levels from the whole paragraph.
/// `Paragraph` creates lines, and `glyphs` draws them.
public struct TextLine: Hashable, Sendable {
  /// The line's scalars in logical order, filtered. They may include isolates added by `Isolate`,
  /// which take no cell.
  public var scalars: [Unicode.Scalar]
  /// One embedding level per scalar, 0 to 126.
  public var levels: [UInt8]
  /// The paragraph's embedding level: 0 left-to-right, 1 right-to-left.
  public var paragraphLevel: UInt8
  /// The number of columns of the line as its letters are drawn.
  public var width: Int
  /// Whether letters are drawn joined. If not, lam and alef take one cell each, for a program that
  /// reads the letters and not the picture.
  public var joinsLetters: Bool
  /// The widths of its characters.
  public var widths: CellWidths

  /// A line whose levels and width are known; `Paragraph` makes them.
  public init(
    scalars: [Unicode.Scalar], levels: [UInt8], paragraphLevel: UInt8, width: Int,
    joinsLetters: Bool = true, widths: CellWidths = .characters
  ) {
    precondition(scalars.count == levels.count, "a level for each scalar")
    self.scalars = scalars
    self.levels = levels
    self.paragraphLevel = paragraphLevel
    self.width = width
    self.joinsLetters = joinsLetters
    self.widths = widths
  }

  /// The line as a person would type it: logical order, plain letters, no directional formatting
  /// characters.
  public var text: String {
    String(String.UnicodeScalarView(scalars.lazy.filter { !$0.isDirectionalFormatting }))
  }
}

extension TextLine {
  /// The contents of each column, in reading order: a letter with its marks, joined lam and alef
  /// together, and nil for the second column of a wide letter. The count is `width`.
  public var letters: [String?] {
    let advances = CellAdvances(self)
    var letters: [String?] = []
    letters.reserveCapacity(width)
    // Characters without a cell before the first letter belong to it.
    var letter = String.UnicodeScalarView()
    var columns = 0
    for (place, scalar) in scalars.enumerated() {
      let own = advances.columns(place)
      if own > 0, columns > 0 {
        letters.append(String(letter))
        if columns == 2 { letters.append(nil) }
        letter = String.UnicodeScalarView()
      }
      if own > 0 { columns = own }
      if !scalar.isDirectionalFormatting { letter.append(scalar) }
    }
    if columns > 0 {
      letters.append(String(letter))
      if columns == 2 { letters.append(nil) }
    }
    return letters
  }
}
