/// The order in which a terminal must receive the cells of a row so that they appear as laid out:
/// `.visual` for xterm, `.kitty` for kitty.
///
/// The raw values are stable names for command lines and files. `encoded(_:cursor:sameLook:)`
/// converts a row.
public enum RowEncoding: String, Hashable, Sendable, CaseIterable {
  /// From left to right: for terminals that draw cells where they are put, by default or on
  /// request.
  case visual
  /// Right-to-left words with reversed cells, because kitty's text shaper reverses them.
  case kitty
  /// The logical order of a left-to-right paragraph, with U+200E between runs if needed: for a
  /// terminal that reorders behind a multiplexer, where it cannot be told not to.
  case lrm
  /// The logical order of a paragraph of any direction that produces this row, for PuTTY, which
  /// cannot be told not to reorder.
  case paragraph
  /// Likewise for mlterm behind such a multiplexer; it treats box drawing as letters.
  case mlterm
  /// The logical order of left-to-right pieces between borders and around the cursor, for
  /// QTerminal, which draws each piece as a separate text and does not support U+200E.
  case qterminal
  /// From left to right, with U+200E after each right-to-left letter and each Arabic digit: for
  /// xterm.js, which moves no cells with one renderer and reorders each run of one look with the
  /// other.
  case marks
  /// Logical order and plain letters, for a program that reads the output.
  case logical
}
