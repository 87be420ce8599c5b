import MirrorLayout

/// What a section consists of; each section has a file of its own.
protocol SectionContent {
  /// Whether there is such a section now.
  static func isShown(in state: State) -> Bool
  /// The items that can have the focus, from the top.
  static func items(in state: State) -> [Item]
  /// The section as lines of at most `width` columns.
  static func lines(_ state: State, width: Int) -> [ContentLine]
  /// What the hint line says about the focused item.
  static func hint(for item: Item, _ state: State) -> Text?
  /// The person chose an item.
  static func activate(_ item: Item, _ state: inout State) -> [Effect]
  /// The text field of an item as it would be opened, or nil where the item has none.
  static func field(for item: Item, _ state: State) -> TextField?
  /// The person changed the text of an item's field and kept it.
  static func textKept(_ text: String, for item: Item, _ state: inout State) -> [Effect]
}

extension SectionContent {
  static func isShown(in state: State) -> Bool { true }
  static func field(for item: Item, _ state: State) -> TextField? { nil }
  static func textKept(_ text: String, for item: Item, _ state: inout State) -> [Effect] { [] }
}

extension Section {
  var content: any SectionContent.Type {
    switch self {
    case .account: AccountSection.self
    case .region: RegionSection.self
    case .sync: SyncSection.self
    case .privacy: PrivacySection.self
    case .developer: DeveloperSection.self
    case .language: LanguageSection.self
    case .about: AboutSection.self
    }
  }
}

/// One line of a section or of a dialog, in columns from its own leading edge.
struct ContentLine {
  var spans: [Span]
  /// The item that the line belongs to: it is drawn in the focused style when the item is.
  var item: Item?
  /// Where the terminal's cursor stands when the line's item has the focus; nil on the lines
  /// after an item's first.
  var cursor: Int?
  /// Whether the line belongs to an open text field, which shows the focus in its own way.
  var isInField = false
  /// The columns of the box of an open text field.
  var fieldColumns: Range<Int>?
  /// What a pointer finds on the line, where it is no item of a section.
  var target: Target?
  /// What the line says, for who listens; nil where another line has said it.
  var spoken: Spoken?
  /// The columns of keys' names that can be pressed.
  var keys: [FooterKey] = []

  /// A key's name in the footer, in columns from the line's leading edge.
  struct FooterKey {
    let column: Int
    let width: Int
    let command: Command
  }

  init(spans: [Span] = [], item: Item? = nil, cursor: Int? = nil) {
    self.spans = spans
    self.item = item
    self.cursor = cursor
  }

  static let blank = ContentLine()

  /// A line's texts without their places and ornaments.
  struct Spoken: Hashable, Sendable {
    var label: Text
    var value: Text?
    /// Whether its sign marks the current one among several.
    var isMarked = false
  }

  /// A text over as many lines as it needs.
  static func wrapped(
    _ text: Text, _ role: Role, indentedBy indent: Int = 0, width: Int, _ state: State
  ) -> [ContentLine] {
    var lines = text.paragraph(in: state.wording).lines(width: max(1, width - indent)).map {
      ContentLine(
        spans: [Span(column: indent, width: $0.width, style: state.style(role), content: .text($0))]
      )
    }
    lines[0].spoken = Spoken(label: text)
    return lines
  }

  /// An item with a sign and a label at the leading edge and a value at the trailing edge, or
  /// below the label where they do not fit beside one another.
  static func labelled(
    _ item: Item, sign: [Glyph], label: Text, value: Text?, role: Role, width: Int,
    _ state: State
  ) -> [ContentLine] {
    let indent = sign.isEmpty ? 0 : sign.count + 1
    let labelParagraph = label.paragraph(in: state.wording)
    let valueParagraph = value?.paragraph(in: state.wording)
    let valueWidth = valueParagraph?.width ?? 0
    let isOneLine =
      indent + labelParagraph.width + (valueParagraph == nil ? 0 : 2 + valueWidth) <= width
    var lines = labelParagraph.lines(width: max(1, width - indent)).map {
      ContentLine(
        spans: [
          Span(column: indent, width: $0.width, style: state.style(role), content: .text($0))
        ],
        item: item)
    }
    lines[0].cursor = indent
    lines[0].spoken = Spoken(label: label, value: value, isMarked: sign.first?.base == "✓")
    if !sign.isEmpty {
      lines[0].spans.insert(
        Span(column: 0, width: sign.count, style: state.style(role), content: .symbols(sign)), at: 0
      )
    }
    guard let valueParagraph else { return lines }
    if isOneLine {
      let line = valueParagraph.line
      lines[0].spans.append(
        Span(
          column: width - line.width, width: line.width, style: state.style(role),
          content: .text(line)))
    } else {
      let below = indent == 0 ? min(2, width - 1) : indent
      lines += valueParagraph.lines(width: max(1, width - below)).map {
        ContentLine(
          spans: [
            Span(column: below, width: $0.width, style: state.style(role), content: .text($0))
          ],
          item: item)
      }
    }
    return lines
  }
}

extension [ContentLine] {
  /// Adds the lines of a list that may be long: those that can be in sight are made, which are some
  /// at each end and round the focus; an empty line stands for each of the others.
  mutating func append<Entry>(
    list elements: [Entry], as items: [Item], _ state: State, lines: (Entry) -> [ContentLine]
  ) {
    let rows = state.size.rows
    let isLong = elements.count > 4 * rows
    let focused = isLong ? items.firstIndex(of: state.focus) : nil
    reserveCapacity(count + elements.count)
    for index in elements.indices {
      let isNear =
        !isLong || index < rows || index >= elements.count - rows
        || focused.map { abs($0 - index) <= rows } ?? false
      if isNear {
        append(contentsOf: lines(elements[index]))
      } else {
        append(ContentLine(item: items[index]))
      }
    }
  }
}
