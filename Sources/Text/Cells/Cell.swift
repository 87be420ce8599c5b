/// Up to four combining marks that share a cell with their base. ncurses' `CCHARW_MAX` (5) allows
/// this many. Unused places contain U+0000.
public struct Marks: Hashable, Sendable {
  /// The mark nearest to the base.
  public var first: Unicode.Scalar = "\0"
  /// The next mark outwards.
  public var second: Unicode.Scalar = "\0"
  /// The third mark.
  public var third: Unicode.Scalar = "\0"
  /// The fourth and last mark.
  public var fourth: Unicode.Scalar = "\0"

  /// The maximum number of marks in a cell.
  public static let capacity = 4

  /// No marks.
  @inlinable public init() {}

  /// The marks in order; a fifth and later ones are dropped.
  public init(_ scalars: some Sequence<Unicode.Scalar>) {
    for scalar in scalars { append(scalar) }
  }

  /// Whether there is no mark.
  @inlinable public var isEmpty: Bool { first == "\0" }

  /// The number of marks, 0 to 4.
  public var count: Int {
    first == "\0" ? 0 : second == "\0" ? 1 : third == "\0" ? 2 : fourth == "\0" ? 3 : 4
  }

  /// Adds a mark; returns whether there was room for it.
  @discardableResult
  public mutating func append(_ scalar: Unicode.Scalar) -> Bool {
    switch count {
    case 0: first = scalar
    case 1: second = scalar
    case 2: third = scalar
    case 3: fourth = scalar
    default: return false
    }
    return true
  }

  @inlinable
  public static func == (one: Marks, other: Marks) -> Bool {
    one.first.value == other.first.value && one.second.value == other.second.value
      && one.third.value == other.third.value && one.fourth.value == other.fourth.value
  }

  /// The marks in order.
  public var scalars: [Unicode.Scalar] { [first, second, third, fourth].filter { $0 != "\0" } }
}

/// One glyph of a line after shaping: a base, its marks and its width in cells, such as U+FEFB
/// (lam-alef, one cell) or U+4E2D (two cells).
public struct Glyph: Hashable, Sendable {
  /// The character that is drawn; U+0000 in the right half of a wide glyph.
  public var base: Unicode.Scalar
  /// The marks on the base.
  public var marks: Marks
  /// The number of columns: 1, or 2 for East Asian wide characters and emoji. Never 0.
  public var width: UInt8

  /// A base with its marks; a wide one has a `width` of 2.
  @inlinable
  public init(_ base: Unicode.Scalar, marks: Marks = Marks(), width: UInt8 = 1) {
    self.base = base
    self.marks = marks
    self.width = width
  }

  /// One blank cell.
  public static let blank = Glyph(" ")

  @inlinable
  public static func == (one: Glyph, other: Glyph) -> Bool {
    one.base.value == other.base.value && one.width == other.width && one.marks == other.marks
  }
}

/// One cell of a visual screen: a glyph in a style. The right half of a wide glyph is
/// `Cell.continuation`.
public struct Cell: Hashable, Sendable {
  /// What the cell shows.
  public var glyph: Glyph
  /// How it is drawn.
  public var style: Style
  /// The font face in addition to the style's: some terminals shape each face separately.
  public var face = Face.own

  /// A font face that differs from the style's.
  public enum Face: UInt8, Hashable, Sendable {
    /// The face of the style.
    case own
    /// Bold if the style is not, and the reverse.
    case otherWeight
    /// Italic, for glyphs that look the same in italics.
    case slanted
  }

  /// A cell with a glyph in a style; without arguments, a blank.
  @inlinable
  public init(_ glyph: Glyph = .blank, style: Style = .plain) {
    self.glyph = glyph
    self.style = style
  }

  /// The cell after a wide glyph; it has no contents (its glyph's base is U+0000).
  public static func continuation(_ style: Style) -> Cell {
    Cell(Glyph("\0"), style: style)
  }

  /// Whether this is the right half of the wide glyph before it.
  public var isContinuation: Bool { glyph.base == "\0" }

  // Written by hand so that it is inlined: each frame is compared with the previous one, cell by
  // cell.
  @inlinable
  public static func == (one: Cell, other: Cell) -> Bool {
    one.glyph == other.glyph && one.style == other.style && one.face == other.face
  }
}
