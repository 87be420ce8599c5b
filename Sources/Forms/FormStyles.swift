/// The styles that a form is drawn in.
public struct FormStyles: Hashable, Sendable {
  /// Ordinary text.
  public var plain = Style.plain
  /// The title of a card.
  public var heading = Style(.bold)
  /// What matters less.
  public var quiet = Style.plain
  /// The choice in force.
  public var current = Style(.bold)
  /// What a person can do.
  public var hint = Style.plain
  /// What is still to happen.
  public var pending = Style(.bold)
  /// What went wrong.
  public var warning = Style([.bold, .underline])
  /// The name of a value.
  public var term = Style(.bold)
  /// The focused part; the style fills its rows.
  public var focused = Style(.reverse)
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
    case .quiet: quiet
    case .current: current
    case .hint: hint
    case .pending: pending
    case .warning: warning
    case .term: term
    }
  }
}
