import Forms

extension TextField {
  /// The field as it is drawn: one cell more than its text, where the caret stands at its end.
  struct Shown {
    let line: TextLine
    let carets: CaretMap
    /// For each place of the line the position in the text: they differ where dots stand for it.
    let positions: [Int]

    var isRightToLeft: Bool { carets.isRightToLeft }

    /// The columns that the text and the caret behind it take.
    var width: Int { line.width }

    func column(of position: Int) -> Int { carets.column(of: place(of: position)) }

    /// The columns between two positions, from left to right.
    func columns(of range: Range<Int>) -> [Range<Int>] {
      carets.columns(of: place(of: range.lowerBound)..<place(of: range.upperBound))
    }

    func position(leftOf position: Int) -> Int {
      text(carets.position(leftOf: place(of: position)))
    }

    func position(rightOf position: Int) -> Int {
      text(carets.position(rightOf: place(of: position)))
    }

    func position(at column: Int) -> Int { text(carets.position(at: column)) }

    func wordStart(before position: Int) -> Int {
      text(carets.wordStart(before: place(of: position)))
    }

    func wordEnd(after position: Int) -> Int { text(carets.wordEnd(after: place(of: position))) }

    private func place(of position: Int) -> Int {
      positions.lastIndex { $0 <= position } ?? 0
    }

    private func text(_ place: Int) -> Int { positions[min(place, positions.count - 1)] }
  }

  /// - Parameter language: the direction of the language that is shown.
  func shown(language: Direction, joinsLetters: Bool = true) -> Shown {
    let natural: ParagraphDirection = language == .leftToRight ? .leftToRight : .rightToLeft
    let direction: ParagraphDirection
    let text: [Unicode.Scalar]
    let positions: [Int]
    switch rules.kind {
    case .secret:
      positions = boundaries
      text = positions.dropLast().map { _ in "\u{2022}" }
      direction = natural
    case .person, .identifier:
      positions = Array(0...scalars.count)
      text = scalars.map { $0 == "\n" ? "\u{21B5}" : $0 }
      direction = rules.kind == .person ? .firstStrong(fallback: language) : .leftToRight
    }
    let line = Paragraph(
      scalars: text + [" "], direction: direction, joinsLetters: joinsLetters
    ).line
    return Shown(line: line, carets: CaretMap(line), positions: positions)
  }

  /// The part of the field with the caret in it. It moves by half a box at a time, and follows from
  /// the caret alone, so that no state of it can go wrong.
  package func window(
    columns: Int, layout: Direction, language: Direction, joinsLetters: Bool = true
  ) -> FieldContent.Window {
    let shown = shown(language: language, joinsLetters: joinsLetters)
    let column = shown.column(of: caret)
    let distance = layout == .leftToRight ? column : shown.width - 1 - column
    let half = max(1, columns / 2)
    let page = columns > 1 ? distance / half - 1 : distance
    let offset = min(max(0, page * half), max(0, shown.width - columns))
    return FieldContent.Window(
      line: shown.line, offset: offset, cursor: distance - offset,
      selected: selection.map { shown.columns(of: $0) } ?? [])
  }

  /// Puts the caret where a press into the box was, by its column from the box's leading edge.
  mutating func placeCaret(column: Int, columns: Int, layout: Direction, language: Direction) {
    let position = position(
      atColumn: column, columns: columns, layout: layout, language: language)
    _ = moveCaret(to: position, selecting: false)
  }

  /// The position in the text that a click into the box means, by its column from the box's leading
  /// edge.
  package func position(
    atColumn column: Int, columns: Int, layout: Direction, language: Direction
  ) -> Int {
    let shown = shown(language: language)
    let window = window(columns: columns, layout: layout, language: language)
    let distance = window.offset + column
    return shown.position(at: layout == .leftToRight ? distance : shown.width - 1 - distance)
  }
}
