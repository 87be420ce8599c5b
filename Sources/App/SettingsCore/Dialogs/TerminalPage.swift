import Forms
import Localization

/// The lines of the terminal's self-test.
enum TerminalPage {
  /// The detection, and the modes to choose from.
  static func choices(_ state: SettingsState) -> Form<Text, ListDialog.Line> {
    let modes = BidiChoice.all.map { mode in
      Part.option(
        label(mode, state), .radio(isCurrent: mode == state.bidiMode),
        id: ListDialog.Line.mode(mode))
    }
    return Form([Card(nil, (state.terminal.map { [.paragraph($0.reason)] } ?? []) + modes)])
  }

  /// The samples. They are visual, so plain mode leaves them out.
  static func samples(_ state: SettingsState) -> Card<Text, ListDialog.Line> {
    Card(
      .message(.terminalSamples),
      TerminalSample.all(state.languages).flatMap { sample in
        [
          Part<Text, ListDialog.Line>.paragraph(sample.text, .current),
          .paragraph(sample.look, indent: 2),
        ]
      })
  }

  private static func label(_ mode: BidiChoice, _ state: SettingsState) -> Text {
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
}
