/// The meaning of a part of the screen, not its look. A `Theme` gives each role its style.
///
/// The raw value is the role's name in a theme file.
package enum Role: String, Hashable, Sendable, CaseIterable {
  /// Text, hints and values, and the empty screen.
  case normal = "text"
  /// The program's name.
  case app
  /// The title of a section.
  case heading
  /// The title of a group of rows.
  case group
  /// Secondary text, and the mark of options that are not chosen.
  case quiet
  /// The current choice among several; a sign also marks it.
  case current
  /// The label of a button.
  case button
  case hint
  /// A key's name in the footer and in the help.
  case key
  /// The mark of a chosen option, and the sign of a part that opens something.
  case mark
  /// The blank cell at the leading edge of the part on which the keys act.
  case bar
  /// The row that the keys act on.
  case focused
  /// The button that the keys act on.
  case focusedButton = "focused-button"
  /// The sign of a lasting condition, such as a pending restart.
  case pending
  /// The sign and the text of an error.
  case error
  /// The box of a text field.
  case field
  /// The selection in a text field.
  case selected
  /// Underlined blanks that separate a sheet from its background.
  case hairline
  /// Everything behind a sheet.
  case dimmed
  /// The small picture of a screen in another language.
  case previewTitle = "preview-title"
  case previewBody = "preview"
  /// The title of a sheet.
  case dialogTitle = "dialog-title"
}
