import Cells
import SettingsCore
import Testing

struct ThemeTests {
  /// Backgrounds that people have, as red, green and blue.
  private static let darkBackgrounds = [
    "black": (0, 0, 0), "alacritty": (0x1D, 0x1F, 0x21), "Solarized dark": (0, 0x2B, 0x36),
  ]
  private static let lightBackgrounds = [
    "white": (255, 255, 255), "Solarized light": (0xFD, 0xF6, 0xE3),
  ]

  /// The backgrounds that a terminal with this report may have.
  private static func backgrounds(
    _ background: Surface.Background
  ) -> [String: (Int, Int, Int)] {
    switch background {
    case .dark: darkBackgrounds
    case .light: lightBackgrounds
    case .unknown: darkBackgrounds.merging(lightBackgrounds) { one, _ in one }
    }
  }

  /// The surface of a theme.
  struct Place: CustomTestStringConvertible {
    let name: ThemeName
    let surface: Surface
    var theme: Theme { Theme(name, on: surface) }
    var testDescription: String { "\(name) \(surface.background) \(surface.colors)" }
  }

  private static let places = ThemeName.allCases.flatMap { name in
    Surface.Background.allCases.flatMap { background in
      Surface.Colors.allCases.map {
        Place(name: name, surface: Surface(background: background, colors: $0))
      }
    }
  }
  private static let fixedPlaces = places.filter { $0.surface.colors == .fixed }

  /// What is no text, or is not meant to be read: signs, lines, blank cells, and what is behind a
  /// sheet.
  private static let signs: [Role] = [
    .mark, .pending, .hairline, .dimmed, .bar,
  ]

  @Test(
    "R51: every text of every theme has 4.5 to 1 on every common background, every sign 3 to 1",
    arguments: fixedPlaces)
  func contrast(place: Place) throws {
    for role in Role.allCases {
      let style = place.theme[role]
      for (name, background) in Self.backgrounds(place.surface.background) {
        // Without a colour of ours, a text is as legible as the terminal's owner wants it to be.
        guard let ink = style.ink ?? (role == .bar ? style.paper : nil), ink.isFixed else {
          #expect(style.paper == nil || role == .bar, "\(role): a fill brings its own ink")
          continue
        }
        let page = place.theme[.normal].paper
        let behind = (role == .bar ? page : style.paper).map(luminance)
        let ratio = Self.contrast(
          luminance(role == .bar ? style.paper ?? ink : ink), behind ?? luminance(background))
        // Nothing reaches 4.5 to 1 on all of them at once, so what is coloured there is bold.
        let isHelped = place.surface.background == .unknown && behind == nil
        let wanted = Self.signs.contains(role) || isHelped ? 3 : 4.5
        #expect(ratio >= wanted, "\(role) on \(name): \(ratio)")
        if isHelped, !Self.signs.contains(role) {
          #expect(style.attributes.contains(.bold), "\(role)")
        }
      }
    }
  }

  @Test("R51: no grey keeps 4.5 to 1 on every common background, so quiet text is not grey there")
  func quietText() {
    let greys = (0...255).filter { level in
      Self.backgrounds(.unknown).values.allSatisfy {
        Self.contrast(luminance((level, level, level)), luminance($0)) >= 4.5
      }
    }
    #expect(greys.isEmpty)
    #expect(Theme(.standard)[.quiet] == Style())
    for background in [Surface.Background.dark, .light] {
      #expect(Theme(.standard, on: Surface(background: background))[.quiet].ink != nil)
    }
  }

