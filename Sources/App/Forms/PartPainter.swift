/// Draws parts as glyphs and styles.
///
/// Column 0 is for the focus bar, texts begin after the gutter. Values are in one column near their
/// labels; a value that does not fit there is below its label.
@usableFromInline
struct PartPainter: Sendable {
  @usableFromInline let width: Int
  @usableFromInline let gutter: Int
  @usableFromInline let styles: FormStyles
  @usableFromInline var wraps = true
  @usableFromInline var showsPictures = false
  @usableFromInline var valueColumn = 0
  @usableFromInline var termColumn = 0
  /// The column of the details of options; nil for directly after each label.
  @usableFromInline var detailColumn: Int?
  /// Whether details are below their labels, because one of them does not fit beside its label.
  @usableFromInline var detailsAreBelow = false

  /// The longest label that the column of values makes room for.
  @usableFromInline static let longestLabel = 27
  /// Below this width, switches lead their row and values are below their labels.
  static let leastBeside = 44
  /// Below this width, an option has one row, unless it has the focus.
  static let leastRoomy = 30

  @usableFromInline
  init(width: Int, gutter: Int, styles: FormStyles) {
    self.width = width
    self.gutter = gutter
    self.styles = styles
  }

  @usableFromInline
  func valueColumn(afterLabels widest: Int) -> Int {
    gutter + min(max(widest + 3, 16), Self.longestLabel + 3)
  }

  /// Puts the details of all options beside their labels, or all of them below.
  @usableFromInline
  mutating func placeDetails(widest detail: Int, afterLabels label: Int) {
    let column = isStacked ? gutter + 2 + label + 3 : valueColumn
    detailColumn = column
    detailsAreBelow = column + detail > width || gutter + 2 + label + 2 > column
  }

  private var isStacked: Bool { width < Self.leastBeside }
  var isTiny: Bool { width < Self.leastRoomy }

  /// - Parameter isFocused: whether the part has the focus.
  @usableFromInline
  func rows(
    _ shape: PartShape, _ emphasis: Emphasis, indent: Int, isFocused: Bool
  ) -> [PartRow] {
    let column = gutter + indent
    switch shape {
    case .paragraph(let text, let sign): return paragraph(text, sign, emphasis, column: column)
    case .option(let label, let detail, let sign, let mark):
      return option(label, detail, sign, mark, emphasis, isFocused: isFocused)
    case .choice(let label, let note, let isCurrent, let picture):
      return choice(label, note, isCurrent, picture, emphasis, isFocused: isFocused)
    case .toggle(let label, let isOn, let word):
      return toggle(label, isOn, word, isFocused: isFocused)
    case .value(let label, let value, let sign, let use):
      return self.value(label, value, sign, use, isFocused: isFocused)
    case .term(let term, let meaning): return self.term(term, meaning)
    case .field(let label, let field): return self.field(label, field, isOpen: isFocused)
    case .button(let title): return button(title, isFocused: isFocused)
    }
  }

  // MARK: Texts

  private func paragraph(
    _ text: Paragraph, _ sign: Sign?, _ emphasis: Emphasis, column: Int
  ) -> [PartRow] {
    guard let sign else { return lines(text, column: column, styles[emphasis]) }
    let style = sign.emphasis.map { styles[$0] } ?? styles[emphasis]
    var rows = lines(text, column: column + sign.symbols.count + 1, styles[emphasis])
    rows[0].spans.insert(symbols(sign.symbols, column: column, style), at: 0)
    return rows
  }

  /// A term and its meaning next to it, or below it if too little room is left.
  private func term(_ term: Paragraph, _ meaning: Paragraph) -> [PartRow] {
    let span = text(term.line, column: gutter, styles.term)
    guard width - termColumn >= 20 else {
      return [PartRow(spans: [span])] + lines(meaning, column: gutter + 2, styles.plain)
    }
    var rows = lines(meaning, column: termColumn, styles.plain)
    rows[0].spans.insert(span, at: 0)
    return rows
  }

  // MARK: Options

