import MirrorLayout

/// The last row: the keys that work now, from the key map, as many as fit completely.
struct Footer {
  /// A key's name and its effect.
  private struct Key {
    let label: TextLine
    let text: TextLine
    let command: KeyCommand
    var column = 0

    var width: Int { label.width + 1 + text.width }
  }

  private let keys: [Key]

  /// Keys that do not fit are left out from the end, but never the one to leave, and help last.
  init(_ bindings: [KeyBinding], _ wording: Wording, _ geometry: Geometry) {
    let gap = geometry.isWide ? 3 : 2
    let columns = geometry.block.lowerBound + geometry.margin..<geometry.block.upperBound
    let all = bindings.compactMap { binding -> Key? in
      // In a large window the digits would make the first frame too long; its help has them.
      if case .choose = binding.command, geometry.isWide { return nil }
      guard let footer = binding.footer else { return nil }
      return Key(
        label: wording.paragraph(of: binding.label).line,
        text: Text.message(footer).paragraph(in: wording).line, command: binding.command)
    }
    let kept: [KeyCommand] = [.help, .quit]
    var reserved = all.filter { kept.contains($0.command) }.reduce(0) { $0 + gap + $1.width }
    var keys: [Key] = []
    var column = columns.lowerBound
    for var key in all {
      if kept.contains(key.command) { reserved -= gap + key.width }
      guard column + key.width + reserved <= columns.upperBound else { continue }
      key.column = column
      column += key.width + gap
      keys.append(key)
    }
    self.keys = keys
  }

  func draw(row: Int, on canvas: inout Canvas) {
    for key in keys {
      canvas.text(key.label, row: row, column: key.column, role: .key)
      canvas.text(key.text, row: row, column: key.column + key.label.width + 1, role: .quiet)
      // An arrow label names two keys, and a press cannot say which one.
      if key.command != .backward {
        canvas.target(.command(key.command), row: row, column: key.column, width: key.width)
      }
    }
  }
}
