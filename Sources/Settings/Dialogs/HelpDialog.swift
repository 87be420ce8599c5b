import MirrorLayout

/// The list of all keys, from the same data that handles them (R50).
public struct HelpDialog: ReadingDialog {
  var scroll = 0

  static let title = Message.helpTitle
  static let identifier = "help"
  static let letter: Character = "?"

  var layer: Dialog { .help(self) }

  static func lines(_ state: State, width: Int) -> [ContentLine] {
    let screen = rows(KeyMap.screen.map { ($0.label, $0.help) }, state)
    let field = rows(
      KeyMap.field.map { ($0.label, $0.help) } + TextField.keys.map { ($0.label, $0.help) }, state)
    let labelWidth = ((screen + field).map(\.label.width).max() ?? 0) + 2
    return lines(screen, labelWidth: labelWidth, width: width, state) + [.blank]
      + ContentLine.wrapped(.message(.helpFields), .dialogTitle, width: width, state)
      + lines(field, labelWidth: labelWidth, width: width, state)
  }

  private typealias KeyLine = (label: TextLine, help: Message)

  private static func rows(_ keys: [(KeyName, Message?)], _ state: State) -> [KeyLine] {
    keys.compactMap { name, help in
      guard let help else { return nil }
      return (Text.identifier(.key(name)).paragraph(in: state.wording).line, help)
    }
  }

  private static func lines(
    _ rows: [KeyLine], labelWidth: Int, width: Int, _ state: State
  ) -> [ContentLine] {
    // Where a label beside the text leaves too little room, the text goes below it.
    let isNarrow = width - labelWidth < 20
    var lines: [ContentLine] = []
    for (label, help) in rows {
      let text = Text.message(help).paragraph(in: state.wording)
      let key = Span(column: 0, width: label.width, style: state.style(.key), content: .text(label))
      if isNarrow {
        lines.append(ContentLine(spans: [key]))
        lines += text.lines(width: max(1, width - 2)).map {
          ContentLine(spans: [
            Span(column: 2, width: $0.width, style: state.style(.dialog), content: .text($0))
          ])
        }
      } else {
        for (index, line) in text.lines(width: width - labelWidth).enumerated() {
          let span = Span(
            column: labelWidth, width: line.width, style: state.style(.dialog), content: .text(line)
          )
          lines.append(ContentLine(spans: index == 0 ? [key, span] : [span]))
        }
      }
    }
    return lines
  }
}
