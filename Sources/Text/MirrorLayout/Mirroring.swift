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
    for row in rows.indices {
      lay(row, direction, encoding, repertoire, sameLook, into: &grid, at: row)
    }
    return grid
  }

  /// The rows that may look different from those of a former frame, as `laidOut` makes them; nil if
  /// the frames have different sizes or backgrounds.
  ///
  /// ```swift
  /// if let changes = frame.changes(since: former, .rightToLeft) { grid.apply(changes) }
  /// ```
  ///
  /// The rows of both cursors are included, because in some encodings the cursor decides how its
  /// row is sent. The former frame must have been laid out with these arguments, too.
  public func changes(
    since former: Frame, _ direction: Direction, as encoding: RowEncoding = .visual,
    drawing repertoire: GlyphRepertoire = .unicode,
    sameLook: (Style, Style) -> Bool = { $0 == $1 }
  ) -> ChangedRows? {
    guard size == former.size, background == former.background else { return nil }
    let places = rows.indices.filter {
      $0 == cursor.row || $0 == former.cursor.row || rows[$0] != former.rows[$0]
    }
    var grid = Grid(
      size: Size(columns: size.columns, rows: places.count),
      cursor: Position(
        row: places.firstIndex(of: cursor.row) ?? -1, column: visual(cursor, direction).column),
      background: background)
    for (place, row) in places.enumerated() {
      lay(row, direction, encoding, repertoire, sameLook, into: &grid, at: place)
    }
    return ChangedRows(
      places: places, grid: grid, cursor: Position(row: cursor.row, column: grid.cursor.column))
  }

  /// Lays a row out in a row of a grid that is empty so far.
  private func lay(
    _ row: Int, _ direction: Direction, _ encoding: RowEncoding, _ repertoire: GlyphRepertoire,
    _ sameLook: (Style, Style) -> Bool, into grid: inout Grid, at place: Int
  ) {
    for span in rows[row].spans {
      Self.lay(span, row: place, direction, isPlain: encoding == .logical, into: &grid)
    }
    grid.substitute(in: place, by: repertoire)
    grid.encode(place, encoding, sameLook)
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
  /// Reorders a row, and the cursor with it, for an encoding.
  fileprivate mutating func encode(
    _ row: Int, _ encoding: RowEncoding, _ sameLook: (Style, Style) -> Bool
  ) {
    guard encoding != .visual, encoding != .logical else { return }
    let range = row * size.columns..<(row + 1) * size.columns
    let encoded = encoding.encoded(
      cells[range], cursor: row == cursor.row ? cursor.column : nil, sameLook: sameLook)
    cells.replaceSubrange(range, with: encoded.cells)
    if row == cursor.row {
      cursor.column = encoded.columns.firstIndex(of: cursor.column) ?? cursor.column
    }
  }
}
