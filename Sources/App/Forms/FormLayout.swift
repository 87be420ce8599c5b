/// Lays forms out as rows, for a given width, styles and text conversion.
///
/// The generic code is inlinable and short, so it is compiled for the types of the using program.
/// The drawing code is not generic.
public struct FormLayout<Text> {
  /// The number of visible rows. Of a long list, only parts that can be visible are laid out.
  public let height: Int
  @usableFromInline let paragraph: (Text) -> Paragraph
  @usableFromInline var painter: PartPainter
  /// Whether the details of options are beside all labels or below all; otherwise each is where it
  /// fits, which takes fewer rows.
  public var alignsDetails = true

  /// - Parameters:
  ///   - gutter: the columns in front of all texts; the first one is for the focus bar.
  ///   - paragraph: converts a text to a paragraph.
  @inlinable
  public init(
    width: Int, height: Int = .max / 8, gutter: Int = 2, styles: FormStyles = FormStyles(),
    paragraph: @escaping (Text) -> Paragraph
  ) {
    self.height = height
    self.paragraph = paragraph
    painter = PartPainter(width: width, gutter: gutter, styles: styles)
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

  /// Whether large options show their pictures, where the width has room for them.
  public var showsPictures: Bool {
    get { painter.showsPictures }
    set { painter.showsPictures = newValue }
  }

  /// The rows of a form.
  ///
  /// - Parameter focus: the part with the focus. It has a bar at its leading edge, and its first
  ///   row is filled, except for fields and buttons, which show the focus differently.
  @inlinable
  public func rows<ID: Equatable>(of form: Form<Text, ID>, focus: ID? = nil) -> [FormRow<ID>] {
    rows(of: form, placed(for: form), focus)
  }

  /// The rows of a form, ready for moves of the focus.
  @inlinable
  package func focusRows<ID: Equatable>(of form: Form<Text, ID>, focus: ID) -> FocusRows<ID> {
    let painter = placed(for: form)
    return FocusRows(rows: rows(of: form, painter, focus), focus: focus, painter: painter)
  }

  /// Moves the focus in the rows of an equal form, which this layout has made, or one that differs in
  /// styles. Only two parts are laid out again, unless all look different or a long list hides others.
  @inlinable
  package func moveFocus<ID: Equatable>(
    to focus: ID, in rows: inout FocusRows<ID>, of form: Form<Text, ID>
  ) {
    guard focus != rows.focus else { return }
    guard styles == rows.painter.styles, !form.cards.contains(where: isLong) else {
      rows = focusRows(of: form, focus: focus)
      return
    }
    for id in [rows.focus, focus] {
      guard let part = form.part(id), let start = rows.rows.firstIndex(where: { $0.id == id }),
        let end = rows.rows.lastIndex(where: { $0.id == id })
      else { continue }
      rows.rows.replaceSubrange(
        start...end,
        with: self.rows(of: part, shape(of: part), rows.painter, isFocused: id == focus))
    }
    rows.focus = focus
  }

  @inlinable
  func rows<ID: Equatable>(
    of form: Form<Text, ID>, _ painter: PartPainter, _ focus: ID?
  ) -> [FormRow<ID>] {
    var rows: [FormRow<ID>] = []
    for part in form.heading {
      rows += self.rows(of: part, shape(of: part), painter, isFocused: false)
    }
    for card in form.cards {
      if !rows.isEmpty { rows.append(FormRow()) }
      if let title = card.titlePart {
        rows += self.rows(of: title, shape(of: title), painter, isFocused: false)
      }
      var focused: Int?
      if case .list(let ids, _) = card.parts, let focus { focused = ids.firstIndex(of: focus) }
      for place in 0..<card.count {
        guard isNear(place, in: card, focused: focused) else {
          // An empty row for each hidden part keeps the row count right for scrolling.
          rows.append(FormRow(id: card.id(at: place)))
          continue
        }
        let part = card[place]
        let shape = shape(of: part)
        // Options with pictures are separated.
        if place > 0, painter.showsPicture(of: shape) { rows.append(FormRow()) }
        rows += self.rows(
          of: part, shape, painter, isFocused: part.id != nil && part.id == focus)
      }
    }
    return rows
  }

  /// The rows of one part.
  @inlinable
  public func rows<ID: Equatable>(of part: Part<Text, ID>, focus: ID? = nil) -> [FormRow<ID>] {
    rows(of: part, shape(of: part), painter, isFocused: part.id != nil && part.id == focus)
  }

  @inlinable
  func rows<ID>(
    of part: Part<Text, ID>, _ shape: PartShape, _ painter: PartPainter, isFocused: Bool
  ) -> [FormRow<ID>] {
    painter.rows(shape, part.emphasis, indent: part.indent, isFocused: isFocused)
      .map { FormRow(spans: $0.spans, id: part.id, cursor: $0.cursor, box: $0.box) }
  }

  @inlinable
  func shape<ID>(of part: Part<Text, ID>) -> PartShape {
    switch part.content {
    case .paragraph(let text, let sign): .paragraph(paragraph(text), sign)
    case .option(let label, let detail, let sign, let mark):
      .option(paragraph(label), detail: detail.map(paragraph), sign: sign, mark)
    case .choice(let label, let choice):
      .choice(
        paragraph(label), note: paragraph(choice.note), isCurrent: choice.isCurrent,
        painter.showsPictures ? choice.picture?() : nil)
    case .toggle(let label, let isOn, let word): .toggle(paragraph(label), isOn, paragraph(word))
    case .value(let label, let value, let sign):
      .value(paragraph(label), value.map(paragraph), sign, part.id == nil ? .read : .page)
    case .entry(let label, let text): .value(paragraph(label), paragraph(text), nil, .entry)
    case .field(let label, let field): .field(paragraph(label), field)
    case .button(let title): .button(paragraph(title))
    case .term(let term, let meaning): .term(paragraph(term), meaning: paragraph(meaning))
    }
  }

  /// The painter with the columns of a form: of all values, after the longest label of moderate
  /// length; of all meanings, after the longest term; and of details.
  @inlinable
  func placed<ID>(for form: Form<Text, ID>) -> PartPainter {
    var (widestLabel, widestTerm, isLong) = (0, 0, false)
    var widest: (label: Int, detail: Int)?
    for card in form.cards {
      let isList = if case .list = card.parts { true } else { false }
      // The labels of a long list are not known before they are shown.
      isLong = isLong || card.count > 4 * height
      if isList, isLong { continue }
      for place in 0..<card.count {
        switch card[place].content {
        case .option(let label, .some(let detail), let sign, _):
          let signed = paragraph(detail).width + (sign.map { $0.symbols.count + 1 } ?? 0)
          let (width, detail) = (paragraph(label).width, signed)
          widestLabel = max(widestLabel, width + 2)
          widest = (max(widest?.label ?? 0, width), max(widest?.detail ?? 0, detail))
        case .toggle(let label, _, _), .value(let label, .some, _), .entry(let label, _):
          let width = paragraph(label).width
          if width <= PartPainter.longestLabel { widestLabel = max(widestLabel, width) }
        case .term(let term, _) where !isList: widestTerm = max(widestTerm, paragraph(term).width)
        default: break
        }
      }
    }
    var painter = painter
    painter.valueColumn = painter.valueColumn(afterLabels: isLong ? .max / 8 : widestLabel)
    painter.termColumn = painter.gutter + widestTerm + 2
    if alignsDetails, !isLong, let widest {
      painter.placeDetails(widest: widest.detail, afterLabels: widest.label)
    }
    return painter
  }

  /// Whether a part can be visible: of a long list, some at each end and some around the focus.
  @inlinable
  func isNear<ID>(_ place: Int, in card: Card<Text, ID>, focused: Int?) -> Bool {
    guard isLong(card) else { return true }
    return place < height || place >= card.count - height
      || focused.map { abs($0 - place) <= height } ?? false
  }

  @inlinable
  func isLong<ID>(_ card: Card<Text, ID>) -> Bool {
    if case .list(let ids, _) = card.parts { ids.count > 4 * height } else { false }
  }
}
