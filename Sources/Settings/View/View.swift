import BidiText
import Cells

/// The whole screen as a logical frame: a pure function of the state.
public func view(_ state: State) -> Frame {
  var canvas = Canvas(frame: Frame(size: state.size))
  draw(state, on: &canvas)
  return canvas.frame
}

/// What a pointer finds on the screen, the topmost last.
func targets(_ state: State) -> [TargetArea] {
  var canvas = Canvas(frame: Frame(size: state.size), targets: [])
  draw(state, on: &canvas)
  return canvas.targets ?? []
}

private func draw(_ state: State, on canvas: inout Canvas) {
  guard state.size.columns >= 20, state.size.rows >= 6 else {
    return drawTooSmall(state, on: &canvas)
  }
  let layout = ScreenLayout(state)
  layout.draw(on: &canvas)
  for dialog in state.dialogs {
    switch dialog {
    case .restart(let dialog): dialog.draw(state, on: &canvas)
    case .help(let dialog): dialog.draw(state, on: &canvas)
    }
  }
}

private func drawTooSmall(_ state: State, on canvas: inout Canvas) {
  let line = Text.message(.windowTooSmall).paragraph(in: state.catalog)
    .truncated(to: state.size.columns)
  canvas.text(line, row: 0, column: 0, style: .normal)
  canvas.frame.focus = "window.tooSmall"
}

