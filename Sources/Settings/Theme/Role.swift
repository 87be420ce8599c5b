/// The meaning of a part of the screen, not its look. A `Theme` gives each role its style.
package enum Role: UInt8, Hashable, Sendable, CaseIterable {
  case normal
  /// The bar with the program's name.
  case title
  case heading
  /// Secondary text: descriptions, values that cannot be changed.
  case quiet
  case border
  /// The item that the keys act on; the terminal's cursor also marks it.
  case focused
  /// The current choice among several; a sign also marks it.
  case current
  case hint
  /// A key's name in the footer and in the help.
  case key
  /// A lasting condition that needs attention, such as a pending restart.
  case pending
  /// A text field that is being edited.
  case field
  /// The selection in a text field.
  case selected
  /// A toast, or a message that something cannot be shown.
  case warning
  /// The inside of a dialog.
  case dialog
  case dialogBorder
  case dialogTitle
}