  @Test("R51: high contrast is at least 7 to 1 in every role, whatever the terminal's background")
  func highContrast() throws {
    for background in Surface.Background.allCases {
      let theme = Theme(.highContrast, on: Surface(background: background))
      let page = luminance(try #require(theme[.normal].paper))
      for role in Role.allCases {
        let ink = luminance(try #require(theme[role].ink))
        let paper = luminance(try #require(theme[role].paper))
        let ratio = role == .bar ? Self.contrast(paper, page) : Self.contrast(ink, paper)
        #expect(ratio >= 7, "\(role): \(ratio)")
      }
    }
  }

  /// States that a person must be able to tell from one another.
  private static let states: [(Role, Role)] = [
    (.focused, .normal), (.current, .normal), (.selected, .field), (.field, .normal),
    (.error, .normal), (.error, .pending), (.heading, .normal), (.key, .quiet),
    (.dialogTitle, .normal), (.focusedButton, .button), (.bar, .normal),
    (.previewTitle, .previewBody),
  ]

  @Test("R51: no theme shows a state by hue alone, in any number of colours", arguments: places)
  func states(place: Place) {
    for (one, other) in Self.states {
      let (first, second) = (place.theme[one], place.theme[other])
      // A fill that a colour-blind person sees is as good as an attribute.
      let fills = [first.paper, second.paper].map { $0.map(luminance) }
      let isFilled = fills[0] != fills[1]
      #expect(first.attributes != second.attributes || isFilled, "\(one) \(other)")
    }
    // Only the focused part of a screen has a bar beside it.
    for role in Role.allCases
    where ![.bar, .focusedButton, .selected, .previewTitle].contains(role) {
      let (bar, style) = (place.theme[.bar], place.theme[role])
      #expect(bar.paper != style.paper || bar.attributes != style.attributes, "\(role)")
    }
  }

  @Test("R51: without colours a theme has none, and monochrome never has", arguments: places)
  func noColors(place: Place) {
    guard place.surface.colors == .none || place.name == .monochrome else { return }
    for role in Role.allCases {
      let style = place.theme[role]
      #expect(style.ink == nil && style.paper == nil, "\(role)")
      #expect(style == Theme(.monochrome)[role], "\(role)")
    }
  }

  @Test("R51: the palette's own colours keep their numbers in every depth")
  func palette() throws {
    for (background, numbers) in [
      (Surface.Background.dark, [-1, 6, 14, 14, 6]), (.light, [-1, 4, 4, 4, 4]),
    ] {
      let theme = Theme(.terminal, on: Surface(background: background))
      let ink = try #require(theme[.mark].ink)
      #expect([2, 8, 16, 256, 0x100_0000].map(ink.number) == numbers)
      for role in Role.allCases {
        for color in [theme[role].ink, theme[role].paper] {
          #expect(color?.isFixed != true, "\(role)")
        }
      }
    }
  }

  @Test("R51: the default theme paints only the focus and small pictures")
  func fills() {
    for background in Surface.Background.allCases {
      let theme = Theme(.standard, on: Surface(background: background))
      let filled = Role.allCases.filter {
        theme[$0].paper != nil || theme[$0].attributes.contains(.reverse)
      }
      #expect(
        filled == [.bar, .focused, .focusedButton, .selected, .previewTitle, .previewBody])
    }
    for name in [ThemeName.light, .dark, .highContrast] {
      #expect(Role.allCases.allSatisfy { Theme(name)[$0].paper != nil })
    }
  }

  @Test(
    "R51: where no fill can be shown, and on an unknown background, the focused row is reversed",
    arguments: places)
  func focusedRow(place: Place) {
    let isShaded = place.surface.colors == .fixed && place.surface.background != .unknown
    let isPainted =
      [.light, .dark].contains(place.name) && place.surface.colors == .fixed
      || place.name == .highContrast && place.surface.colors != .none
    let isFilled = place.name == .standard && isShaded || isPainted
    #expect(place.theme[.focused].attributes.contains(.reverse) != isFilled)
  }

  @Test("R51: a colour has a number for each depth, or is omitted")
  func numbers() throws {
    let dark = Theme(.standard, on: Surface(background: .dark))
    let accent = try #require(dark[.mark].ink)
    #expect([2, 8, 16, 256, 0x100_0000].map(accent.number) == [-1, 6, 14, 79, 0x5FD7AF])
    let quiet = try #require(dark[.quiet].ink)
    #expect([8, 16, 256, 0x100_0000].map(quiet.number) == [-1, -1, 247, 0x9E9E9E])
    let white = try #require(Theme(.highContrast)[.normal].ink)
    #expect([8, 16, 256, 0x100_0000].map(white.number) == [7, 15, 231, 0xFFFFFF])
  }
}

// MARK: Contrast

extension ThemeTests {
  /// Relative luminance (WCAG 2.2).
  private func luminance(_ color: Color) -> Double {
    // The palette's numbers have no shade; any will do for a comparison of two of them.
    color.isFixed ? luminance((color.red, color.green, color.blue)) : -Double(color.bright ?? 0)
  }

  private func luminance(_ color: (red: Int, green: Int, blue: Int)) -> Double {
    func linear(_ level: Int) -> Double {
      let part = Double(level) / 255
      return part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
      + 0.0722 * linear(color.blue)
  }

  /// `base` to the power of 2.4, by Newton's fifth root of its twelfth power.
  private func power(_ base: Double) -> Double {
    var twelfth = 1.0
    for _ in 0..<12 { twelfth *= base }
    var root = base
    for _ in 0..<60 {
      root -= (root * root * root * root * root - twelfth) / (5 * root * root * root * root)
    }
    return root
  }

  private static func contrast(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }
}