  private func option(
    _ label: Paragraph, _ detail: Paragraph?, _ sign: Sign?, _ mark: Mark, _ emphasis: Emphasis,
    isFocused: Bool
  ) -> [PartRow] {
    var rows = lines(label, column: gutter + 2, isFocused ? styles.focused : styles[emphasis])
    if let span = self.mark(mark, isFocused: isFocused) { rows[0].spans.insert(span, at: 0) }
    if let detail {
      let style = isFocused ? styles.focused : styles.quiet
      let end = gutter + 2 + label.width
      let column = detailColumn ?? (isStacked ? end + 3 : valueColumn)
      let signed = sign.map { $0.symbols.count + 1 } ?? 0
      func spans(_ sign: Sign, column: Int, isFocused: Bool) -> Span {
        symbols(
          sign.symbols, column: column,
          isFocused ? styles.focused : sign.emphasis.map { styles[$0] } ?? style)
      }
      if !detailsAreBelow, rows.count == 1, end + 2 <= column,
        column + signed + detail.width <= width
      {
        if let sign { rows[0].spans.append(spans(sign, column: column, isFocused: isFocused)) }
        rows[0].spans.append(text(detail.line, column: column + signed, style))
      } else {
        var more = lines(detail, column: gutter + 2 + signed, styles.quiet)
        if let sign {
          more[0].spans.insert(spans(sign, column: gutter + 2, isFocused: false), at: 0)
        }
        rows += more
      }
    }
    let isList = if case .chevron = mark { true } else { false }
    return focused(rows, isFocused, cursor: isList ? 0 : gutter)
  }

  private func mark(_ mark: Mark, isFocused: Bool) -> Span? {
    switch mark {
    case .radio(let isCurrent):
      symbols(
        [isCurrent ? "◉" : "◦"], column: gutter,
        isFocused ? styles.focused : isCurrent ? styles.mark : styles.quiet)
    case .chevron(isCurrent: true) where !isFocused: symbols(["›"], column: gutter, styles.mark)
    case .chevron: nil
    }
  }

  /// The column of a picture, from the form's leading edge.
  private static let pictureColumn = 32

  private func shows(_ picture: Picture?) -> Picture? {
    guard let picture,
      Self.pictureColumn + picture.frame.size.columns <= width
    else { return nil }
    return picture
  }

  @usableFromInline
  func showsPicture(of shape: PartShape) -> Bool {
    if case .choice(_, _, _, let picture) = shape { shows(picture) != nil } else { false }
  }

  private func choice(
    _ label: Paragraph, _ note: Paragraph, _ isCurrent: Bool, _ picture: Picture?,
    _ emphasis: Emphasis, isFocused: Bool
  ) -> [PartRow] {
    let picture = shows(picture)
    var narrowed = self
    if picture != nil { narrowed = narrowed.withWidth(Self.pictureColumn - 2) }
    let style = isFocused ? styles.focused : styles[emphasis]
    var rows = narrowed.lines(label, column: gutter + 2, style)
    if let span = mark(.radio(isCurrent: isCurrent), isFocused: isFocused) {
      rows[0].spans.insert(span, at: 0)
    }
    let check: [Unicode.Scalar] = ["✓"]
    if isTiny, isCurrent {
      let column = gutter + 2 + label.width + 1
      if rows.count == 1, column < width {
        rows[0].spans.append(symbols(check, column: column, isFocused ? style : styles.mark))
      }
    } else if !isTiny || isFocused {
      var more = narrowed.lines(note, column: gutter + (isCurrent ? 4 : 2), styles.quiet)
      if isCurrent { more[0].spans.insert(symbols(check, column: gutter + 2, styles.mark), at: 0) }
      rows += more
    }
    var drawn = narrowed.focused(rows, isFocused, cursor: gutter)
    guard let picture else { return drawn }
    while drawn.count < picture.frame.size.rows { drawn.append(PartRow()) }
    for (place, row) in picture.frame.rows.enumerated() {
      drawn[place].spans.append(
        Span(
          column: Self.pictureColumn, width: picture.frame.size.columns,
          style: picture.frame.background, content: .picture(row.spans, picture.direction)))
    }
    return drawn
  }

  private func withWidth(_ width: Int) -> PartPainter {
    var painter = PartPainter(width: width, gutter: gutter, styles: styles)
    painter.wraps = wraps
    return painter
  }

  // MARK: Switches and values

  private func toggle(
    _ label: Paragraph, _ isOn: Bool, _ word: Paragraph, isFocused: Bool
  ) -> [PartRow] {
    let style = isFocused ? styles.focused : styles.plain
    let side = isOn ? "◉" : "◦" as Unicode.Scalar
    let sign: [Unicode.Scalar] = ["["] + (isOn ? [" ", side] : [side, " "]) + ["]"]
    let knob = isOn ? 2 : 1
    func at(_ column: Int, _ style: Style) -> [Span] {
      var spans = [symbols(sign, column: column, style)]
      if !isFocused, isOn { spans.append(symbols([side], column: column + knob, styles.mark)) }
      return spans
    }
    if isStacked {
      let start = gutter + sign.count + 1
      var rows = lines(label, column: start, style)
      rows[0].spans.insert(contentsOf: at(gutter, style), at: 0)
      let column = width - word.width
      if rows.count == 1, start + label.width + 2 <= column {
        rows[0].spans.append(text(word.line, column: column, style))
      } else {
        rows += lines(word, column: start, styles.plain)
      }
      return focused(rows, isFocused, cursor: gutter + knob)
    }
    var rows = lines(label, column: gutter, style)
    let end = valueColumn + sign.count + 1 + word.width
    if rows.count == 1, gutter + label.width + 2 <= valueColumn, end <= width {
      rows[0].spans += at(valueColumn, style)
      rows[0].spans.append(text(word.line, column: valueColumn + sign.count + 1, style))
      return focused(rows, isFocused, cursor: valueColumn + knob)
    }
    var drawn = focused(rows, isFocused, cursor: 0)
    drawn[0].cursor = nil
    var more = lines(word, column: gutter + 2 + sign.count + 1, styles.plain)
    more[0].spans.insert(contentsOf: at(gutter + 2, styles.plain), at: 0)
    if isFocused { more[0].cursor = gutter + 2 + knob }
    return drawn + more
  }

