import Forms
import Localization

/// The terminal's self-test: what was detected, the orders in which rows can be sent, and samples,
/// each with a line on how it should look (R28).
public struct TerminalDialog: Hashable, Sendable {
  /// The mode that the keys act on.
  var focus: BidiChoice
  /// Lines scrolled beyond those needed to show the focus, or back from there.
  var scroll = 0

  static let keyMap: [KeyBinding] =
    [
      KeyBinding([.key(.up)], .backward, label: .upDown, footer: .keyMove),
      KeyBinding([.key(.down)], .forward, label: .upDown),
      KeyBinding([.key(.enter), .character(" ")], .activate, label: .enter, footer: .keyChoose),
      KeyBinding(
        [.key(.escape), .character("q")], .dismiss, label: .escape, footer: .keyClose),
      .redraw,
    ] + KeyBinding.farKeys
    + BidiChoice.all.indices.map { index in
      KeyBinding(
        [.character(Character(String(index + 1)))], .choose(index), label: .digits)
    }

  func perform(_ command: KeyCommand, on state: inout SettingsState) -> [Effect] {
    let modes = BidiChoice.all
    let index = modes.firstIndex(of: focus) ?? 0
    var dialog = self
    switch command {
    // The detection is shown before the first mode, and the samples follow the last one.
    case .backward where scroll > 0 || index == 0: dialog.scroll -= 1
    case .forward where scroll < 0 || index == modes.count - 1: dialog.scroll += 1
    case .backward: dialog.focus = modes[max(0, index - 1)]
    case .forward: dialog.focus = modes[index + 1]
    case .pageBackward: dialog.scroll -= layout(state).sheet.inner.size.rows
    case .pageForward: dialog.scroll += layout(state).sheet.inner.size.rows
    case .first: dialog = TerminalDialog(focus: modes[0], scroll: -.max / 2)
    case .last: dialog = TerminalDialog(focus: modes[modes.count - 1], scroll: .max / 2)
    case .activate: return settingChosen(.bidiMode(focus), &state)
    case .choose(let index):
      dialog.focus = modes[index]
      state.dialogs[state.dialogs.count - 1] = .terminal(dialog)
      return settingChosen(.bidiMode(modes[index]), &state)
    case .dismiss:
      state.dialogs.removeLast()
      return []
    default: return []
    }
    let (sheet, rows) = dialog.layout(state)
    let (first, last) = dialog.firstRow(rows, height: sheet.inner.size.rows)
    dialog.scroll = min(
      max(index == 0 || dialog.focus == modes[0] ? -first : 0, dialog.scroll), last - first)
    state.dialogs[state.dialogs.count - 1] = .terminal(dialog)
    return []
  }

  // MARK: Parts

  static func form(_ state: SettingsState) -> Form<Text, BidiChoice> {
    Form(choices(state).cards + [samples(state)])
  }

  /// The detection, and the modes to choose from.
  static func choices(_ state: SettingsState) -> Form<Text, BidiChoice> {
    let modes = BidiChoice.all.map { mode in
      Part.option(label(mode, state), .radio(isCurrent: mode == state.bidiMode), id: mode)
    }
    return Form([Card(nil, (state.terminal.map { [.paragraph($0.reason)] } ?? []) + modes)])
  }

  /// The samples. They are visual, so plain mode leaves them out.
  private static func samples(_ state: SettingsState) -> Card<Text, BidiChoice> {
    Card(
      .message(.terminalSamples),
      TerminalSample.all(state.languages).flatMap { sample in
        [
          Part<Text, BidiChoice>.paragraph(sample.text, .current),
          .paragraph(sample.look, indent: 2),
        ]
      })
  }

  static func label(_ mode: BidiChoice, _ state: SettingsState) -> Text {
    switch mode {
    case .automatic:
      .message(.bidiModeAutomatic, .argument((state.terminal?.detected ?? .visual).rawValue))
    case .fixed(let encoding):
      .message(
        {
          switch encoding {
          case .visual: .bidiModeVisual
          case .kitty: .bidiModeKitty
          case .lrm: .bidiModeBetweenMarks
          case .paragraph: .bidiModeParagraph
          case .mlterm: .bidiModeMlterm
          case .qterminal: .bidiModeQTerminal
          case .marks: .bidiModeMarks
          case .logical: .bidiModeLogical
          }
        }(), .argument(encoding.rawValue))
    }
  }

  // MARK: Drawing

  private func layout(_ state: SettingsState) -> (sheet: Sheet, rows: [FormRow<BidiChoice>]) {
    let plan = ScreenPlan(state)
    let rows = state.formLayout(width: Sheet.columns(plan.geometry))
      .rows(of: Self.form(state), focus: focus)
    return (Sheet(rows.count, in: plan), rows)
  }

  /// The first visible row that keeps the focus in view, and the maximum first row.
  private func firstRow(_ rows: [FormRow<BidiChoice>], height: Int) -> (first: Int, last: Int) {
    let last = max(0, rows.count - height)
    let place = rows.lastIndex { $0.id == focus } ?? 0
    return (min(last, max(0, place + 1 - height)), last)
  }

  func draw(_ state: SettingsState, _ plan: ScreenPlan, on canvas: inout Canvas) {
    let (sheet, rows) = layout(state)
    sheet.draw(title: .message(.terminalTest), state: state, on: &canvas)
    let (start, last) = firstRow(rows, height: sheet.inner.size.rows)
    let first = min(max(0, start + scroll), last)
    canvas.frame.cursor = sheet.inner.origin
    canvas.frame.focus = "terminal.\(focus.name)"
    canvas.draw(rows, from: first, in: sheet.inner) { mode in
      .command(.choose(BidiChoice.all.firstIndex(of: mode) ?? 0))
    }
  }
}
