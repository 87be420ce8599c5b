import BidiText

/// A highlighted part of a line of text.
public struct Highlight: Hashable, Sendable {
  /// Columns of the drawn line, from its left edge in both layouts.
  public var columns: Range<Int>
  /// The style of these columns, in place of the span's.
  public var style: Style

  /// Columns of a span that have another style.
  public init(columns: Range<Int>, style: Style) {
    self.columns = columns
    self.style = style
  }
}

/// A piece of a logical row: `width` columns starting at `column`, filled with blanks in its style,
/// with its content at the leading edge.
public struct Span: Hashable, Sendable {
  /// What a span shows.
  public enum Content: Hashable, Sendable {
    /// A line of text. The bidirectional algorithm orders it; it is never mirrored.
    case text(TextLine)
    /// Ornaments in layout order (borders, chevrons, checkboxes); mirrored with the layout.
    case symbols([Glyph])
    /// A row of a smaller screen, laid out in that screen's direction and never mirrored. Its
    /// columns count from its leading edge.
    case picture([Span], Direction)
    /// Only the background.
    case blank
  }

  /// Columns from the leading edge, from 0.
  public var column: Int
  /// The number of columns.
  public var width: Int
  /// The style of all its cells.
  public var style: Style
  /// What it shows.
  public var content: Content
  /// How many columns of a text are scrolled out of view at the layout's leading edge.
  public var offset: Int
  /// Parts of a text in another style, such as a selection.
  public var highlights: [Highlight]

  /// A span at a logical column; column 0 is where reading begins.
  public init(
    column: Int, width: Int, style: Style, content: Content, offset: Int = 0,
    highlights: [Highlight] = []
  ) {
    self.column = column
    self.width = width
    self.style = style
    self.content = content
    self.offset = offset
    self.highlights = highlights
  }
}

/// One row of a logical frame. Where spans overlap, the later one covers the earlier.
public struct Row: Hashable, Sendable {
  /// The spans of the row; a later one covers earlier ones.
  public var spans: [Span]

  /// A row of spans, or an empty one.
  public init(spans: [Span] = []) {
    self.spans = spans
  }
}

/// A whole screen in logical order: column 0 is the leading edge, at the left or at the right.
///
/// A frame has no direction; `laidOut(_:)` turns it into a `Grid`.
public struct Frame: Hashable, Sendable {
  /// The size of the screen.
  public var size: Size
  /// The rows from the top, as many as the screen has.
  public var rows: [Row]
  /// The position of the terminal's cursor (the focused item), in logical columns.
  public var cursor: Position
  /// A stable identifier of the focused item, such as `language.option.ar`.
  public var focus: String
  /// The style of cells that no span covers.
  public var background: Style

  /// A frame of empty rows.
  public init(
    size: Size, cursor: Position = Position(row: 0, column: 0), focus: String = "",
    background: Style = .plain
  ) {
    self.size = size
    self.rows = Array(repeating: Row(), count: size.rows)
    self.cursor = cursor
    self.focus = focus
    self.background = background
  }
}

extension Frame {
  /// A row's text in logical order from the leading edge, as a person would type it, without
  /// trailing blanks. Traces and tests use it to read screens.
  ///
  /// Lam-alef takes one cell but is two letters here.
  public func logicalText(row: Int) -> String {
    let text = Self.letters(of: rows[row].spans, columns: size.columns).compactMap { $0 }.joined()
    guard let last = text.lastIndex(where: { $0 != " " }) else { return "" }
    return String(text[...last])
  }

  /// The letters of a row, one string per cell from the leading edge; nil marks the second cell of
  /// a wide letter. A picture is read from the picture's leading edge.
  private static func letters(of spans: [Span], columns: Int) -> [String?] {
    var cells = [String?](repeating: " ", count: columns)
    for span in spans {
      let start = max(0, span.column)
      let end = min(columns, span.column + span.width)
      guard start < end else { continue }
      for column in start..<end { cells[column] = " " }
      let content: [String?] =
        switch span.content {
        case .blank: []
        case .text(let line): Array(line.letters.dropFirst(span.offset))
        case .symbols(let symbols): symbols.map { String(Character($0.base)) }
        case .picture(let spans, _): letters(of: spans, columns: span.width)
        }
      for (column, letter) in zip(start..<end, content) { cells[column] = letter }
    }
    return cells
  }
}
