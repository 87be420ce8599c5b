import CNCurses
import Cells

/// How each style looks: attributes that every terminal has, and a colour where colours may be
/// used. No two states differ by colour alone.
@MainActor
struct Theme {
  private var attributes: [attr_t]
  private var pairs: [Int16]

  /// Prepares the colour pairs; `usesColor` is false for `NO_COLOR` and for terminals without.
  init(usesColor: Bool) {
    let bold = nc_attribute_bold()
    let reverse = nc_attribute_reverse()
    attributes = Style.allCases.map { style in
      switch style {
      case .title: reverse | bold
      case .heading, .current, .key, .dialogTitle: bold
      case .focused, .selected: reverse
      case .field: nc_attribute_underline()
      case .pending, .warning: bold
      case .normal, .quiet, .border, .hint, .dialog, .dialogBorder: 0
      }
    }
    pairs = Array(repeating: 0, count: attributes.count)
    guard usesColor, has_colors() else { return }
    start_color()
    use_default_colors()
    // Colours that can be read on a dark and on a light background.
    let colors: [(Style, Int32)] = [
      (.pending, COLOR_MAGENTA), (.warning, COLOR_RED),
      (.dialogBorder, COLOR_MAGENTA),
    ]
    for (index, (style, color)) in colors.enumerated() {
      let pair = Int16(index + 1)
      guard init_pair(pair, Int16(color), -1) != nc_err() else { continue }
      pairs[Int(style.rawValue)] = pair
    }
  }

  func look(of style: Style) -> (attributes: attr_t, pair: Int16) {
    (attributes[Int(style.rawValue)], pairs[Int(style.rawValue)])
  }
}
