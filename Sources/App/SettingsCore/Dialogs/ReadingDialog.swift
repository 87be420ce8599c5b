import Forms

/// A dialog of text that can only be read and scrolled.
public struct ReadingDialog: Hashable, Sendable {
  /// The page. The raw value is a stable name for traces and tests.
  enum Page: String, Hashable, Sendable {
    case help, messages, programs, packages

    /// The title, and the letter that opens the dialog and also closes it; nil if an item opens it.
    fileprivate var words: (title: Message, letter: Character?) {
      switch self {
      case .help: (.helpTitle, "?")
      case .messages: (.messagesTitle, "m")
      case .programs: (.terminalPrograms, nil)
      case .packages: (.packagesTitle, nil)
      }
    }

    func form(_ state: SettingsState) -> Form<Text, Never> {
      switch self {
      case .help: HelpPage.form()
      case .messages: MessagesPage.form(state)
      case .programs: ProgramsPage.form(state)
      case .packages: PackagesPage.form(state)
      }
    }
  }

  let page: Page
  /// The first line shown, from 0.
  private var scroll = 0

  init(_ page: Page) { self.page = page }

  var keyMap: [KeyBinding] {
    [
      KeyBinding([.key(.up), .character("k")], .backward, label: .upDown, footer: .keyMove),
      KeyBinding([.key(.down), .character("j")], .forward, label: .upDown),
      KeyBinding(
        [.key(.escape), .key(.enter), .character(" "), .character("q")]
          + (page.words.letter.map { [.character($0)] } ?? []),
        .dismiss, label: .escape, footer: .keyClose),
      .redraw,
    ] + KeyBinding.farKeys
  }

  func perform(_ command: KeyCommand, on state: inout SettingsState) -> [Effect] {
    let (sheet, rows) = layout(state, ScreenPlan(state))
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
    state.dialogs[state.dialogs.count - 1] = .reading(scrolled)
    return []
  }

  private func layout(
    _ state: SettingsState, _ plan: ScreenPlan
  ) -> (sheet: Sheet, rows: [FormRow<Never>]) {
    let rows = state.formLayout(width: Sheet.columns(plan.geometry)).rows(of: page.form(state))
    return (Sheet(rows.count, in: plan), rows)
  }

  func draw(_ state: SettingsState, _ plan: ScreenPlan, on canvas: inout Canvas) {
    let (sheet, rows) = layout(state, plan)
    sheet.draw(title: .message(page.words.title), state: state, on: &canvas)
    let first = min(scroll, max(0, rows.count - sheet.inner.size.rows))
    canvas.draw(rows, from: first, in: sheet.inner)
    canvas.frame.cursor = sheet.inner.origin
    canvas.frame.focus = page.rawValue
  }
}

/// Opens a page to read.
func pageOpened(_ page: ReadingDialog.Page, _ state: inout SettingsState) -> [Effect] {
  state.dialogs.append(.reading(ReadingDialog(page)))
  return []
}
