import MirrorLayout

/// A text that a person pastes, line by line. Lines that were copied from this terminal, in visual
/// order with joined forms, become what the program wrote there. Other lines with forms are turned
/// (`ShownText`). Text in logical order is unchanged.
package struct PastedText: Sendable {
  private let screen: ShownScreen
  /// Made for the first line with right-to-left text.
  private var index: ShownIndex?
  /// The place of the last line that was found.
  private var last: Range<Int>?

  package init(on repair: TextRepair) { screen = repair.shown }

  /// What was written for a line without its end; the line itself if nothing is known about it.
  ///
  /// - Parameter endsRow: whether the pasted text has a line end after it.
  package mutating func written(_ line: [UInt8], endsRow: Bool) -> [UInt8] {
    guard let shown = ShownText(utf8: line), !shown.isSpelled else { return line }
    if let found = find(ShownIndex.Piece(shown.scalars, endsRow: endsRow), shown), let index {
      last = found
      return Array(index.written(found).utf8)
    }
    return shown.written ?? line
  }

  private mutating func find(_ piece: ShownIndex.Piece, _ shown: ShownText) -> Range<Int>? {
    if index == nil { index = ShownIndex(screen.recentRows, screen.options.encoding) }
    guard let index else { return nil }
    if let last, let found = index.below(last, piece) { return found }
    return shown.hasForms
      ? index.last(piece) : index.last(spelled: piece, letters: shown.letters)
  }
}
