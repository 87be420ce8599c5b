import MirrorLayout

/// The whole screen as a logical frame: a pure function of the state.
public func view(_ state: State) -> Frame {
  var canvas = Canvas(state)
  draw(state, on: &canvas)
  return canvas.frame
}

/// What a pointer finds on the screen, the topmost last.
func targets(_ state: State) -> [TargetArea] {
  var canvas = Canvas(state, targets: [])
  draw(state, on: &canvas)
  return canvas.targets ?? []
}

private func draw(_ state: State, on canvas: inout Canvas) {
  guard !state.isWindowTooSmall else { return drawTooSmall(state, on: &canvas) }
  let layout = ScreenLayout(state)
  layout.draw(on: &canvas)
  for dialog in state.dialogs {
    switch dialog {
    case .question(let dialog): dialog.draw(state, on: &canvas)
    case .help(let dialog): dialog.draw(state, on: &canvas)
    case .messages(let dialog): dialog.draw(state, on: &canvas)
    case .terminal(let dialog): dialog.draw(state, on: &canvas)
    }
  }
}

/// A part of the screen for a section's lines.
private struct SectionArea {
  let origin: Position
  let size: Size
}

private func drawTooSmall(_ state: State, on canvas: inout Canvas) {
  let line = Text.message(.windowTooSmall).paragraph(in: state.wording)
    .truncated(to: state.size.columns)
  canvas.text(line, row: 0, column: 0, role: .normal)
  canvas.frame.focus = "window.tooSmall"
}

/// Where the parts of the screen stand: the navigation list, the section, and below them what
/// is pending, toasts, the hint and the keys.
struct ScreenLayout {
  private let state: State
  private let size: Size
  /// Whether the navigation list stands beside the section; else it is one line above it.
  private let isWide: Bool
  private let hasTitle: Bool
  private let navigationWidth: Int
  private let below: [ContentLine]

  init(_ state: State) {
    self.state = state
    size = state.size
    isWide = size.columns >= 56 && size.rows >= 10
    hasTitle = size.rows >= 12
    let names = state.sections.map {
      Text.message($0.title).paragraph(in: state.wording).width
    }
    navigationWidth = min(max(14, (names.max() ?? 0) + 4), size.columns / 3)
    below = Self.linesBelow(state, isRoomy: size.rows >= 10)
  }

  /// The lines under the section; but for toasts, as many as leave it three lines at least.
  private static func linesBelow(_ state: State, isRoomy: Bool) -> [ContentLine] {
    let width = state.size.columns - (isRoomy ? 2 : 0)
    let indent = isRoomy ? 1 : 0
    func wrapped(_ text: Text, _ role: Role) -> [ContentLine] {
      ContentLine.wrapped(text, role, width: width, state).map { line in
        var line = line
        for index in line.spans.indices { line.spans[index].column += indent }
        return line
      }
    }
    let footer = Footer.line(state, width: width, indent: indent)
    var lines: [ContentLine] = []
    // What went wrong may cover the section where there is no other room; it goes by itself.
    for toast in state.toasts.suffix(2).reversed() {
      let text = wrapped(toast.text, toast.isWarning ? .warning : .hint)
      let room = state.size.rows - 1 - lines.count
      if lines.isEmpty || text.count < room { lines += text.prefix(room) }
    }
    var room = max(0, state.size.rows - 1 - (isRoomy ? 5 : 3) - lines.count)
    func take(_ more: [ContentLine]) -> Bool {
      guard more.count <= room else { return false }
      lines += more
      room -= more.count
      return true
    }
    if state.isRestartPending, !state.dialogs.contains(where: \.isRestart) {
      let key = Text.identifier(.key(.r))
      _ =
        take(wrapped(.message(.restartPending, [key]), .pending))
        || take(wrapped(.message(.restartPendingShort, [key]), .pending))
    }
    if let work = state.account.work {
      _ = take(workLines(work, state, indent: indent, width: width))
    }
    if state.isDefaultLanguageUsed, state.signIn == nil {
      _ = take(wrapped(.message(.defaultLanguageUsed), .pending))
    }
    if isRoomy, let hint = Self.hint(state) { _ = take(wrapped(hint, .hint)) }
    return lines + [footer]
  }

