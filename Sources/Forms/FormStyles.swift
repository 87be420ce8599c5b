/// The styles that a form is drawn in.
public struct FormStyles: Hashable, Sendable {
  public var plain = Style.plain
  public var heading = Style(.bold)
  public var quiet = Style.plain
  public var current = Style(.bold)
  public var hint = Style.plain
  public var pending = Style(.bold)
  public var warning = Style([.bold, .underline])
  public var term = Style(.bold)
  /// The focused part; the style fills its rows.
  public var focused = Style(.reverse)
  /// The box of a text field.
  public var field = Style(.underline)
  /// The selection in a text field.
  public var selected = Style(.reverse)

  /// Styles without colours.
  public init() {}

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
