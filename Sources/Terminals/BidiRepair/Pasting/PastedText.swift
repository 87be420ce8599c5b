import MirrorLayout
import TerminalEmulator

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
    return turned(shown) ?? line
  }

  /// The text of a line that was not shown here. Its technical tokens stay whole, as other screens of
  /// `lisan run` show them: each is one letter of private use while the line is turned.
  private func turned(_ shown: ShownText) -> [UInt8]? {
    let text = shown.scalars
    guard shown.hasForms, !shown.isSpelled, !text.contains(where: Self.isUsedHere) else {
      return shown.written
    }
    let bases = text.filter { !ShownText.isMark($0) }
    var terminal = Emulator(size: TerminalSize(columns: 2 * bases.count, rows: 1))
    terminal.feed(String(String.UnicodeScalarView(bases)))
    let row = terminal.screen.grid[0]
    let tokens = row.storage.withUnsafeBufferPointer {
      TechnicalTokens(row, $0, 0..<$0.count).isolates.prefix(Self.letters.count)
    }
    if tokens.isEmpty { return shown.written }

    var (whole, inside) = ([Unicode.Scalar](), [String](repeating: "", count: tokens.count))
    var (next, column) = (0, 0)
    for scalar in text {
      if !ShownText.isMark(scalar) {
        if next < tokens.count, column >= tokens[next].upperBound { next += 1 }
        if next < tokens.count, column == tokens[next].lowerBound {
          whole.append(Self.letters[next])
        }
        column += max(1, Int(row.storage[column].width))
      }
      if next < tokens.count, tokens[next].contains(column - 1) {
        inside[next].unicodeScalars.append(scalar)
      } else {
        whole.append(scalar)
      }
    }
    let utf8 = Array(String(String.UnicodeScalarView(whole)).utf8)
    guard let written = ShownText(utf8: utf8)?.written else { return nil }
    return String(decoding: written, as: UTF8.self).unicodeScalars.flatMap { scalar in
      Self.letters.firstIndex(of: scalar).map { Array(inside[$0].utf8) }
        ?? Array(String(scalar).utf8)
    }
  }

  private static let letters = (0..<64 as Range<UInt32>).map { Unicode.Scalar(0xE000 + $0)! }

  private static func isUsedHere(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || letters.contains(scalar)
  }

  private mutating func find(_ piece: ShownIndex.Piece, _ shown: ShownText) -> Range<Int>? {
    if index == nil { index = ShownIndex(screen.recentRows, screen.options.encoding) }
    guard let index else { return nil }
    if let last, let found = index.below(last, piece) { return found }
    return shown.hasForms
      ? index.last(piece) : index.last(spelled: piece, letters: shown.letters)
  }
}
