import Forms

/// How far the focused item and the rows round it have been read.
struct Reading {
  /// The first row in sight when the item gets the focus.
  var base: Int
  /// How many rows on from there the area is, or back where it is negative.
  var read: Int
  /// Rows out of sight above and below that no other item brings into sight.
  var above: Int
  var below: Int
  var height: Int
}

/// The section that is shown, scrolled so that the focus is in sight.
struct SectionPane {
  private let state: State
  private let area: Area
  private let isUnfolded: Bool
  private let rows: [FormRow<Item>]

  /// - Parameters:
  ///   - isUnfolded: whether the focus is in the navigation.
  ///   - isNamedAbove: whether the row above names the section already.
  init(_ state: State, in area: Area, isUnfolded: Bool, isNamedAbove: Bool = false) {
    self.state = state
    self.area = area
    self.isUnfolded = isUnfolded
    rows = area.size.rows > 0 ? Self.rows(state, area.size.columns, isNamedAbove) : []
  }

  /// The section's rows; where there is no room for a hint below the section, the focused item's hint
  /// follows it here.
  private static func rows(
    _ state: State, _ width: Int, _ isNamedAbove: Bool
  ) -> [FormRow<Item>] {
    var form = state.section.content.form(state)
    if isNamedAbove { form.cards[0].title = nil }
    let layout = state.formLayout(width: width)
    var rows = layout.rows(of: form, focus: state.focus)
    // The current option says so itself, and the one below it wants to be seen.
    let isCurrent = state.focus == .language(state.language.code)
    if state.size.rows < 10, !isCurrent, let last = rows.lastIndex(where: { $0.id == state.focus }),
      let hint = state.shownHint, hint != .message(.hintAbout)
    {
      rows.insert(
        contentsOf: layout.rows(of: SectionPart.paragraph(hint, .hint, indent: 1)), at: last + 1)
    }
    return rows
  }

  func draw(on canvas: inout Canvas) {
    guard area.size.rows > 0 else { return }
    let place = reading
    let first = place.base + place.read
    // Where the item itself was scrolled away, the reader is at the top.
    if !isUnfolded {
      canvas.focus(state.focus.identifier, row: area.origin.row, column: area.origin.column)
    }
    for (place, row) in rows.dropFirst(first).prefix(area.size.rows).enumerated() {
      canvas.draw(row, in: area, at: place) { .item($0) }
    }
    canvas.scrollBar(
      ScrollExtent(first: first, visible: area.size.rows, count: rows.count),
      column: state.size.columns - 1, row: area.origin.row, role: .border)
  }

  /// Keeps the focused item in sight, and with it a quarter of the area below it; where that leaves
  /// rows that belong to the item out of sight, what was read of them counts.
  var reading: Reading {
    let height = max(1, area.size.rows)
    guard rows.count > height, let own = focusedRows else {
      return Reading(base: 0, read: 0, above: 0, below: 0, height: height)
    }
    let last = rows.count - height
    let wanted =
      own.count > height
      ? own.lowerBound : min(own.lowerBound, max(0, own.upperBound - height * 3 / 4))
    let base = min(wanted, last)
    let range = rowsToRead(own)
    let lowest = min(base, range.lowerBound)
    let highest = min(last, max(base, range.upperBound - height))
    let first = min(max(lowest, base + state.linesRead), highest)
    return Reading(
      base: base, read: first - base, above: max(0, first - range.lowerBound),
      below: max(0, min(range.upperBound - height, last) - first), height: height)
  }

  /// The rows of the focused item with those before and behind it that are no item's: a heading, an
  /// explanation.
  private func rowsToRead(_ own: Range<Int>) -> Range<Int> {
    var lower = (rows[..<own.lowerBound].lastIndex { $0.id != nil }).map { $0 + 1 } ?? 0
    var upper = rows[own.upperBound...].firstIndex { $0.id != nil } ?? rows.count
    while lower < own.lowerBound, rows[lower].spans.isEmpty { lower += 1 }
    while upper > own.upperBound, rows[upper - 1].spans.isEmpty { upper -= 1 }
    return lower..<upper
  }

  private var focusedRows: Range<Int>? {
    if isUnfolded {
      // A section without items is read from the navigation.
      return rows.contains { $0.id != nil } ? nil : rows.indices
    }
    guard let start = rows.firstIndex(where: { $0.id == state.focus }),
      let end = rows.lastIndex(where: { $0.id == state.focus })
    else { return nil }
    return start..<end + 1
  }
}
