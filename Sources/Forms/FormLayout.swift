/// How forms become rows: in how many columns, in which styles, and from which texts.
public struct FormLayout<Text> {
  public let width: Int
  public let styles: FormStyles
  /// How many rows are in sight at once. Of a long list only those parts are laid out that can be
  /// among them.
  public let height: Int
  /// Whether a text that does not fit goes on in the next row. Else it is cut, and a blank stays
  /// behind it.
  public var wraps = true
  let paragraph: (Text) -> Paragraph

  /// - Parameter paragraph: the letters of a text, with their order.
  public init(
    width: Int, height: Int = .max / 8, styles: FormStyles = FormStyles(),
    paragraph: @escaping (Text) -> Paragraph
  ) {
    self.width = width
    self.height = height
    self.styles = styles
    self.paragraph = paragraph
  }

  /// The rows of a form.
  ///
  /// - Parameter focus: the part with the focus. It is highlighted in all of the width, but for fields
  ///   and buttons, which show the focus in their own way.
  public func rows<ID: Equatable>(of form: Form<Text, ID>, focus: ID? = nil) -> [FormRow<ID>] {
    var rows: [FormRow<ID>] = []
    let termColumn = termColumn(of: form)
    for card in form.cards {
      if !rows.isEmpty { rows.append(FormRow()) }
      if let title = card.titlePart { rows += self.rows(of: title) }
      let near = NearParts(of: card, focus: focus, height: height)
      for place in 0..<card.count {
        if near.contains(place) {
          rows += self.rows(of: card[place], focus: focus, termColumn: termColumn)
        } else {
          // Stands for the part where the rows are counted, to be scrolled over.
          rows.append(FormRow(id: card.id(at: place)))
        }
      }
    }
    return rows
  }

  /// The rows of one part.
  ///
  /// - Parameter termColumn: where meanings stand beside their terms.
  public func rows<ID: Equatable>(
    of part: Part<Text, ID>, focus: ID? = nil, termColumn: Int = 0
  ) -> [FormRow<ID>] {
    let isFocused = part.id != nil && part.id == focus
    let style = isFocused ? styles.focused : styles[part.emphasis]
    var drawing = PartDrawing(layout: self, indent: part.indent, style: style)
    switch part.content {
    case .paragraph(let text, let sign): drawing.labelled(sign, text)
    case .option(let label, let detail, let mark):
      drawing.labelled(mark.sign, label, value: detail)
    case .toggle(let label, let isOn, let word):
      drawing.labelled(Sign(["[", isOn ? "x" : " ", "]"]), label, value: word)
    case .value(let label, let value, let sign): drawing.labelled(sign, label, value: value)
    case .field(let label, let field):
      return fieldRows(label, field, part, isOpen: isFocused)
    case .button(let title):
      let limit = width - part.indent
      let padding = paragraph(title).width + 4 <= limit ? 1 : 0
      let row = buttonRow(
        title, indent: part.indent, padding: padding, limit: limit, isFocused: isFocused)
      return [FormRow(spans: row.spans, id: part.id, cursor: isFocused ? row.cursor : nil)]
    case .term(let term, let meaning): drawing.term(term, meaning, column: termColumn)
    }
    return drawing.rows.enumerated().map { place, spans in
      guard isFocused else { return FormRow(spans: spans, id: part.id) }
      let fill = Span(column: 0, width: width, style: style, content: .blank)
      return FormRow(
        spans: [fill] + spans, id: part.id, cursor: place == 0 ? drawing.labelColumn : nil)
    }
  }

  /// The column of all meanings: behind the longest term.
  private func termColumn<ID>(of form: Form<Text, ID>) -> Int {
    var widest = 0
    for card in form.cards {
      guard case .each(let parts) = card.parts else { continue }
      for part in parts {
        if case .term(let term, _) = part.content { widest = max(widest, paragraph(term).width) }
      }
    }
    return widest + 2
  }
}

/// Which parts of a card can be in sight: of a list much longer than the area, some at each end and
/// some round the focus.
private struct NearParts {
  private let count: Int
  private let height: Int
  private let focused: Int?
  private let isLong: Bool

  init<Text, ID: Equatable>(of card: Card<Text, ID>, focus: ID?, height: Int) {
    count = card.count
    self.height = height
    if case .list(let ids, _) = card.parts, ids.count > 4 * height {
      isLong = true
      focused = focus.flatMap { ids.firstIndex(of: $0) }
    } else {
      isLong = false
      focused = nil
    }
  }

  func contains(_ place: Int) -> Bool {
    !isLong || place < height || place >= count - height
      || focused.map { abs($0 - place) <= height } ?? false
  }
}

/// The rows of a part while they are made.
private struct PartDrawing<Text> {
  let layout: FormLayout<Text>
  let indent: Int
  let style: Style
  var rows: [[Span]] = []
  /// Where the label begins, behind the sign.
  var labelColumn = 0

  /// A sign and a label at the leading edge and a value at the trailing edge, or below the label where
  /// they do not fit beside each other.
  mutating func labelled(_ sign: Sign?, _ label: Text, value: Text? = nil) {
    let signWidth = sign?.symbols.count ?? 0
    labelColumn = indent + (signWidth == 0 ? 0 : signWidth + 1)
    let label = layout.paragraph(label)
    let value = value.map(layout.paragraph)
    let isOneLine = value.map { labelColumn + label.width + 2 + $0.width <= layout.width } ?? false
    add(label, column: labelColumn)
    if let sign, signWidth > 0 {
      let span = Span(
        column: indent, width: signWidth,
        style: sign.emphasis.map { layout.styles[$0] } ?? style,
        content: .symbols(sign.symbols.map { Glyph($0) }))
      rows[0].insert(span, at: 0)
    }
    guard let value else { return }
    if isOneLine {
      rows[0].append(span(value.line, column: layout.width - value.width))
    } else {
      add(value, column: labelColumn == 0 ? min(2, layout.width - 1) : labelColumn)
    }
  }

  /// The meaning stands beside the term, or below it where too little room is left.
  mutating func term(_ term: Text, _ meaning: Text, column: Int) {
    let term = span(layout.paragraph(term).line, column: indent)
    let meaning = layout.paragraph(meaning)
    let plain = layout.styles.plain
    if layout.width - column < 20 {
      rows.append([term])
      add(meaning, column: indent + 2, style: plain)
    } else {
      add(meaning, column: column, style: plain)
      rows[0].insert(term, at: 0)
    }
  }

  /// A paragraph over as many rows as it needs.
  private mutating func add(_ paragraph: Paragraph, column: Int, style: Style? = nil) {
    guard layout.wraps else {
      let line = paragraph.truncated(to: max(0, layout.width - column - 1))
      return rows.append([span(line, column: column, style: style)])
    }
    for line in paragraph.lines(width: max(1, layout.width - column)) {
      rows.append([span(line, column: column, style: style)])
    }
  }

  private func span(_ line: TextLine, column: Int, style: Style? = nil) -> Span {
    Span(column: column, width: line.width, style: style ?? self.style, content: .text(line))
  }
}
