/// The styles that a form is drawn in.
public struct FormStyles: Hashable, Sendable {
  /// Ordinary text.
  public var plain = Style.plain
  /// The title of the form.
  public var heading = Style(.bold)
  /// The title of a card.
  public var group = Style(.bold)
  /// Less important text.
  public var quiet = Style.plain
  /// The current choice.
  public var current = Style(.bold)
  /// An action that a person can take.
  public var hint = Style.plain
  /// A change that is still to happen.
  public var pending = Style(.bold)
  /// An error.
  public var error = Style(.bold)
  /// The name of a value.
  public var term = Style(.bold)
  /// The mark of an option in force, and signs that lead further.
  public var mark = Style.plain
  /// The blank cell at the leading edge of the focused part.
  public var bar = Style(.reverse)
  /// The focused part; the style fills its first row.
  public var focused = Style([.reverse, .bold])
  /// A button without the focus.
  public var button = Style(.bold)
  /// The button with the focus; the style fills it.
  public var focusedButton = Style([.reverse, .bold])
  /// The box of a text field.
  public var field = Style(.underline)
  /// The selection in a text field.
  public var selected = Style(.reverse)

  /// Styles without colours.
  public init() {}

  /// The style of an emphasis.
  public subscript(emphasis: Emphasis) -> Style {
    switch emphasis {
    case .plain: plain
    case .heading: heading
    case .group: group
    case .quiet: quiet
    case .current: current
    case .hint: hint
    case .pending: pending
    case .error: error
    case .term: term
    case .mark: mark
    }
  }
}
