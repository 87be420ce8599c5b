import Forms

extension TextField {
  /// The field as it is drawn, one cell wider than its text for a caret at the end.
  struct Shown {
    let line: TextLine
    let carets: CaretMap
    /// The position in the text for each place of the line. They differ where dots replace a
    /// secret.
    let positions: [Int]

    func column(of position: Int) -> Int { carets.column(of: place(of: position)) }

    /// The columns between two positions, from left to right.
    func columns(of range: Range<Int>) -> [Range<Int>] {
      carets.columns(of: place(of: range.lowerBound)..<place(of: range.upperBound))
    }

    func position(at column: Int) -> Int { text(carets.position(at: column)) }

    /// The position that a movement on the line leads to.
    func moved(_ position: Int, _ move: (CaretMap, Int) -> Int) -> Int {
      text(move(carets, place(of: position)))
    }

    private func place(of position: Int) -> Int {
      positions.lastIndex { $0 <= position } ?? 0
    }

    private func text(_ place: Int) -> Int { positions[min(place, positions.count - 1)] }
  }

  /// - Parameter language: the direction of the displayed language.
  func shown(language: Direction, joinsLetters: Bool = true) -> Shown {
    let natural: ParagraphDirection = language == .leftToRight ? .leftToRight : .rightToLeft
    let direction: ParagraphDirection
    let text: [Unicode.Scalar]
    let positions: [Int]
    switch rules.kind {
    case .secret:
      positions = boundaries
      text = positions.dropLast().map { _ in "\u{25AA}" }
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

  /// The visible part of the field, which contains the caret. It moves by half a box at a time. It
  /// depends only on the caret, so there is no scroll state to keep consistent.
  package func window(
    columns: Int, layout: Direction, language: Direction, joinsLetters: Bool = true
  ) -> FieldContent.Window {
    let shown = shown(language: language, joinsLetters: joinsLetters)
    let column = shown.column(of: caret)
    let distance = layout == .leftToRight ? column : shown.line.width - 1 - column
    let half = max(1, columns / 2)
    let page = columns > 1 ? distance / half - 1 : distance
    let offset = min(max(0, page * half), max(0, shown.line.width - columns))
    return FieldContent.Window(
      line: shown.line, offset: offset, cursor: distance - offset,
      selected: selection.map { shown.columns(of: $0) } ?? [])
  }

  /// Moves the caret to the place where the box was pressed; the column counts from the box's
  /// leading edge.
  mutating func placeCaret(column: Int, columns: Int, layout: Direction, language: Direction) {
    let position = position(
      atColumn: column, columns: columns, layout: layout, language: language)
    _ = moveCaret(to: position, selecting: false)
  }

  /// The position in the text for a click into the box; the column counts from the box's leading
  /// edge.
  package func position(
    atColumn column: Int, columns: Int, layout: Direction, language: Direction
  ) -> Int {
    let shown = shown(language: language)
    let window = window(columns: columns, layout: layout, language: language)
    let distance = window.offset + column
    return shown.position(at: layout == .leftToRight ? distance : shown.line.width - 1 - distance)
  }
}
