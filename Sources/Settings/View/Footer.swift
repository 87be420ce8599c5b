import MirrorLayout

/// The last line: the keys that work now, from the key map, as many as fit whole.
enum Footer {
  static func line(_ state: State, width: Int, indent: Int) -> ContentLine {
    var spans: [Span] = []
    var keys: [ContentLine.FooterKey] = []
    var column = indent
    for binding in KeyMap.current(state) {
      guard let footer = binding.footer else { continue }
      let label = Text.identifier(.key(binding.label)).paragraph(in: state.wording).line
      let text = Text.message(footer).paragraph(in: state.wording).line
      let needed = label.width + 1 + text.width
      guard column + needed <= indent + width else { continue }
      // An arrow's name stands for two keys, and a press cannot say which.
      if binding.command != .backward {
        keys.append(
          ContentLine.FooterKey(column: column, width: needed, command: binding.command))
      }
      spans.append(
        Span(column: column, width: label.width, style: state.style(.key), content: .text(label)))
      column += label.width + 1
      spans.append(
        Span(column: column, width: text.width, style: state.style(.quiet), content: .text(text)))
      column += text.width + 2
    }
    var line = ContentLine(spans: spans)
    line.keys = keys
    return line
  }
}
