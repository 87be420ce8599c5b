import CNCurses
import Cells

/// A theme as ncurses draws it: attributes and a colour pair for each style.
@MainActor
struct Pens {
  private static var hasStarted = false

  private var attributes: [attr_t] = []
  private var pairs: [Int16] = []
  /// How many colours are used.
  let colors: Int

  /// - Parameter colorLimit: how many colours there are at most; 0 where the person asked for none.
  init(_ theme: Theme, colorLimit: Int) {
    colors = colorLimit > 0 ? min(Self.colors(), colorLimit) : 0
    var known: [(ink: Int, paper: Int)] = []
    for style in Style.allCases {
      let look = theme.look(of: style)
      attributes.append(Self.attributes(look.attributes))
      let ink = look.ink?.number(ofColors: colors) ?? -1
      let paper = look.paper?.number(ofColors: colors) ?? -1
      guard ink >= 0 || paper >= 0 else {
        pairs.append(0)
        continue
      }
      let place = known.firstIndex { $0.ink == ink && $0.paper == paper } ?? known.count
      if place == known.count {
        // The one with wide numbers, for terminals whose colours are numbered by their shade.
        let answer = init_extended_pair(Int32(place + 1), Int32(ink), Int32(paper))
        guard answer != nc_err() else {
          pairs.append(0)
          continue
        }
        known.append((ink, paper))
      }
      pairs.append(Int16(place + 1))
    }
    // What is erased has the background of the theme.
    let normal = look(of: .normal)
    nc_set_background(normal.attributes, normal.pair)
  }

  func look(of style: Style) -> (attributes: attr_t, pair: Int16) {
    (attributes[Int(style.rawValue)], pairs[Int(style.rawValue)])
  }

  /// Whether two styles are drawn alike.
  func sameLook(_ one: Style, _ other: Style) -> Bool { look(of: one) == look(of: other) }

  /// How many colours the terminal has.
  private static func colors() -> Int {
    guard has_colors() else { return 0 }
    if !hasStarted {
      hasStarted = true
      start_color()
      use_default_colors()
    }
    return Int(COLORS)
  }

  private static func attributes(_ attributes: Theme.Attributes) -> attr_t {
    (attributes.contains(.bold) ? nc_attribute_bold() : 0)
      | (attributes.contains(.reverse) ? nc_attribute_reverse() : 0)
      | (attributes.contains(.underline) ? nc_attribute_underline() : 0)
  }
}