  private func value(
    _ label: Paragraph, _ value: Paragraph?, _ sign: Sign?, _ use: ValueUse, isFocused: Bool
  ) -> [PartRow] {
    let style = isFocused ? styles.focused : use == .read ? styles.quiet : styles.plain
    // Room for the chevron.
    let trailing = use == .page ? 2 : 0
    guard let value else {
      var rows = narrowed(by: trailing).lines(label, column: gutter, style)
      if use == .page { open(&rows, isFocused: isFocused && rows.count == 1) }
      return focused(rows, isFocused, cursor: 0)
    }
    var rows = lines(label, column: gutter, style)
    let leading = sign.map { $0.symbols.count + 1 } ?? 0
    let room = width - valueColumn - leading - trailing
    let isBeside =
      !isStacked && rows.count == 1 && gutter + label.width + 2 <= valueColumn
      && (value.width <= room || room >= 20)
    let column = isBeside ? valueColumn : gutter + 2
    let own = use == .entry ? styles.field : styles.plain
    let valueStyle = isFocused && isBeside ? styles.focused : own
    var more = narrowed(by: trailing).lines(value, column: column + leading, valueStyle)
    if let sign {
      let signStyle = sign.emphasis.map { styles[$0] } ?? valueStyle
      more[0].spans.insert(symbols(sign.symbols, column: column, signStyle), at: 0)
    }
    if isBeside {
      rows[0].spans += more[0].spans
      rows += more.dropFirst()
      // Only the first row is filled.
      for place in rows.indices.dropFirst() where isFocused {
        for span in rows[place].spans.indices { rows[place].spans[span].style = own }
      }
    } else {
      rows += more
    }
    if use == .page { open(&rows, isFocused: isFocused && rows.count == 1) }
    return focused(rows, isFocused, cursor: 0)
  }

  /// Appends the sign of a part that opens something to the last row's text.
  private func open(_ rows: inout [PartRow], isFocused: Bool) {
    guard let last = rows[rows.count - 1].spans.last else { return }
    rows[rows.count - 1].spans.append(
      symbols(
        ["›"], column: min(last.column + last.width + 1, width - 1),
        isFocused ? styles.focused : styles.mark))
  }

  private func narrowed(by columns: Int) -> PartPainter { withWidth(max(1, width - columns)) }

  // MARK: The focus

  /// Adds the bar and the fill of the first row.
  private func focused(_ rows: [PartRow], _ isFocused: Bool, cursor: Int) -> [PartRow] {
    guard isFocused else { return rows }
    var drawn = rows
    drawn[0].spans.insert(
      contentsOf: [
        bar, Span(column: 1, width: width - 1, style: styles.focused, content: .blank),
      ], at: 0)
    drawn[0].cursor = cursor
    return drawn
  }

  /// The cell at the leading edge of the focused part.
  var bar: Span { Span(column: 0, width: 1, style: styles.bar, content: .blank) }

  // MARK: Rows

  /// A paragraph over as many rows as it needs.
  func lines(_ paragraph: Paragraph, column: Int, _ style: Style) -> [PartRow] {
    guard wraps else {
      let line = paragraph.truncated(to: max(0, width - column - 1))
      return [PartRow(spans: [text(line, column: column, style)])]
    }
    return paragraph.lines(width: max(1, width - column)).map {
      PartRow(spans: [text($0, column: column, style)])
    }
  }

  func text(_ line: TextLine, column: Int, _ style: Style) -> Span {
    Span(column: column, width: line.width, style: style, content: .text(line))
  }

  func symbols(_ symbols: [Unicode.Scalar], column: Int, _ style: Style) -> Span {
    Span(
      column: column, width: symbols.count, style: style,
      content: .symbols(symbols.map { Glyph($0) }))
  }
}