  /// What the person waits for, with a sign of life in front of it (R55).
  private static func workLines(
    _ work: Work, _ state: State, indent: Int, width: Int
  ) -> [ContentLine] {
    let escape = Text.identifier(.key(.escape))
    let signs = 3
    let text = indent + signs + 1
    var lines = ContentLine.wrapped(
      .message(.workCancel, [.message(work.request.progress), escape]), .pending,
      indentedBy: text, width: indent + width, state)
    let beads = (0..<signs).map { Glyph($0 == work.step % signs ? "●" : "·") }
    lines[0].spans.insert(
      Span(column: indent, width: signs, style: state.style(.pending), content: .symbols(beads)),
      at: 0)
    return lines
  }

  private static func hint(_ state: State) -> Text? {
    if state.signIn != nil { return nil }
    if let editing = state.editing { return editing.field.hint }
    if case .section(let section) = state.focus {
      return .message(.hintOpenSection, [.message(section.title)])
    }
    return state.section.content.hint(for: state.focus, state)
  }

  func draw(on canvas: inout Canvas) {
    var top = 0
    if hasTitle {
      canvas.fill(row: 0, column: 0, width: size.columns, role: .title)
      canvas.text(
        Text.message(.appName).paragraph(in: state.wording).truncated(to: size.columns - 2), row: 0,
        column: 1, role: .title)
      top = 1
    }
    // Also where a message covers everything for a while.
    canvas.frame.focus = state.focus.identifier
    let height = size.rows - top - below.count
    if state.signIn != nil {
      drawSignIn(top: top, height: height, on: &canvas)
    } else if isWide, height > 2 {
      drawWide(top: top, height: height, on: &canvas)
    } else if height > 0 {
      drawNarrow(top: top, height: height, on: &canvas)
    }
    for (index, line) in below.enumerated() {
      canvas.draw(line, row: size.rows - below.count + index, column: 0)
      for key in line.keys {
        canvas.target(
          .command(key.command), row: size.rows - below.count + index,
          column: key.column, width: key.width)
      }
    }
  }

  private func drawWide(top: Int, height: Int, on canvas: inout Canvas) {
    canvas.box(
      at: Position(row: top, column: 0), size: Size(columns: size.columns, rows: height),
      role: .border)
    let divider = navigationWidth + 1
    canvas.symbols(["┬"], row: top, column: divider, role: .border)
    for row in 1..<(height - 1) {
      canvas.symbols(["│"], row: top + row, column: divider, role: .border)
    }
    canvas.symbols(["┴"], row: top + height - 1, column: divider, role: .border)
    drawNavigation(
      top: top + 1, height: height - 2, column: 1, width: navigationWidth, on: &canvas)
    drawSection(in: sectionArea, on: &canvas)
  }

  /// Where the section stands.
  private var sectionArea: SectionArea {
    let top = hasTitle ? 1 : 0
    let height = size.rows - top - below.count
    if isWide, height > 2 {
      return SectionArea(
        origin: Position(row: top + 1, column: navigationWidth + 3),
        size: Size(columns: size.columns - navigationWidth - 5, rows: height - 2))
    }
    // Below the folded navigation, and below the unfolded one where there is room for both.
    let area = SectionArea(
      origin: Position(row: top + 1, column: 0),
      size: Size(columns: size.columns - 1, rows: max(0, height - 1)))
    let list = state.sections.count + 1
    guard isUnfolded, hasItems, area.size.rows - list >= Self.leastRows else { return area }
    return SectionArea(
      origin: Position(row: area.origin.row + list, column: 0),
      size: Size(columns: area.size.columns, rows: area.size.rows - list))
  }

  /// The fewest rows of a section beside something else.
  private static let leastRows = 3

  /// What has nothing to go to is read from the navigation, which stays folded for that.
  private var hasItems: Bool { !state.section.content.items(in: state).isEmpty }

  /// Whether the focus is in the navigation.
  private var isUnfolded: Bool { state.focus == .section(state.section) }

  /// The sections; where there is no room for all of them, those round the one that is shown.
  @discardableResult
  private func drawNavigation(
    top: Int, height: Int, column: Int, width: Int, on canvas: inout Canvas
  ) -> ScrollExtent {
    let sections = state.sections
    let shown = sections.firstIndex(of: state.section) ?? 0
    let first = min(max(0, shown - height / 2), max(0, sections.count - height))
    for (row, section) in sections.dropFirst(first).prefix(height).enumerated() {
      drawEntry(section, row: top + row, column: column, width: width, on: &canvas)
    }
    return ScrollExtent(first: first, visible: height, count: sections.count)
  }