/// Where the parts of the screen stand: the navigation list, the section, and below them what
/// is pending, toasts, the hint and the keys.
private struct ScreenLayout {
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
    let names = Section.allCases.map {
      Text.message($0.title).paragraph(in: state.catalog).width
    }
    navigationWidth = min(max(14, (names.max() ?? 0) + 4), size.columns / 3)
    below = Self.linesBelow(state, isRoomy: size.rows >= 10)
  }

  /// The lines under the section; but for toasts, as many as leave it three lines at least.
  private static func linesBelow(_ state: State, isRoomy: Bool) -> [ContentLine] {
    let width = state.size.columns - (isRoomy ? 2 : 0)
    let indent = isRoomy ? 1 : 0
    func wrapped(_ text: Text, _ style: Style) -> [ContentLine] {
      ContentLine.wrapped(text, style, width: width, state).map { line in
        var line = line
        for index in line.spans.indices { line.spans[index].column += indent }
        return line
      }
    }
    let footer = Footer.line(state, width: width, indent: indent)
    var lines: [ContentLine] = []
    // What went wrong may cover the section where there is no other room; it goes by itself.
    for toast in state.toasts.suffix(2).reversed() {
      let text = wrapped(toast.text, .warning)
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
    if isRoomy, let hint = Self.hint(state) { _ = take(wrapped(hint, .hint)) }
    return lines + [footer]
  }

  private static func hint(_ state: State) -> Text? {
    if let editing = state.editing { return editing.field.hint }
    if case .section(let section) = state.focus {
      return .message(.hintOpenSection, [.message(section.title)])
    }
    return state.section.content.hint(for: state.focus, state)
  }

  func draw(on canvas: inout Canvas) {
    var top = 0
    if hasTitle {
      canvas.fill(row: 0, column: 0, width: size.columns, style: .title)
      canvas.text(
        Text.message(.appName).paragraph(in: state.catalog).truncated(to: size.columns - 2), row: 0,
        column: 1, style: .title)
      top = 1
    }
    let height = size.rows - top - below.count
    if isWide, height > 2 {
      drawWide(top: top, height: height, on: &canvas)
    } else if height > 0 {
      drawNarrow(top: top, height: height, on: &canvas)
    }
    for (index, line) in below.enumerated() {
      canvas.draw(line, row: size.rows - below.count + index, column: 0)
      for key in line.keys {
        canvas.target(
          .command(key.command), row: size.rows - below.count + index,
          column: key.columns.lowerBound, width: key.columns.count)
      }
    }
  }

  private func drawWide(top: Int, height: Int, on canvas: inout Canvas) {
    canvas.box(
      at: Position(row: top, column: 0), size: Size(columns: size.columns, rows: height),
      style: .border)
    let divider = navigationWidth + 1
    canvas.symbols(["┬"], row: top, column: divider, style: .border)
    for row in 1..<(height - 1) {
      canvas.symbols(["│"], row: top + row, column: divider, style: .border)
    }
    canvas.symbols(["┴"], row: top + height - 1, column: divider, style: .border)
    for (index, section) in Section.allCases.enumerated() where index < height - 2 {
      drawEntry(section, row: top + 1 + index, column: 1, width: navigationWidth, on: &canvas)
    }
    drawSection(
      origin: Position(row: top + 1, column: divider + 2),
      size: Size(columns: size.columns - divider - 4, rows: height - 2),
      scrollColumn: size.columns - 1, on: &canvas)
  }

  /// One section's entry: a chevron marks the one that is shown.
  private func drawEntry(
    _ section: Section, row: Int, column: Int, width: Int, on canvas: inout Canvas
  ) {
    let isFocused = state.focus == .section(section)
    let isShown = state.section == section
    let style: Style = isFocused ? .focused : isShown ? .current : .normal
    canvas.fill(row: row, column: column, width: width, style: style)
    canvas.target(.item(.section(section)), row: row, column: column, width: width)
    canvas.symbols([isShown ? "›" : " "], row: row, column: column + 1, style: style)
    let title = Text.message(section.title).paragraph(in: state.catalog)
      .truncated(to: width - 4)
    canvas.text(title, row: row, column: column + 3, style: style)
    if isFocused { focus(row: row, column: column + 3, on: &canvas) }
  }

  /// The navigation folded into one line, `≡ Language`, above the section.
  private func drawNarrow(top: Int, height: Int, on canvas: inout Canvas) {
    let isFocused = state.focus == .section(state.section)
    let style: Style = isFocused ? .focused : .heading
    let title = Text.message(state.section.title).paragraph(in: state.catalog)
      .truncated(to: size.columns - 2)
    canvas.fill(row: top, column: 0, width: size.columns, style: style)
    canvas.target(.item(.section(state.section)), row: top, column: 0, width: size.columns)
    canvas.symbols(["≡"], row: top, column: 0, style: style)
    canvas.text(title, row: top, column: 2, style: style)
    if isFocused { focus(row: top, column: 2, on: &canvas) }
    drawSection(
      origin: Position(row: top + 1, column: 0),
      size: Size(columns: size.columns - 1, rows: height - 1),
      scrollColumn: size.columns - 1, on: &canvas)
  }

  private func drawSection(
    origin: Position, size area: Size, scrollColumn: Int, on canvas: inout Canvas
  ) {
    guard area.rows > 0 else { return }
    let lines = contentLines(width: area.columns)
    let first = firstVisibleLine(lines, height: area.rows)
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
      ScrollExtent(first: first, visible: area.rows, count: lines.count), column: scrollColumn,
      row: origin.row, style: .border)
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
      let hint = Self.hint(state)
    {
      lines.insert(
        contentsOf: ContentLine.wrapped(hint, .hint, indentedBy: 1, width: width, state),
        at: last + 1)
    }
    return lines
  }

  /// Keeps the focused item in sight, and with it a quarter of the area below it.
  private func firstVisibleLine(_ lines: [ContentLine], height: Int) -> Int {
    guard lines.count > height,
      let start = lines.firstIndex(where: { $0.item != nil && $0.item == state.focus }),
      let end = lines.lastIndex(where: { $0.item == state.focus })
    else { return 0 }
    let first = min(start, max(0, end + 1 - height * 3 / 4))
    return min(first, lines.count - height)
  }

  private func focus(row: Int, column: Int, on canvas: inout Canvas) {
    canvas.frame.cursor = Position(row: row, column: min(column, size.columns - 1))
    canvas.frame.focus = state.focus.identifier
  }
}
