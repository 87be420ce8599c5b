import Forms
import Localization

/// A page over the section with lines to choose from, and text around them.
public struct ListDialog: Hashable, Sendable {
  /// The page. The name is a stable one for traces and tests.
  enum Page: Hashable, Sendable {
    /// The terminal's self-test: what was detected, the orders in which rows can be sent, and samples,
    /// each with a line on how it should look (R28).
    case terminal
    /// The installed programs that have texts, each with its language (R105).
    case programs
    /// The languages in order, and what can be done with one of them (R106).
    case languages
    case language(LanguageCode)
    /// The languages for a program.
    case program(ProgramName)

    var name: String {
      switch self {
      case .terminal: "terminal"
      case .programs: "programs"
      case .languages: "languages"
      case .language(let code): "languages.\(code.rawValue)"
      case .program(let program): "program.\(program.rawValue)"
      }
    }

    func title(_ state: SettingsState) -> Text {
      switch self {
      case .languages: .message(.moreLanguages)
      case .language(let code): state.name(of: code)
      case .terminal: .message(.terminalTest)
      case .programs: .message(.packagesTitle)
      case .program(let program): .message(.programLanguage, .argument(program.rawValue))
      }
    }

    func form(_ state: SettingsState) -> Form<Text, Line> {
      switch self {
      case .terminal: Form(TerminalPage.choices(state).cards + [TerminalPage.samples(state)])
      case .programs: ProgramsPage.form(state)
      case .languages: LanguagesPage.form(state)
      case .language(let code): LanguagesPage.moves(of: code, state)
      case .program(let program): ProgramsPage.languages(of: program, state)
      }
    }

    /// The form for plain mode, which leaves out what only a screen can show.
    func spokenForm(_ state: SettingsState) -> Form<Text, Line> {
      self == .terminal ? TerminalPage.choices(state) : form(state)
    }
  }

  /// What a line stands for.
  enum Line: Hashable, Sendable {
    case mode(BidiChoice)
    case program(ProgramName)
    /// nil for the language that all programs get.
    case language(LanguageCode?)
    case add, moveUp, moveDown, remove

    var name: String {
      switch self {
      case .mode(let mode): mode.name
      case .program(let program): program.rawValue
      case .language(let code): code?.rawValue ?? "chosen"
      case .add: "add"
      case .moveUp: "up"
      case .moveDown: "down"
      case .remove: "remove"
      }
    }
  }

  let page: Page
  /// The line that the keys act on; nil for the first one.
  private var wanted: Line?
  /// Lines scrolled beyond those needed to show the focus, or back from there.
  private var scroll = 0

  init(_ page: Page, focus: Line? = nil, scroll: Int = 0) {
    self.page = page
    wanted = focus
    self.scroll = scroll
  }

  static let keyMap: [KeyBinding] =
    [
      KeyBinding([.key(.up)], .backward, label: .upDown, footer: .keyMove),
      KeyBinding([.key(.down)], .forward, label: .upDown),
      KeyBinding([.key(.enter), .character(" ")], .activate, label: .enter, footer: .keyChoose),
      KeyBinding(
        [.key(.escape), .character("q")], .dismiss, label: .escape, footer: .keyClose),
      .redraw,
    ] + KeyBinding.farKeys
    + (0..<9).map { index in
      KeyBinding(
        [.character(Character(String(index + 1)))], .choose(index), label: .digits)
    }

