import Cells

/// The style of each role: `Theme(.highContrast)[.focused]`.
///
/// No two states differ by colour alone (R51): an important state also has its own attribute or a
/// sign in the text. A theme that does not paint the background uses colours that are readable on
/// dark and light backgrounds. Those of bold text and of lines have a contrast of at least 3 to 1
/// on every common background. No colour has 4.5 to 1 on both white and Solarized's dark
/// background, so plain text uses the terminal's own colour.
package struct Theme: Hashable, Sendable {
  package let name: ThemeName

  package init(_ name: ThemeName) { self.name = name }

  package subscript(role: Role) -> Style {
    switch name {
    case .standard: Self.standard(role)
    case .monochrome: Style(Self.standard(role).attributes)
    case .highContrast: Self.highContrast(role)
    }
  }

  private static func standard(_ role: Role) -> Style {
    switch role {
    // Roles that change with every move of the focus have no colour, which would be sent each time.
    case .normal, .quiet, .dialog, .hint: Style()
    case .border: Style(ink: .grey)
    case .title: Style([.reverse, .bold])
    case .heading, .dialogTitle: Style(.bold, ink: .blue)
    case .current, .key: Style(.bold)
    case .focused, .selected: Style(.reverse)
    case .field: Style(.underline)
    case .pending: Style(.bold, ink: .amber)
    case .warning: Style([.bold, .underline], ink: .red)
    case .dialogBorder: Style(ink: .magenta)
    }
  }

  /// White on black and yellow on black, independent of the terminal's other palette colours.
  private static func highContrast(_ role: Role) -> Style {
    var style = Style(standard(role).attributes, ink: .white, paper: .black)
    switch role {
    case .heading, .dialogTitle, .key, .pending, .warning: style.ink = .yellow
    // A border looks like the text next to it, so no style change is sent between them.
    case .focused, .dialogBorder: style.attributes.insert(.bold)
    default: break
    }
    return style
  }
}

extension State {
  /// A role's style in the current theme.
  func style(_ role: Role) -> Style { Theme(theme)[role] }
}

/// The colours of the themes. A missing 8- or 16-colour variant means that none of those colours is
/// readable on both dark and light backgrounds.
extension Color {
  fileprivate static let grey = Color(indexed: 243)
  fileprivate static let blue = Color(indexed: 63)
  fileprivate static let amber = Color(indexed: 130, bright: 5, basic: 5)
  fileprivate static let red = Color(indexed: 196, bright: 1, basic: 1)
  fileprivate static let magenta = Color(indexed: 133, bright: 5, basic: 5)
  fileprivate static let white = Color(indexed: 231, bright: 15, basic: 7)
  fileprivate static let black = Color(indexed: 16, bright: 0, basic: 0)
  fileprivate static let yellow = Color(indexed: 226, bright: 11, basic: 3)
}
