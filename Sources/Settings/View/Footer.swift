import MirrorLayout

/// The last row: the keys that work now, from the key map, as many as fit completely.
struct Footer {
  /// A key's name and what it does.
  private struct Key {
    let column: Int
    let width: Int
    let command: Command
  }

  private var spans: [Span] = []
  /// The keys that a pointer can press.
  private var keys: [Key] = []

  /// - Parameter columns: the limit for the end of the last key.
  init(_ state: State, columns: Int, indent: Int) {
    let theme = state.look
    var column = indent
    for binding in KeyMap.current(state) {
      guard let footer = binding.footer else { continue }
      let label = Text.identifier(.key(binding.label)).paragraph(in: state.wording).line
      let text = Text.message(footer).paragraph(in: state.wording).line
      let needed = label.width + 1 + text.width
      guard column + needed <= columns else { continue }
      // An arrow label stands for two keys, and a press cannot say which one.
      if binding.command != .backward {
        keys.append(Key(column: column, width: needed, command: binding.command))
      }
      spans.append(
        Span(column: column, width: label.width, style: theme[.key], content: .text(label)))
      column += label.width + 1
      spans.append(
        Span(column: column, width: text.width, style: theme[.quiet], content: .text(text)))
      column += text.width + 2
    }
  }

  func draw(row: Int, on canvas: inout Canvas) {
    for span in spans { canvas.add(span, row: row) }
    for key in keys {
      canvas.target(.command(key.command), row: row, column: key.column, width: key.width)
    }
  }
}
