import BidiText

/// A text of one line while a person edits it: the text, the caret, the selection, and what can be
/// undone.
///
/// ```swift
/// var field = TextField("Omar", rules: .init(kind: .person, maximum: .scalars(100)))
/// field.take(.character("!"), language: .leftToRight)  // .changed: "Omar!"
/// field.take(.holding(.control, .left), language: .leftToRight)  // .moved: before "Omar"
/// ```
///
/// The caret is a logical position and is shown at its visual place (`CaretMap`): Left and Right go
/// where they point, whichever way the text under them reads (R54). Deletions go by what a person
/// sees as one character, except that lam-alef, one cell on the screen, is two letters to them.
///
/// `language` is the direction of the language that is shown; it decides where a text without a
/// strong letter reads to, such as an empty one.
public struct TextField: Hashable, Sendable {
  public let rules: Rules
  /// What is in the field, in logical order; filtered as `ForeignText` filters.
  var scalars: [Unicode.Scalar]
  /// The position before which typing inserts, from 0 to `scalars.count`, between characters.
  public internal(set) var caret: Int
  /// Where the selection began; nil where nothing is selected.
  var anchor: Int?
  /// What undo goes back to, the last one first in line; at most `undoLimit`.
  private(set) var past: [Snapshot] = []
  /// Whether the last edit typed a letter, so that the next one joins it as one step to undo.
  private var isTyping = false

  private static let undoLimit = 100

  struct Snapshot: Hashable, Sendable {
    var scalars: [Unicode.Scalar]
    var caret: Int
    var anchor: Int?
  }

  /// A field with some text and the caret at its end.
  public init(_ text: String = "", rules: Rules) {
    self.rules = rules
    scalars = []
    caret = 0
    scalars = Array(rules.filtered(text).unicodeScalars)
    caret = scalars.count
  }

  public var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// The selected positions, or nil.
  public var selection: Range<Int>? {
    guard let anchor, anchor != caret else { return nil }
    return min(anchor, caret)..<max(anchor, caret)
  }

  /// What came of a key or of a paste.
  public enum Outcome: Hashable, Sendable {
    /// The text is another one.
    case changed
    /// The caret or the selection is elsewhere, or was asked to go beyond an end.
    case moved
    /// There was no room for all of it, or the rules do not let it in.
    case refused
    /// The key means nothing to a field.
    case ignored
  }

  // MARK: Changing the text

  /// Puts a text in place of the selection, or at the caret, as far as the rules let it in.
  mutating func insert(_ insertion: String, isTyped: Bool = false) -> Outcome {
    let allowed = rules.filtered(insertion)
    guard !allowed.isEmpty else { return .refused }
    let gap = selection ?? caret..<caret
    let before = Array(scalars[..<gap.lowerBound])
    let after = Array(scalars[gap.upperBound...])
    // By characters, so that none is cut; marks may still be too many for their base.
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
    // A blank begins a new step, so that typing is undone word by word.
    let isWord = isTyped && insertion.allSatisfy { !$0.isWhitespace }
    remember(joinsLast: isWord && selection == nil)
    scalars = filtered(head + after)
    caret = boundary(atOrAfter: min(head.count, scalars.count))
    anchor = nil
    isTyping = isTyped
    return isWhole ? .changed : .refused
  }

  /// Parts that were allowed alone may not be together: a fifth mark on one base.
  private func filtered(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return Array(rules.filtered(String(view)).unicodeScalars)
  }

  /// Takes a part of the text out.
  mutating func delete(_ range: Range<Int>) -> Outcome {
    guard !range.isEmpty else { return .moved }
    remember(joinsLast: false)
    scalars.removeSubrange(range)
    caret = boundary(atOrAfter: range.lowerBound)
    anchor = nil
    return .changed
  }

  /// Takes a text that was half typed, as one step to undo.
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

  /// Puts the caret somewhere; `selecting` keeps where it was as the selection's other end.
  mutating func moveCaret(to position: Int, selecting: Bool) -> Outcome {
    anchor = selecting ? anchor ?? caret : nil
    caret = position
    isTyping = false
    return .moved
  }

  /// Puts the caret behind the text, with nothing selected.
  mutating func goToEnd() { _ = moveCaret(to: scalars.count, selecting: false) }

  private mutating func remember(joinsLast: Bool) {
    defer { isTyping = false }
    if joinsLast, isTyping { return }
    past.append(Snapshot(scalars: scalars, caret: caret, anchor: anchor))
    if past.count > Self.undoLimit { past.removeFirst() }
  }

  // MARK: Characters

  /// The starts of what a person sees as characters (UAX #29), and the end, ascending.
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
  /// Never the text of a secret, whoever prints a state.
  public var description: String {
    rules.kind == .secret ? "TextField(secret)" : "TextField(\(text))"
  }

  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
