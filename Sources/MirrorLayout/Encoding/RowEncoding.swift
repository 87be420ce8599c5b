/// The order in which a terminal wants the cells of a row, so that they stand as the layout put
/// them: `.visual` for xterm, `.kitty` for kitty.
///
/// The raw values are stable names, for command lines and files. `encoded(_:cursor:sameLook:)` brings a
/// row into each order.
public enum RowEncoding: String, Hashable, Sendable, CaseIterable {
  /// From the left, as they stand: for terminals that draw cells where they are put, by themselves
  /// or once told so.
  case visual
  /// Right-to-left words with their cells reversed, because kitty's text shaper reverses them.
  case kitty
  /// The logical order of a left-to-right paragraph, where need be with U+200E between the runs: for
  /// a terminal that reorders behind a multiplexer which cannot tell it not to.
  case lrm
  /// The logical order of a paragraph of whatever direction that comes out as this row, for PuTTY,
  /// which cannot be told not to reorder.
  case paragraph
  /// Likewise for mlterm behind such a multiplexer; to it, box drawing is letters.
  case mlterm
  /// The logical order of left-to-right pieces between borders and round the cursor, for QTerminal,
  /// which draws each piece as a text of its own and knows no U+200E.
  case qterminal
  /// Logical order and plain letters, for a program that reads what it gets.
  case logical
}
