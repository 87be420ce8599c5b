/// Lays forms out as rows, for a given width, styles and text conversion.
///
/// The generic code is inlinable and short, so it is compiled for the types of the using program.
/// The drawing code is not generic.
public struct FormLayout<Text> {
  /// The number of visible rows. Of a long list, only parts that can be visible are laid out.
  public let height: Int
  @usableFromInline let paragraph: (Text) -> Paragraph
  @usableFromInline var painter: PartPainter

  /// - Parameter paragraph: converts a text to a paragraph.
  @inlinable
  public init(
    width: Int, height: Int = .max / 8, styles: FormStyles = FormStyles(),
    paragraph: @escaping (Text) -> Paragraph
  ) {
    self.height = height
    self.paragraph = paragraph
    painter = PartPainter(width: width, styles: styles)
  }

  /// The number of columns that rows are laid out for.
  public var width: Int { painter.width }
  /// The styles that rows are drawn in.
  public var styles: FormStyles { painter.styles }

  /// Whether a text that does not fit continues in the next row. Otherwise it is cut, with a blank
  /// after it.
  public var wraps: Bool {
    get { painter.wraps }
    set { painter.wraps = newValue }
  }

  /// The rows of a form.
  ///
  /// - Parameter focus: the part with the focus. It is highlighted in its whole width, except for
  ///   fields and buttons, which show the focus in their own way.
  @inlinable
  public func rows<ID: Equatable>(of form: Form<Text, ID>, focus: ID? = nil) -> [FormRow<ID>] {
    var rows: [FormRow<ID>] = []
    let termColumn = termColumn(of: form)
    for card in form.cards {
      if !rows.isEmpty { rows.append(FormRow()) }
      if let title = card.titlePart { rows += self.rows(of: title) }
      let near = nearParts(of: card, focus: focus)
      for place in 0..<card.count {
        if near.contains(place) {
          rows += self.rows(of: card[place], focus: focus, termColumn: termColumn)
        } else {
          // An empty row for each hidden part keeps the row count right for scrolling.
          rows.append(FormRow(id: card.id(at: place)))
        }
      }
    }
    return rows
  }

  /// The rows of one part.
  ///
  /// - Parameter termColumn: the column of meanings that stand next to their terms.
  @inlinable
  public func rows<ID: Equatable>(
    of part: Part<Text, ID>, focus: ID? = nil, termColumn: Int = 0
  ) -> [FormRow<ID>] {
    let isFocused = part.id != nil && part.id == focus
    let rows = painter.rows(
      shape(of: part, termColumn), part.emphasis, indent: part.indent, isFocused: isFocused)
    return rows.map { FormRow(spans: $0.spans, id: part.id, cursor: $0.cursor, box: $0.box) }
  }

  @inlinable
  func shape<ID>(of part: Part<Text, ID>, _ termColumn: Int) -> PartShape {
    switch part.content {
    case .paragraph(let text, let sign): .labelled(sign, paragraph(text), value: nil)
    case .option(let label, let detail, let mark):
      .labelled(mark.sign, paragraph(label), value: detail.map(paragraph))
    case .toggle(let label, let isOn, let word):
      .labelled(Sign.toggle(isOn), paragraph(label), value: paragraph(word))
    case .value(let label, let value, let sign):
      .labelled(sign, paragraph(label), value: value.map(paragraph))
    case .field(let label, let field): .field(paragraph(label), field)
    case .button(let title): .button(paragraph(title))
    case .term(let term, let meaning):
      .term(paragraph(term), meaning: paragraph(meaning), column: termColumn)
    }
  }

  /// The column of all meanings: after the longest term.
  @inlinable
  func termColumn<ID>(of form: Form<Text, ID>) -> Int {
    var widest = 0
    for card in form.cards {
      guard case .each(let parts) = card.parts else { continue }
      for part in parts {
        if case .term(let term, _) = part.content { widest = max(widest, paragraph(term).width) }
      }
    }
    return widest + 2
  }

  @inlinable
  func nearParts<ID: Equatable>(of card: Card<Text, ID>, focus: ID?) -> NearParts {
    guard case .list(let ids, _) = card.parts, ids.count > 4 * height else {
      return NearParts(count: card.count, height: .max / 8, focused: nil)
    }
    return NearParts(
      count: ids.count, height: height, focused: focus.flatMap { ids.firstIndex(of: $0) })
  }
}

/// The parts of a card that can be visible: some at each end and some around the focus.
@usableFromInline
struct NearParts {
  private let count: Int
  private let height: Int
  private let focused: Int?

  @usableFromInline
  init(count: Int, height: Int, focused: Int?) {
    self.count = count
    self.height = height
    self.focused = focused
  }

  @usableFromInline
  func contains(_ place: Int) -> Bool {
    place < height || place >= count - height
      || focused.map { abs($0 - place) <= height } ?? false
  }
}
