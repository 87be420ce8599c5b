import BidiText

/// A highlighted part of a line of text.
public struct Highlight: Hashable, Sendable {
  /// Columns of the drawn line, from its left edge in both layouts.
  public var columns: Range<Int>
  public var style: Style

  public init(columns: Range<Int>, style: Style) {
    self.columns = columns
    self.style = style
  }
}

/// A piece of a logical row: `width` columns starting at `column`, filled with blanks in its style,
/// with its content at the leading edge.
public struct Span: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// A line of text. The bidirectional algorithm orders it; it is never mirrored.
    case text(TextLine)
    /// Ornaments in layout order (borders, chevrons, checkboxes); mirrored with the layout.
    case symbols([Glyph])
    /// A row of a smaller screen, laid out in its own direction and never mirrored. Its columns
    /// count from its own leading edge.
    case picture([Span], Direction)
    case blank
  }

  /// Columns from the leading edge, from 0.
  public var column: Int
  public var width: Int
  public var style: Style
  public var content: Content
  /// How many columns of a text are scrolled out of view at the layout's leading edge.
  public var offset: Int
  /// Parts of a text with their own style, such as a selection.
  public var highlights: [Highlight]

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
  public var spans: [Span]

  public init(spans: [Span] = []) {
    self.spans = spans
  }
}

/// A whole screen in logical order: column 0 is the leading edge, on whichever side that will be.
///
/// A frame has no direction; `laidOut(_:)` turns it into a `Grid`.
public struct Frame: Hashable, Sendable {
  public var size: Size
  public var rows: [Row]
  /// The position of the terminal's cursor (the focused item), in logical columns.
  public var cursor: Position
  /// A stable identifier of the focused item, such as `language.option.ar`.
  public var focus: String
  /// The style of cells that no span covers.
  public var background: Style

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
  /// a wide letter. A picture is read from its own leading edge.
  private static func letters(of spans: [Span], columns: Int) -> [String?] {
    var cells = [String?](repeating: " ", count: columns)
    for span in spans {
      let start = max(0, span.column)
      let end = min(columns, span.column + span.width)
      guard start < end else { continue }
      for column in start..<end { cells[column] = " " }
      switch span.content {
      case .blank: break
      case .text(let line):
        for (column, letter) in zip(start..<end, line.letters.dropFirst(span.offset)) {
          cells[column] = letter
        }
      case .symbols(let symbols):
        for (column, symbol) in zip(start..<end, symbols) {
          cells[column] = String(Character(symbol.base))
        }
      case .picture(let spans, _):
        for (column, letter) in zip(start..<end, letters(of: spans, columns: span.width)) {
          cells[column] = letter
        }
      }
    }
    return cells
  }
}
