import CNCurses
import Cells

/// Translates styles to ncurses attributes and a colour pair, for each style drawn so far.
@MainActor
struct Pens {
  /// The ncurses representation of a style.
  struct Look: Equatable {
    var attributes: attr_t
    var pair: Int16
  }

  private static var hasStarted = false

  /// Each known style and its look. A screen has about a dozen, so a linear search costs less than
  /// a hash.
  private var known: [(style: Style, look: Look)] = []
  /// The index of the last style looked up, which the next cell usually shares.
  private var last = 0
  /// The colours of each pair, from pair 1.
  private var pairs: [(ink: Int, paper: Int)] = []
  /// The number of colours in use.
  let colors: Int

  /// - Parameter colorLimit: the maximum number of colours; 0 for none.
  init(colorLimit: Int) {
    colors = colorLimit > 0 ? min(Self.colors(), colorLimit) : 0
  }

  mutating func look(of style: Style) -> Look {
    if last < known.count, known[last].style == style { return known[last].look }
    // A closure would have the runtime check the actor for each element.
    for place in known.indices where known[place].style == style {
      last = place
      return known[place].look
    }
    let ink = style.ink?.number(ofColors: colors) ?? -1
    let paper = style.paper?.number(ofColors: colors) ?? -1
    let look = Look(attributes: Self.attributes(style.attributes), pair: pair(ink, paper))
    last = known.count
    known.append((style, look))
    return look
  }

  /// Makes ncurses erase with a style from now on.
  mutating func erase(with style: Style) {
    let look = look(of: style)
    nc_set_background(look.attributes, look.pair)
  }

  /// Whether two styles look the same on this terminal.
  mutating func sameLook(_ one: Style, _ other: Style) -> Bool {
    one == other || look(of: one) == look(of: other)
  }

  /// The number of the pair for two colours; 0, the terminal's own colours, if ncurses has no pair
  /// left.
  private mutating func pair(_ ink: Int, _ paper: Int) -> Int16 {
    guard ink >= 0 || paper >= 0 else { return 0 }
    if let place = pairs.firstIndex(where: { $0.ink == ink && $0.paper == paper }) {
      return Int16(place + 1)
    }
    // This call takes wide colour numbers, for terminals that number colours by RGB value.
    let answer = init_extended_pair(Int32(pairs.count + 1), Int32(ink), Int32(paper))
    guard answer != nc_err() else { return 0 }
    pairs.append((ink, paper))
    return Int16(pairs.count)
  }

  /// The number of colours of the terminal.
  private static func colors() -> Int {
    guard has_colors() else { return 0 }
    if !hasStarted {
      hasStarted = true
      start_color()
      use_default_colors()
    }
    return Int(COLORS)
  }

  private static func attributes(_ attributes: Style.Attributes) -> attr_t {
    (attributes.contains(.bold) ? nc_attribute_bold() : 0)
      | (attributes.contains(.reverse) ? nc_attribute_reverse() : 0)
      | (attributes.contains(.underline) ? nc_attribute_underline() : 0)
  }
}
