import Forms

/// A dialog of text that can only be read and scrolled.
protocol ReadingDialog: Hashable, Sendable {
  static var title: Message { get }
  /// A stable name for traces and tests.
  static var identifier: String { get }
  /// The letter that opens the dialog and also closes it; nil if an item opens it.
  static var letter: Character? { get }
  /// The first line shown, from 0.
  var scroll: Int { get set }
  /// The dialog as a layer.
  var layer: Dialog { get }
  /// The contents of the dialog.
  static func form(_ state: SettingsState) -> Form<Text, Never>
}

extension ReadingDialog {
  static var keyMap: [KeyBinding] {
    [
      KeyBinding([.key(.up), .character("k")], .backward, label: .upDown, footer: .keyMove),
      KeyBinding([.key(.down), .character("j")], .forward, label: .upDown),
      KeyBinding(
        [.key(.escape), .key(.enter), .character(" "), .character("q")]
          + (letter.map { [.character($0)] } ?? []),
        .dismiss, label: .escape, footer: .keyClose),
      .redraw,
    ] + KeyBinding.farKeys
  }

  func perform(_ command: KeyCommand, on state: inout SettingsState) -> [Effect] {
    let (sheet, rows) = Self.layout(state, ScreenPlan(state))
    let height = sheet.inner.size.rows
    let last = max(0, rows.count - height)
    // If the window has grown, more lines are visible than the offset implies.
    let scroll = min(scroll, last)
    let target: Int
    switch command {
    case .backward: target = scroll - 1
    case .forward: target = scroll + 1
    case .pageBackward: target = scroll - height
    case .pageForward: target = scroll + height
    case .first: target = 0
    case .last: target = last
    case .dismiss:
      state.dialogs.removeLast()
      return []
    default: return []
    }
    var scrolled = self
    scrolled.scroll = min(max(0, target), last)
    state.dialogs[state.dialogs.count - 1] = scrolled.layer
    return []
  }

  private static func layout(
    _ state: SettingsState, _ plan: ScreenPlan
  ) -> (sheet: Sheet, rows: [FormRow<Never>]) {
    let rows = state.formLayout(width: Sheet.columns(plan.geometry)).rows(of: form(state))
    return (Sheet(rows.count, in: plan), rows)
  }

  func draw(_ state: SettingsState, _ plan: ScreenPlan, on canvas: inout Canvas) {
    let (sheet, rows) = Self.layout(state, plan)
    sheet.draw(title: .message(Self.title), state: state, on: &canvas)
    let first = min(scroll, max(0, rows.count - sheet.inner.size.rows))
    let origin = sheet.inner.origin
    for (place, row) in rows.dropFirst(first).prefix(sheet.inner.size.rows).enumerated() {
      canvas.draw(row, row: origin.row + place, column: origin.column)
    }
    canvas.scrollSigns(first: first, of: rows.count, in: sheet.inner)
    canvas.frame.cursor = origin
    canvas.frame.focus = Self.identifier
  }
}