  func perform(_ command: KeyCommand, on state: inout SettingsState) -> [Effect] {
    let form = page.form(state)
    let lines = form.ids
    let index = self.index(in: lines)
    var dialog = self
    switch command {
    // Text is shown before the first line and after the last one.
    case .backward where scroll > 0 || index == 0: dialog.scroll -= 1
    case .forward where scroll < 0 || index >= lines.count - 1: dialog.scroll += 1
    case .backward: dialog.wanted = lines[index - 1]
    case .forward: dialog.wanted = lines[index + 1]
    case .pageBackward: dialog.scroll -= layout(state).sheet.inner.size.rows
    case .pageForward: dialog.scroll += layout(state).sheet.inner.size.rows
    case .first: dialog = ListDialog(page, focus: lines.first, scroll: -.max / 2)
    case .last: dialog = ListDialog(page, focus: lines.last, scroll: .max / 2)
    case .activate, .choose:
      let place = if case .choose(let place) = command { place } else { index }
      guard lines.indices.contains(place) else { return [] }
      dialog.wanted = lines[place]
      state.dialogs[state.dialogs.count - 1] = .list(dialog)
      return dialog.choose(lines[place], &state)
    case .dismiss:
      state.dialogs.removeLast()
      return []
    default: return []
    }
    let (sheet, rows) = dialog.layout(state)
    let (first, last) = dialog.firstRow(rows, lines, height: sheet.inner.size.rows)
    dialog.scroll = min(
      max(index == 0 || dialog.index(in: lines) == 0 ? -first : 0, dialog.scroll), last - first)
    state.dialogs[state.dialogs.count - 1] = .list(dialog)
    return []
  }

  /// Handles the choice of a line.
  private func choose(_ line: Line, _ state: inout SettingsState) -> [Effect] {
    switch (page, line) {
    case (_, .mode(let mode)): return settingChosen(.bidiMode(mode), &state)
    case (_, .program(let program)):
      return listOpened(
        .program(program), at: .language(state.programLanguages[program]), &state)
    case (.program(let program), .language(let code)):
      state.dialogs.removeLast()
      return programChosen(ProgramChoice(program, code), &state)
    case (.languages, .language(let code?)):
      return listOpened(.language(code), &state)
    case (_, .add): return findOpened(.addition, &state)
    case (.language(let code), let line):
      guard let order = LanguagesPage.order(after: line, of: code, state) else { return [] }
      state.dialogs.removeLast()
      return languagesChosen(order, &state)
    case (_, .language), (_, .moveUp), (_, .moveDown), (_, .remove): return []
    }
  }

  /// The place of the focus among the lines, which may have changed.
  private func index(in lines: [Line]) -> Int { wanted.flatMap(lines.firstIndex) ?? 0 }

  // MARK: Drawing

  private func layout(_ state: SettingsState) -> (sheet: Sheet, rows: [FormRow<Line>]) {
    let plan = ScreenPlan(state)
    let form = page.form(state)
    let lines = form.ids
    let rows = state.formLayout(width: Sheet.columns(plan.geometry))
      .rows(of: form, focus: lines.isEmpty ? nil : lines[index(in: lines)])
    return (Sheet(rows.count, in: plan), rows)
  }

  /// The first visible row that keeps the focus in view, and the maximum first row.
  private func firstRow(
    _ rows: [FormRow<Line>], _ lines: [Line], height: Int
  ) -> (first: Int, last: Int) {
    let last = max(0, rows.count - height)
    let focus = lines.isEmpty ? nil : lines[index(in: lines)]
    let place = rows.lastIndex { $0.id != nil && $0.id == focus } ?? 0
    return (min(last, max(0, place + 1 - height)), last)
  }

  func draw(_ state: SettingsState, _ plan: ScreenPlan, on canvas: inout Canvas) {
    let (sheet, rows) = layout(state)
    sheet.draw(title: page.title(state), state: state, on: &canvas)
    let lines = page.form(state).ids
    let (start, last) = firstRow(rows, lines, height: sheet.inner.size.rows)
    let first = min(max(0, start + scroll), last)
    canvas.frame.cursor = sheet.inner.origin
    canvas.frame.focus =
      lines.isEmpty ? page.name : "\(page.name).\(lines[index(in: lines)].name)"
    canvas.draw(rows, from: first, in: sheet.inner) { line in
      .command(.choose(lines.firstIndex(of: line) ?? 0))
    }
  }
}

/// Opens a page of lines.
func listOpened(
  _ page: ListDialog.Page, at focus: ListDialog.Line? = nil, _ state: inout SettingsState
) -> [Effect] {
  state.dialogs.append(.list(ListDialog(page, focus: focus)))
  return []
}
