import Forms

/// A dialog of text that can only be read and scrolled.
public struct ReadingDialog: Hashable, Sendable {
  /// The page. The raw value is a stable name for traces and tests.
  enum Page: String, Hashable, Sendable {
    case help, messages, programs

    /// The title, and the letter that opens the dialog and also closes it; nil if an item opens it.
    fileprivate var words: (title: Message, letter: Character?) {
      switch self {
      case .help: (.helpTitle, "?")
      case .messages: (.messagesTitle, "m")
      case .programs: (.terminalPrograms, nil)
      }
    }

    func form(_ state: SettingsState) -> Form<Text, Never> {
      switch self {
      case .help: keys
      case .messages: toasts(state)
      case .programs: programs(state)
      }
    }

    /// The list of all keys, made from the key maps that handle them (R50).
    private var keys: Form<Text, Never> {
      func terms(_ keys: [(KeyName, Message?)]) -> [Part<Text, Never>] {
        keys.compactMap { name, help in
          help.map { .term(.key(name), meaning: .message($0)) }
        }
      }
      let fields =
        KeyMap.field.map { ($0.label, $0.help) } + TextField.keys.map { ($0.label, $0.help) }
      return Form([
        Card(nil, terms(KeyMap.screen.map { ($0.label, $0.help) })),
        Card(.message(.helpFields), terms(fields)),
      ])
    }

    /// The toasts of this run, newest first, in the language that is shown now.
    private func toasts(_ state: SettingsState) -> Form<Text, Never> {
      guard !state.messages.isEmpty else {
        return Form([Card(nil, [.paragraph(.message(.messagesNone))])])
      }
      let parts = state.messages.reversed().map { toast in
        Part<Text, Never>.paragraph(
          toast.text, toast.isWarning ? .error : .plain, sign: toast.isWarning ? .failed : .done)
      }
      return Form([Card(nil, parts)])
    }

    /// How other programs show right-to-left text in this terminal, and what `lisan run` does about
    /// it.
    private func programs(_ state: SettingsState) -> Form<Text, Never> {
      guard let order = state.programOrder else { return Form([]) }
      var cards: [Card<Text, Never>] = [Card(nil, [.paragraph(.message(order.meaning))])]
      if order == .byCommand {
        cards += [
          Card(.message(.programsOne), [.paragraph(.argument(ProgramOrder.example), .term)]),
          Card(
            .message(.programsAll), [.paragraph(.message(.programsSwitch, .message(.shellRun)))]),
        ]
      }
      return Form(cards)
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