  /// The form to sign in by, in the place of navigation and section.
  private func drawSignIn(top: Int, height: Int, on canvas: inout Canvas) {
    let isBoxed = isWide && height > 2
    if isBoxed {
      canvas.box(
        at: Position(row: top, column: 0), size: Size(columns: size.columns, rows: height),
        role: .border)
    }
    let origin = isBoxed ? Position(row: top + 1, column: 2) : Position(row: top, column: 0)
    let area = Size(
      columns: size.columns - (isBoxed ? 4 : 1), rows: isBoxed ? height - 2 : height)
    guard area.rows > 0 else { return }
    let lines = SignInContent.lines(state, width: min(area.columns, 64))
    let focused = SignInContent.focusedLine(of: lines) ?? 0
    let first = min(max(0, focused - area.rows / 2), max(0, lines.count - area.rows))
    canvas.frame.focus = "signIn"
    for (row, line) in lines.dropFirst(first).prefix(area.rows).enumerated() {
      canvas.draw(line, row: origin.row + row, column: origin.column)
      if let target = line.target {
        canvas.target(target, row: origin.row + row, column: origin.column, width: area.columns)
      }
      if let field = line.fieldColumns {
        canvas.target(
          .field(columns: field.count), row: origin.row + row,
          column: origin.column + field.lowerBound, width: field.count)
      }
      if let cursor = line.cursor {
        canvas.frame.cursor = Position(
          row: origin.row + row, column: min(origin.column + cursor, size.columns - 1))
        canvas.frame.focus = state.signIn?.focus.identifier ?? ""
      }
    }
    canvas.scrollBar(
      ScrollExtent(first: first, visible: area.rows, count: lines.count),
      column: size.columns - 1, row: origin.row, role: .border)
  }

  /// One section's entry: a chevron marks the one that is shown.
  private func drawEntry(
    _ section: Section, row: Int, column: Int, width: Int, on canvas: inout Canvas
  ) {
    let isFocused = state.focus == .section(section)
    let isShown = state.section == section
    let role: Role = isFocused ? .focused : isShown ? .current : .normal
    canvas.fill(row: row, column: column, width: width, role: role)
    canvas.target(.item(.section(section)), row: row, column: column, width: width)
    canvas.symbols([isShown ? "›" : " "], row: row, column: column + 1, role: role)
    let title = Text.message(section.title).paragraph(in: state.wording)
      .truncated(to: width - 4)
    canvas.text(title, row: row, column: column + 3, role: role)
    if isFocused { focus(row: row, column: column + 3, on: &canvas) }
  }

  /// The navigation folded into one line, `≡ Language`, above the section. While it has the focus,
  /// it is unfolded over the section.
  private func drawNarrow(top: Int, height: Int, on canvas: inout Canvas) {
    let title = Text.message(state.section.title).paragraph(in: state.wording)
      .truncated(to: size.columns - 4)
    let role: Role = isUnfolded && !hasItems ? .focused : .heading
    canvas.fill(row: top, column: 0, width: size.columns, role: role)
    canvas.target(.navigation, row: top, column: 0, width: size.columns)
    canvas.symbols(["≡"], row: top, column: 0, role: role)
    canvas.text(title, row: top, column: 2, role: role)
    canvas.symbols(
      [isUnfolded && hasItems ? "▴" : "▾"], row: top, column: size.columns - 1, role: role)
    drawSection(in: sectionArea, on: &canvas)
    if isUnfolded, !hasItems { focus(row: top, column: 2, on: &canvas) }
    if isUnfolded, hasItems { drawUnfolded(top: top + 1, height: height - 1, on: &canvas) }
  }

  private func drawUnfolded(top: Int, height: Int, on canvas: inout Canvas) {
    let shown = min(height, state.sections.count)
    for row in 0..<shown {
      canvas.fill(row: top + row, column: 0, width: size.columns, role: .dialog)
    }
    let extent = drawNavigation(
      top: top, height: shown, column: 0, width: size.columns - 1, on: &canvas)
    canvas.scrollBar(extent, column: size.columns - 1, row: top, role: .dialogBorder)
    // A line parts the list from the section.
    guard shown < height else { return }
    canvas.symbols(
      [Unicode.Scalar](repeating: "─", count: size.columns), row: top + shown, column: 0,
      role: .dialogBorder)
  }

