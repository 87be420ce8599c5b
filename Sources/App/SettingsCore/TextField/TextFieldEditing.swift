import Input
import WritingDirection

extension TextField {
  /// The effect of a key in a field.
  enum Edit: Hashable, Sendable {
    case move(Motion, selecting: Bool = false)
    /// Deletes the selection, else the text that the motion would pass.
    case delete(Motion)
    case lineBreak
    case undo
  }

  /// A movement of the caret.
  enum Motion: Hashable, Sendable {
    /// Visually, by one character.
    case left, right
    /// By words: in a right-to-left text, left is forward and right is back.
    case wordLeft, wordRight
    /// In reading order.
    case characterBack, characterForward
    case wordBack, wordForward
    case start, end
  }

  /// Handles a key: letters are inserted (R50), and the keys in `keys` edit.
  @discardableResult
  public mutating func handle(_ key: Key, language: Direction) -> Outcome {
    if case .character(let character) = key {
      return insert(String(character), isTyped: true)
    }
    guard let edit = Self.keys.first(where: { $0.keys.contains(key) })?.edit else {
      return .ignored
    }
    return perform(edit, language: language)
  }

  /// Inserts pasted text as one undo step, as much of it as fits.
  @discardableResult
  public mutating func paste(_ text: String) -> Outcome { insert(text) }

  mutating func perform(_ edit: Edit, language: Direction) -> Outcome {
    let shown = shown(language: language)
    switch edit {
    case .move(let motion, let selecting):
      // An arrow key moves from a selection to the selection's end on that side, and no further.
      if !selecting, let selection, motion == .left || motion == .right {
        let ends = [selection.lowerBound, selection.upperBound]
          .sorted { shown.column(of: $0) < shown.column(of: $1) }
        return moveCaret(to: motion == .left ? ends[0] : ends[1], selecting: false)
      }
      return moveCaret(to: target(of: motion, shown), selecting: selecting)
    case .delete(let motion):
      if let selection { return delete(selection) }
      let end = target(of: motion, shown)
      return delete(min(caret, end)..<max(caret, end))
    case .lineBreak:
      return rules.lineBreaks == .areKept ? insert("\n") : .refused
    case .undo: return undo()
    }
  }

  private func target(of motion: Motion, _ shown: Shown) -> Int {
    switch motion {
    case .left: shown.moved(caret) { $0.position(leftOf: $1) }
    case .right: shown.moved(caret) { $0.position(rightOf: $1) }
    case .wordLeft: target(of: shown.carets.isRightToLeft ? .wordForward : .wordBack, shown)
    case .wordRight: target(of: shown.carets.isRightToLeft ? .wordBack : .wordForward, shown)
    case .characterBack: boundary(before: caret)
    case .characterForward: boundary(after: caret)
    case .wordBack: shown.moved(caret) { $0.wordStart(before: $1) }
    case .wordForward: shown.moved(caret) { $0.wordEnd(after: $1) }
    case .start: 0
    case .end: scalars.count
    }
  }

  /// One row of the key table of text fields. It handles keys; the help is generated from it.
  struct KeyRow: Sendable {
    let keys: [Key]
    let edit: Edit
    let label: KeyName
    /// The help's text; nil if the help does not show the key.
    let help: Message?

    init(_ keys: [Key], _ edit: Edit, label: KeyName, help: Message? = nil) {
      self.keys = keys
      self.edit = edit
      self.label = label
      self.help = help
    }
  }

  /// The usual editing keys: those of desktops, and those of Emacs and readline.
  static let keys: [KeyRow] = [
    KeyRow([.left], .move(.left), label: .leftRight, help: .helpCaret),
    KeyRow([.right], .move(.right), label: .leftRight),
    KeyRow([.control("b")], .move(.characterBack), label: .leftRight),
    KeyRow([.control("f")], .move(.characterForward), label: .leftRight),
    KeyRow(
      [.holding(.control, .left), .holding(.alt, .left)], .move(.wordLeft),
      label: .controlLeftRight, help: .helpWord),
    KeyRow(
      [.holding(.control, .right), .holding(.alt, .right)], .move(.wordRight),
      label: .controlLeftRight),
    KeyRow([.holding(.alt, .character("b"))], .move(.wordBack), label: .controlLeftRight),
    KeyRow([.holding(.alt, .character("f"))], .move(.wordForward), label: .controlLeftRight),
    KeyRow([.home, .control("a")], .move(.start), label: .homeEnd, help: .helpTextEnds),
    KeyRow([.end, .control("e")], .move(.end), label: .homeEnd),
    KeyRow(
      [.holding(.shift, .left)], .move(.left, selecting: true), label: .shiftLeftRight,
      help: .helpSelect),
    KeyRow([.holding(.shift, .right)], .move(.right, selecting: true), label: .shiftLeftRight),
    KeyRow(
      [.holding([.shift, .control], .left)], .move(.wordLeft, selecting: true),
      label: .shiftLeftRight),
    KeyRow(
      [.holding([.shift, .control], .right)], .move(.wordRight, selecting: true),
      label: .shiftLeftRight),
    KeyRow([.holding(.shift, .home)], .move(.start, selecting: true), label: .shiftLeftRight),
    KeyRow([.holding(.shift, .end)], .move(.end, selecting: true), label: .shiftLeftRight),
    KeyRow([.backspace], .delete(.characterBack), label: .backspace, help: .helpBackspace),
    KeyRow(
      [.delete, .control("d")], .delete(.characterForward), label: .delete, help: .helpDelete),
    KeyRow(
      [.control("w"), .holding(.alt, .backspace)], .delete(.wordBack), label: .controlW,
      help: .helpDeleteWord),
    KeyRow(
      [.holding(.alt, .character("d")), .holding(.control, .delete)], .delete(.wordForward),
      label: .controlW),
    KeyRow([.control("u")], .delete(.start), label: .controlU, help: .helpDeleteToStart),
    KeyRow([.control("k")], .delete(.end), label: .controlK, help: .helpDeleteToEnd),
    KeyRow([.control("_")], .undo, label: .controlUnderscore, help: .helpUndo),
    KeyRow([.holding(.alt, .enter)], .lineBreak, label: .altEnter, help: .helpLineBreak),
  ]
}
