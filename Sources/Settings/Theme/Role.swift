/// What a piece of the screen is, not how it looks. A `Theme` gives each role its style.
package enum Role: UInt8, Hashable, Sendable, CaseIterable {
  case normal
  /// The bar with the program's name.
  case title
  case heading
  /// Secondary text: descriptions, values that cannot be changed.
  case quiet
  case border
  /// The item that the keys act on; also marked by the terminal's cursor.
  case focused
  /// The current choice among several; also marked by a sign.
  case current
  case hint
  /// A key's name in the footer and in the help.
  case key
  /// A condition that lasts and wants to be seen: a pending restart.
  case pending
  /// A text field that is being edited.
  case field
  /// What is selected in it.
  case selected
  /// A toast, and what cannot be shown.
  case warning
  /// The inside of a dialog.
  case dialog
  case dialogBorder
  case dialogTitle
}