  private func drawSection(in place: SectionArea, on canvas: inout Canvas) {
    let (origin, area) = (place.origin, place.size)
    guard area.rows > 0 else { return }
    let lines = contentLines(width: area.columns)
    let first = firstVisibleLine(lines, height: area.rows)
    // Where the item itself was scrolled away, the reader is at the top.
    if !isUnfolded { focus(row: origin.row, column: origin.column, on: &canvas) }
    for (row, line) in lines.dropFirst(first).prefix(area.rows).enumerated() {
      let isFocused = line.item != nil && line.item == state.focus
      canvas.draw(
        line, row: origin.row + row, column: origin.column,
        focusedWidth: isFocused && !line.isInField ? area.columns : nil)
      if let item = line.item {
        canvas.target(
          .item(item), row: origin.row + row, column: origin.column, width: area.columns)
      }
      if let field = line.fieldColumns, isFocused {
        canvas.target(
          .field(columns: field.count), row: origin.row + row,
          column: origin.column + field.lowerBound, width: field.count)
      }
      if isFocused, let cursor = line.cursor {
        focus(row: origin.row + row, column: origin.column + cursor, on: &canvas)
      }
    }
    canvas.scrollBar(
      ScrollExtent(first: first, visible: area.rows, count: lines.count),
      column: size.columns - 1, row: origin.row, role: .border)
  }

  /// The section's lines; where there is no room for a hint line below, the focused item's hint
  /// follows it here.
  private func contentLines(width: Int) -> [ContentLine] {
    var lines = state.section.content.lines(state, width: width)
    // The line above names the section already.
    if !isWide { lines.removeFirst() }
    // The current option says so itself, and the one below it wants to be seen.
    let isCurrent = state.focus == .language(state.language.code)
    if size.rows < 10, !isCurrent, let last = lines.lastIndex(where: { $0.item == state.focus }),
      let hint = Self.hint(state), hint != .message(.hintAbout)
    {
      lines.insert(
        contentsOf: ContentLine.wrapped(hint, .hint, indentedBy: 1, width: width, state),
        at: last + 1)
    }
    return lines
  }

  /// Keeps the focused item in sight, and with it a quarter of the area below it; where that leaves
  /// lines that belong to the item out of sight, what was read of them counts.
  private func firstVisibleLine(_ lines: [ContentLine], height: Int) -> Int {
    let place = reading(lines, height: height)
    return place.base + place.read
  }

  /// How far the focused item and the lines round it have been read.
  struct Reading {
    /// The first line in sight when the item gets the focus.
    var base: Int
    /// How many lines on from there the area is, or back where it is negative.
    var read: Int
    /// Lines out of sight above and below that no other item brings into sight.
    var above: Int
    var below: Int
    var height: Int
  }

  var reading: Reading {
    let area = sectionArea.size
    return reading(contentLines(width: area.columns), height: max(1, area.rows))
  }

  private func reading(_ lines: [ContentLine], height: Int) -> Reading {
    guard lines.count > height, let own = focusedLines(lines) else {
      return Reading(base: 0, read: 0, above: 0, below: 0, height: height)
    }
    let last = lines.count - height
    let wanted =
      own.count > height
      ? own.lowerBound : min(own.lowerBound, max(0, own.upperBound - height * 3 / 4))
    let base = min(wanted, last)
    let range = linesToRead(lines, own)
    let lowest = min(base, range.lowerBound)
    let highest = min(last, max(base, range.upperBound - height))
    let first = min(max(lowest, base + state.linesRead), highest)
    return Reading(
      base: base, read: first - base, above: max(0, first - range.lowerBound),
      below: max(0, min(range.upperBound - height, last) - first), height: height)
  }

  /// The lines of the focused item with those before and behind it that are no item's: a heading, an
  /// explanation.
  private func linesToRead(_ lines: [ContentLine], _ own: Range<Int>) -> Range<Int> {
    var lower = (lines[..<own.lowerBound].lastIndex { $0.item != nil }).map { $0 + 1 } ?? 0
    var upper = lines[own.upperBound...].firstIndex { $0.item != nil } ?? lines.count
    while lower < own.lowerBound, lines[lower].spans.isEmpty { lower += 1 }
    while upper > own.upperBound, lines[upper - 1].spans.isEmpty { upper -= 1 }
    return lower..<upper
  }

  private func focusedLines(_ lines: [ContentLine]) -> Range<Int>? {
    if isUnfolded {
      // A section without items is read from the navigation.
      return lines.contains { $0.item != nil } ? nil : lines.indices
    }
    guard let start = lines.firstIndex(where: { $0.item == state.focus }),
      let end = lines.lastIndex(where: { $0.item == state.focus })
    else { return nil }
    return start..<end + 1
  }

  private func focus(row: Int, column: Int, on canvas: inout Canvas) {
    canvas.frame.cursor = Position(row: row, column: min(column, size.columns - 1))
    canvas.frame.focus = state.focus.identifier
  }
}
