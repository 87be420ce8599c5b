import Forms

/// A logical frame while it is drawn. Texts, fills and ornaments are placed from the leading edge.
struct Canvas {
  var frame: Frame
  let theme: Theme
  /// The targets of a pointer, the topmost last; nil if they are not collected.
  var targets: [TargetArea]?
  /// How far the section on it is scrolled; nil if none is drawn.
  var reading: Reading?
  /// What a move of the focus leaves as it is; nil if no section has the keys.
  var steady: SteadyView?

  /// - Parameter size: nil for the whole screen.
  init(
    _ state: SettingsState, size: Size? = nil, background: Role = .normal,
    targets: [TargetArea]? = nil
  ) {
    theme = state.look
    frame = Frame(size: size ?? state.size, background: theme[background])
    self.targets = targets
  }

  /// Records the target on some columns of a row.
  mutating func target(_ target: @autoclosure () -> Target, row: Int, column: Int, width: Int) {
    guard targets != nil, width > 0 else { return }
    targets?.append(
      TargetArea(row: row, columns: column..<column + width, target: target()))
  }

  mutating func add(_ span: Span, row: Int) {
    guard frame.rows.indices.contains(row), span.width > 0 else { return }
    frame.rows[row].spans.append(span)
  }

  mutating func fill(row: Int, column: Int, width: Int, role: Role) {
    add(Span(column: column, width: width, style: theme[role], content: .blank), row: row)
  }

  mutating func text(_ line: TextLine, row: Int, column: Int, role: Role) {
    add(Span(column: column, width: line.width, style: theme[role], content: .text(line)), row: row)
  }

  mutating func symbols(_ symbols: [Unicode.Scalar], row: Int, column: Int, role: Role) {
    add(
      Span(
        column: column, width: symbols.count, style: theme[role],
        content: .symbols(symbols.map { Glyph($0) })),
      row: row)
  }

  /// Draws a small screen in the screen's direction.
  mutating func picture(_ picture: Picture, row: Int, column: Int) {
    for (place, drawn) in picture.frame.rows.enumerated() {
      add(
        Span(
          column: column, width: picture.frame.size.columns, style: picture.frame.background,
          content: .picture(drawn.spans, picture.direction)), row: row + place)
    }
  }

  /// Draws a row of a form in an area, `place` rows from its top.
  ///
  /// - Parameter target: the target of a press on a part's row.
  mutating func draw<ID>(
    _ row: FormRow<ID>, in area: Area, at place: Int, target: ((ID) -> Target)?
  ) {
    let (top, leading) = (area.origin.row + place, area.origin.column)
    draw(row, row: top, column: leading)
    if let target, let id = row.id {
      self.target(target(id), row: top, column: leading, width: area.size.columns)
    }
    if let box = row.box {
      self.target(
        .field(columns: box.width), row: top, column: leading + box.column, width: box.width)
    }
    if let cursor = row.cursor { moveCursor(row: top, column: leading + cursor) }
  }

  /// Draws a row without pointer targets.
  mutating func draw<ID>(_ row: FormRow<ID>, row top: Int, column: Int) {
    for var span in row.spans {
      span.column += column
      add(span, row: top)
    }
  }

  /// Records the focused item and puts the terminal's cursor there.
  mutating func focus(_ identifier: String, row: Int, column: Int) {
    moveCursor(row: row, column: column)
    frame.focus = identifier
  }

  /// Moves the terminal's cursor, limited to the screen.
  mutating func moveCursor(row: Int, column: Int) {
    frame.cursor = Position(row: row, column: min(column, frame.size.columns - 1))
  }

  /// Draws the rows of a form from a first one on, as many as fit in an area, with scroll signs.
  ///
  /// - Parameter target: the target of a press on a part's row; nil for rows that are only read.
  mutating func draw<ID>(
    _ rows: [FormRow<ID>], from first: Int, in area: Area, target: ((ID) -> Target)? = nil
  ) {
    for (place, row) in rows.dropFirst(first).prefix(area.size.rows).enumerated() {
      draw(row, in: area, at: place, target: target)
    }
    scrollSigns(first: first, of: rows.count, in: area)
  }

  /// Draws signs behind an area if there is more above or below.
  ///
  /// - Parameters:
  ///   - first: the line in the first row.
  ///   - count: the number of all lines.
  mutating func scrollSigns(first: Int, of count: Int, in area: Area) {
    guard area.size.rows > 0 else { return }
    let column = min(area.origin.column + area.size.columns, frame.size.columns - 1)
    if first > 0 { symbols(["▴"], row: area.origin.row, column: column, role: .quiet) }
    if first + area.size.rows < count {
      symbols(["▾"], row: area.end - 1, column: column, role: .quiet)
    }
  }

  /// Makes everything drawn so far the background of a sheet: in one quiet style, without fills, and
  /// out of a pointer's reach.
  mutating func dim() {
    let style = theme[.dimmed]
    for row in frame.rows.indices {
      frame.rows[row].spans = Self.dimmed(frame.rows[row].spans, style)
    }
    if targets != nil { targets = [] }
  }

  private static func dimmed(_ spans: [Span], _ style: Style) -> [Span] {
    spans.compactMap { span in
      var span = span
      span.style = style
      span.highlights = []
      switch span.content {
      case .blank: return nil
      case .picture(let spans, let direction):
        span.content = .picture(dimmed(spans, style), direction)
      case .text, .symbols: break
      }
      return span
    }
  }

  /// Removes everything from some rows.
  mutating func clear(_ rows: Range<Int>) {
    for row in rows {
      frame.rows[row] = Row()
      targets?.removeAll { $0.row == row }
    }
  }
}
