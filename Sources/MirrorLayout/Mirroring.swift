import BidiText

extension Frame {
  /// The frame as a terminal shows it. The texts of each row are reordered and joined. In a
  /// right-to-left layout, each row is mirrored so that logical column 0 is at the right.
  ///
  /// ```swift
  /// let grid = frame.laidOut(.rightToLeft)
  /// ```
  ///
  /// - Parameters:
  ///   - encoding: the order in which the terminal wants the cells of each row. For `.logical`, the
  ///     frame's texts must be made with separate letters (`TextLine.joinsLetters`), or the part
  ///     that exceeds their width is cut off.
  ///   - repertoire: the glyphs that the terminal can draw.
  ///   - sameLook: whether two styles look the same on the terminal.
  public func laidOut(
    _ direction: Direction, as encoding: RowEncoding = .visual,
    drawing repertoire: GlyphRepertoire = .unicode,
    sameLook: (Style, Style) -> Bool = { $0 == $1 }
  ) -> Grid {
    var grid = Grid(
      size: size, cursor: visual(cursor, direction), background: background)
    for (index, row) in rows.enumerated() {
      for span in row.spans {
        Self.lay(span, row: index, direction, isPlain: encoding == .logical, into: &grid)
      }
    }
    grid.substitute(by: repertoire)
    grid.encode(encoding, sameLook)
    return grid
  }

  private func visual(_ position: Position, _ direction: Direction) -> Position {
    direction == .leftToRight
      ? position
      : Position(row: position.row, column: size.columns - 1 - position.column)
  }

  private static func lay(
    _ span: Span, row: Int, _ direction: Direction, isPlain: Bool, into grid: inout Grid
  ) {
    let columns = grid.size.columns
    let leading = max(0, span.column)
    let trailing = min(columns, span.column + span.width)
    guard leading < trailing else { return }
    let left = direction == .leftToRight ? leading : columns - trailing
    let right = direction == .leftToRight ? trailing : columns - leading
    for column in left..<right { grid[row, column] = Cell(style: span.style) }

    let glyphs: [Glyph]
    switch span.content {
    case .blank:
      return
    case .picture(let spans, let own):
      var picture = Grid(
        size: Size(columns: span.width, rows: 1),
        background: span.style)
      for part in spans { lay(part, row: 0, own, isPlain: isPlain, into: &picture) }
      // What does not fit is cut off at the layout's trailing edge.
      let start = direction == .leftToRight ? 0 : span.width - (right - left)
      for column in left..<right { grid[row, column] = picture[0, start + column - left] }
      return
    case .text(let line) where isPlain:
      glyphs = line.plainGlyphs
    case .text(let line):
      glyphs = line.glyphs
    case .symbols(let symbols):
      glyphs =
        direction == .leftToRight
        ? symbols
        : symbols.reversed().map {
          Glyph(SymbolMirroring.mirror(of: $0.base), marks: $0.marks, width: $0.width)
        }
    }
    let width = glyphs.reduce(0) { $0 + Int($1.width) }
    let origin = direction == .leftToRight ? left - span.offset : right + span.offset - width
    var column = origin
    for glyph in glyphs {
      let end = column + Int(glyph.width)
      if column >= left, end <= right {
        let style =
          span.highlights.first { $0.columns.contains(column - origin) }?.style ?? span.style
        grid[row, column] = Cell(glyph, style: style)
        if glyph.width == 2 { grid[row, column + 1] = .continuation(style) }
      }
      column = end
    }
  }
}

extension Grid {
  /// Reorders each row, and the cursor with it, for an encoding.
  fileprivate mutating func encode(
    _ encoding: RowEncoding, _ sameLook: (Style, Style) -> Bool
  ) {
    guard encoding != .visual, encoding != .logical else { return }
    for row in 0..<size.rows {
      let range = row * size.columns..<(row + 1) * size.columns
      let encoded = encoding.encoded(
        cells[range], cursor: row == cursor.row ? cursor.column : nil, sameLook: sameLook)
      cells.replaceSubrange(range, with: encoded.cells)
      if row == cursor.row {
        cursor.column = encoded.columns.firstIndex(of: cursor.column) ?? cursor.column
      }
    }
  }
}
