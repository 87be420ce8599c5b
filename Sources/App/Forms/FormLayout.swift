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
    var painter = painter
    painter.valueColumn = valueColumn(of: form)
    painter.termColumn = termColumn(of: form)
    if alignsDetails, let (label, detail) = widestDetail(of: form) {
      painter.placeDetails(widest: detail, afterLabels: label)
    }
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
    case .option(let label, let detail, let mark):
      .option(paragraph(label), detail: detail.map(paragraph), mark)
    case .choice(let label, let choice):
      .choice(
        paragraph(label), note: paragraph(choice.note), isCurrent: choice.isCurrent,
        painter.showsPictures ? choice.picture?() : nil)
    case .toggle(let label, let isOn, let word): .toggle(paragraph(label), isOn, paragraph(word))
    case .value(let label, let value, let sign):
      .value(paragraph(label), value.map(paragraph), sign, isRead: part.id == nil)
    case .field(let label, let field): .field(paragraph(label), field)
    case .button(let title): .button(paragraph(title))
    case .term(let term, let meaning): .term(paragraph(term), meaning: paragraph(meaning))
    }
  }

  /// The widths of the longest label with a detail and of the longest detail; nil if there is none,
  /// or if a list is too long to be searched.
  @inlinable
  func widestDetail<ID>(of form: Form<Text, ID>) -> (label: Int, detail: Int)? {
    var widest: (label: Int, detail: Int)?
    for card in form.cards {
      guard card.count <= 4 * height else { return nil }
      for place in 0..<card.count {
        guard case .option(let label, .some(let detail), _) = card[place].content else { continue }
        widest = (
          max(widest?.label ?? 0, paragraph(label).width),
          max(widest?.detail ?? 0, paragraph(detail).width)
        )
      }
    }
    return widest
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
    return painter.gutter + widest + 2
  }

  /// The column of all values: after the longest label of moderate length.
  @inlinable
  func valueColumn<ID>(of form: Form<Text, ID>) -> Int {
    var widest = 0
    for card in form.cards {
      // The labels of a long list are not known before they are shown.
      guard card.count <= 4 * height else { return painter.valueColumn(afterLabels: .max / 8) }
      for place in 0..<card.count {
        switch card[place].content {
        case .option(let label, .some, _): widest = max(widest, paragraph(label).width + 2)
        case .toggle(let label, _, _), .value(let label, .some, _):
          let width = paragraph(label).width
          if width <= PartPainter.longestLabel { widest = max(widest, width) }
        default: break
        }
      }
    }
    return painter.valueColumn(afterLabels: widest)
  }

  /// Whether a part can be visible: of a long list, some at each end and some around the focus.
  @inlinable
  func isNear<ID>(_ place: Int, in card: Card<Text, ID>, focused: Int?) -> Bool {
    guard case .list(let ids, _) = card.parts, ids.count > 4 * height else { return true }
    return place < height || place >= ids.count - height
      || focused.map { abs($0 - place) <= height } ?? false
  }
}
