/// One line of text in logical order with its resolved embedding levels (UAX #9, before rule L1),
/// ready to be shaped and reordered.
///
/// A line that was wrapped out of a longer paragraph keeps the levels that the whole paragraph
/// gave it. `BidiText` makes lines and turns them into glyphs; everything between only carries
/// them.
public struct TextLine: Hashable, Sendable {
  /// The line's scalars in logical order, filtered; isolates that the engine set may be among
  /// them and take no cell.
  public var scalars: [Unicode.Scalar]
  /// One embedding level a scalar, 0 to 126.
  public var levels: [UInt8]
  /// The paragraph's embedding level: 0 left-to-right, 1 right-to-left.
  public var paragraphLevel: UInt8
  /// Columns that the line takes as its letters are drawn.
  public var width: Int
  /// Whether letters are drawn joined. Where they stand apart, lam-alef is two of them, and the line
  /// is for whoever reads the letters and not the picture (`RowEncoding.logical`).
  public var joinsLetters: Bool

  public init(
    scalars: [Unicode.Scalar], levels: [UInt8], paragraphLevel: UInt8, width: Int,
    joinsLetters: Bool = true
  ) {
    precondition(scalars.count == levels.count, "a level for each scalar")
    self.scalars = scalars
    self.levels = levels
    self.paragraphLevel = paragraphLevel
    self.width = width
    self.joinsLetters = joinsLetters
  }

  /// The line as a person would type it: logical order, plain letters, no directional formatting
  /// characters.
  public var text: String {
    var view = String.UnicodeScalarView()
    for scalar in scalars where !scalar.isDirectionalFormatting { view.append(scalar) }
    return String(view)
  }
}

extension TextLine {
  /// What stands in each column, in reading order: a letter with its marks, lam and alef together
  /// where they are joined.
  /// nil where that does not come to the line's width, as with letters of two columns.
  var places: [String]? {
    var places: [String.UnicodeScalarView] = []
    for scalar in scalars where !scalar.isDirectionalFormatting {
      let isMark = scalar.properties.generalCategory == .nonspacingMark
      let isAlefOfLam =
        joinsLetters && scalar.isAlef && places.last?.last?.isLam == true
      if isMark || isAlefOfLam, !places.isEmpty {
        places[places.count - 1].append(scalar)
      } else {
        places.append(String.UnicodeScalarView([scalar]))
      }
    }
    return places.count == width ? places.map { String($0) } : nil
  }
}

extension Unicode.Scalar {
  fileprivate var isLam: Bool { value == 0x644 }

  /// Whether lam takes this letter into its own cell.
  fileprivate var isAlef: Bool {
    switch value {
    case 0x622, 0x623, 0x625, 0x627: true
    default: false
    }
  }

  /// Whether this is an explicit directional formatting character (UAX #9, section 2): LRE, RLE,
  /// LRO, RLO, PDF, LRI, RLI, FSI, PDI, LRM, RLM or ALM. None takes a cell.
  public var isDirectionalFormatting: Bool {
    switch value {
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
