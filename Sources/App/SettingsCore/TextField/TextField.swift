import BidiText

/// A one-line text that a user is editing: the text, the caret, the selection, and the undo
/// history.
///
/// ```swift
/// var field = TextField("Omar", rules: .init(kind: .person, maximum: .scalars(100)))
/// field.handle(.character("!"), language: .leftToRight)  // .changed: "Omar!"
/// field.handle(.holding(.control, .left), language: .leftToRight)  // .moved: before "Omar"
/// ```
///
/// The caret is a logical position, drawn at its visual place (`CaretMap`). Left and Right move
/// visually, in whichever direction the text below them reads (R54). A deletion removes one
/// user-perceived character. Exception: lam-alef takes one cell but counts as two letters.
///
/// `language` is the direction of the displayed language. It is the direction of a text without a
/// strong letter, such as an empty one.
public struct TextField: Hashable, Sendable {
  public let rules: Rules
  /// The contents in logical order, filtered as `ForeignText` filters.
  var scalars: [Unicode.Scalar]
  /// The insertion position, from 0 to `scalars.count`, always between characters.
  public internal(set) var caret: Int
  /// The fixed end of the selection; nil if nothing is selected.
  var anchor: Int?
  /// The undo history, newest last; at most `undoLimit` entries.
  private(set) var past: [Snapshot] = []
  /// Whether the last edit typed a letter, so that the next letter joins its undo step.
  private var isTyping = false

  private static let undoLimit = 100

  struct Snapshot: Hashable, Sendable {
    var scalars: [Unicode.Scalar]
    var caret: Int
    var anchor: Int?
  }

  /// A field with a text and the caret at its end.
  public init(_ text: String = "", rules: Rules) {
    self.rules = rules
    scalars = Array(rules.filtered(text).unicodeScalars)
    caret = scalars.count
  }

  public var text: String { String(String.UnicodeScalarView(scalars)) }

  /// The selected positions; nil if nothing is selected.
  public var selection: Range<Int>? {
    guard let anchor, anchor != caret else { return nil }
    return min(anchor, caret)..<max(anchor, caret)
  }

  /// The result of a key or a paste.
  public enum Outcome: Hashable, Sendable {
    /// The text changed.
    case changed
    /// The caret or the selection moved, or was at an end already.
    case moved
    /// The text does not fit completely, or the rules do not allow it.
    case refused
    /// A field does not use the key.
    case ignored
  }

  // MARK: Changing the text

  /// Replaces the selection by a text, or inserts it at the caret, as far as the rules allow.
  mutating func insert(_ insertion: String, isTyped: Bool = false) -> Outcome {
    let allowed = rules.filtered(insertion)
    guard !allowed.isEmpty else { return .refused }
    let gap = selection ?? caret..<caret
    let before = Array(scalars[..<gap.lowerBound])
    let after = Array(scalars[gap.upperBound...])
    // Insert whole characters only. A base may still get too many marks.
    var room = rules.maximum.room(in: before + after)
    var inserted: [Unicode.Scalar] = []
    var isWhole = true
    for character in allowed {
      let size = rules.maximum.size(of: character.unicodeScalars)
      guard size <= room else {
        isWhole = false
        break
      }
      room -= size
      inserted.append(contentsOf: character.unicodeScalars)
    }
    let head = filtered(before + inserted)
    guard head.count > before.count else { return .refused }
    // A blank begins a new step, so typing is undone word by word.
    let isWord = isTyped && insertion.allSatisfy { !$0.isWhitespace }
    remember(joinsLast: isWord && selection == nil)
    scalars = filtered(head + after)
    caret = boundary(atOrAfter: min(head.count, scalars.count))
    anchor = nil
    isTyping = isTyped
    return isWhole ? .changed : .refused
  }

  /// Filters a joined text: parts that are valid alone may not be together, such as a fifth mark on
  /// one base.
  private func filtered(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    Array(rules.filtered(String(String.UnicodeScalarView(scalars))).unicodeScalars)
  }

  /// Deletes a range of the text.
  mutating func delete(_ range: Range<Int>) -> Outcome {
    guard !range.isEmpty else { return .moved }
    remember(joinsLast: false)
    scalars.removeSubrange(range)
    caret = boundary(atOrAfter: range.lowerBound)
    anchor = nil
    return .changed
  }

  /// Restores an unfinished text, as one undo step.
  mutating func restore(_ draft: Resumption.Draft) {
    if draft.text != text { remember(joinsLast: false) }
    scalars = Array(rules.filtered(draft.text).unicodeScalars)
    caret = boundary(atOrAfter: min(draft.caret, scalars.count))
    anchor = nil
  }

  mutating func undo() -> Outcome {
    guard let last = past.popLast() else { return .moved }
    scalars = last.scalars
    caret = last.caret
    anchor = last.anchor
    isTyping = false
    return .changed
  }

  /// Moves the caret; with `selecting`, the old position becomes the other end of the selection.
  mutating func moveCaret(to position: Int, selecting: Bool) -> Outcome {
    anchor = selecting ? anchor ?? caret : nil
    caret = position
    isTyping = false
    return .moved
  }

  /// Moves the caret to the end of the text and clears the selection.
  mutating func goToEnd() { _ = moveCaret(to: scalars.count, selecting: false) }

  private mutating func remember(joinsLast: Bool) {
    defer { isTyping = false }
    if joinsLast, isTyping { return }
    past.append(Snapshot(scalars: scalars, caret: caret, anchor: anchor))
    if past.count > Self.undoLimit { past.removeFirst() }
  }

  // MARK: Characters

  /// The starts of the user-perceived characters (UAX #29), and the end, ascending.
  var boundaries: [Int] {
    var breaker = GraphemeBreaker()
    return scalars.indices.filter { breaker.isBoundary(before: scalars[$0]) } + [scalars.count]
  }

  func boundary(before position: Int) -> Int { boundaries.last { $0 < position } ?? 0 }

  func boundary(after position: Int) -> Int {
    boundaries.first { $0 > position } ?? scalars.count
  }

  private func boundary(atOrAfter position: Int) -> Int {
    boundaries.first { $0 >= position } ?? scalars.count
  }
}

extension TextField: CustomStringConvertible, CustomReflectable {
  /// Never contains the text of a secret, so that printing a state does not reveal it.
  public var description: String {
    rules.kind == .secret ? "TextField(secret)" : "TextField(\(text))"
  }

  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
