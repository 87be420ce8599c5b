import Cells

/// The colours of a theme, for one kind of background.
struct Palette {
  /// Titles, marks, and the fill of the focused part; nil for no colour.
  var accent: Color?
  /// Text on that fill.
  var accentInk: Color?
  /// Secondary text.
  var quiet: Color?
  /// The background of a sheet.
  var dimmed: Color?
  var pending: Color?
  var error: Color?
  /// The row with the focus; without a paper it is reversed.
  var focused: Fill
  var preview: Fill
  var previewTitle: Fill
  /// The whole screen.
  var page = Fill()

  /// A background set by this program and the text on it, so that their contrast is known; nil for
  /// the terminal's own colours.
  struct Fill {
    var ink: Color?
    var paper: Color?
  }
}

extension Palette {
  static let dark = Palette(
    accent: Color(indexed: 79, bright: 14, basic: 6), accentInk: .shade(16), quiet: .shade(247),
    dimmed: .shade(247), pending: Color(indexed: 215, bright: 11, basic: 3),
    error: Color(indexed: 210, bright: 9, basic: 1),
    focused: Fill(ink: .shade(255), paper: .shade(236)),
    preview: Fill(ink: .shade(252), paper: .shade(235)),
    previewTitle: Fill(ink: .shade(252), paper: .shade(238)))

  static let light = Palette(
    accent: Color(indexed: 23, bright: 4, basic: 4), accentInk: .shade(231), quiet: .shade(241),
    dimmed: .shade(241), pending: Color(indexed: 94, bright: 5, basic: 5),
    error: Color(indexed: 124, bright: 1, basic: 1),
    focused: Fill(ink: .shade(16), paper: .shade(254)),
    preview: Fill(ink: .shade(235), paper: .shade(255)),
    previewTitle: Fill(ink: .shade(235), paper: .shade(252)))

  /// For an unknown background. No colour has a contrast of 4.5 to 1 on both white and Solarized's
  /// dark background, so text that is not bold uses the terminal's own. The background of a sheet
  /// may be fainter, because the keys do not act on it. A shade behind the focus could be close to the background, so
  /// that row is reversed.
  static let unknown = Palette(
    accent: .shade(63), accentInk: .shade(231), quiet: nil, dimmed: .shade(243),
    pending: .shade(130),
    error: .shade(196), focused: Fill(),
    preview: Fill(ink: .shade(252), paper: .shade(236)),
    previewTitle: Fill(ink: .shade(252), paper: .shade(238)))

  /// White and yellow on black, independent of the terminal's other palette colours.
  static let highContrast = Palette(
    accent: .yellow, accentInk: .black, quiet: nil, dimmed: nil, pending: .yellow, error: .yellow,
    focused: Fill(ink: .black, paper: .white), preview: Fill(ink: .white, paper: .black),
    previewTitle: Fill(ink: .black, paper: .white), page: Fill(ink: .white, paper: .black))

  /// The terminal's own 16 colours, whose shades the user chooses. There are two rows of them: the
  /// bright ones are for a dark background.
  static func terminal(on background: Surface.Background) -> Palette {
    let colors: (accent: UInt8, pending: UInt8, error: UInt8)? =
      switch background {
      case .dark: (14, 11, 9)
      case .light: (4, 5, 1)
      case .unknown: nil
      }
    return Palette(
      accent: colors.map { Color(palette: $0.accent) }, accentInk: nil, quiet: nil, dimmed: nil,
      pending: colors.map { Color(palette: $0.pending) },
      error: colors.map { Color(palette: $0.error) },
      focused: Fill(), preview: Fill(), previewTitle: Fill())
  }

  static func own(of background: Surface.Background) -> Palette {
    switch background {
    case .dark: dark
    case .light: light
    case .unknown: unknown
    }
  }

  /// These colours on a painted screen.
  func painted(_ page: Fill) -> Palette {
    var palette = self
    palette.page = page
    return palette
  }

  static let darkPage = Fill(ink: Color(indexed: 253, bright: 15, basic: 7), paper: .black)
  static let lightPage = Fill(ink: .black, paper: .white)
}

extension Color {
  /// A colour that is omitted if shades are not fixed.
  fileprivate static func shade(_ indexed: UInt8) -> Color { Color(indexed: indexed) }

  fileprivate static let white = Color(indexed: 231, bright: 15, basic: 7)
  fileprivate static let black = Color(indexed: 16, bright: 0, basic: 0)
  fileprivate static let yellow = Color(indexed: 226, bright: 11, basic: 3)
}
