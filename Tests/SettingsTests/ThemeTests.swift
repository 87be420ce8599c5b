import Cells
import Settings
import Testing

struct ThemeTests {
  /// States that a person must be able to tell from one another.
  private static let states: [(Role, Role)] = [
    (.focused, .normal), (.focused, .current), (.current, .normal), (.selected, .field),
    (.field, .normal), (.pending, .normal), (.warning, .normal), (.warning, .pending),
    (.title, .normal), (.heading, .normal), (.key, .quiet), (.dialogTitle, .dialog),
    (.focused, .dialog),
  ]

  @Test("R51: no theme tells a state by colour alone", arguments: ThemeName.allCases)
  func attributes(name: ThemeName) {
    let theme = Theme(name)
    for (one, other) in Self.states {
      #expect(
        theme[one].attributes != theme[other].attributes, "\(one) \(other)")
    }
  }

  /// Relative luminance (WCAG 2.2).
  private func luminance(_ ink: Color) -> Double { luminance((ink.red, ink.green, ink.blue)) }

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

  private func contrast(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// Backgrounds that people have, as red, green and blue.
  private static let backgrounds = [
    "black": (0, 0, 0), "white": (255, 255, 255), "alacritty": (0x1D, 0x1F, 0x21),
    "Solarized dark": (0, 0x2B, 0x36), "Solarized light": (0xFD, 0xF6, 0xE3),
  ]

  @Test(
    "R51: every role of the default theme can be read on every common background",
    arguments: colored)
  func standardContrast(role: Role) throws {
    let style = Theme(.standard)[role]
    let ink = try #require(style.ink)
    let isLine = role == .border || role == .dialogBorder
    #expect(isLine || style.attributes.contains(.bold), "plain text has the terminal's own colour")
    for (name, background) in Self.backgrounds {
      let ratio = contrast(luminance(ink), luminance(background))
      #expect(ratio >= 3, "\(role) on \(name): \(ratio)")
    }
  }

  /// The roles with a colour. The others are as legible as the terminal's owner wants text to be.
  private static let colored = Role.allCases.filter { Theme(.standard)[$0].ink != nil }

  @Test("R51: the default theme paints no background, and colours some roles")
  func standardColors() {
    for role in Role.allCases { #expect(Theme(.standard)[role].paper == nil, "\(role)") }
    #expect(Self.colored.contains(.heading) && Self.colored.contains(.border))
  }

  @Test("R51: quiet text has the terminal's own colour, for no other keeps 4.5 to 1 everywhere")
  func quietText() {
    #expect(Theme(.standard)[.quiet] == Theme(.standard)[.normal])
    let greys = (0...255).filter { level in
      Self.backgrounds.values.allSatisfy {
        contrast(luminance((level, level, level)), luminance($0)) >= 4.5
      }
    }
    #expect(greys.isEmpty)
  }

  @Test("R51: high contrast is at least 7 to 1 in every role, and monochrome has no colour")
  func otherThemes() throws {
    for role in Role.allCases {
      let style = Theme(.highContrast)[role]
      let ink = luminance(try #require(style.ink))
      let paper = luminance(try #require(style.paper))
      #expect(contrast(ink, paper) >= 7, "\(role)")
      let plain = Theme(.monochrome)[role]
      #expect(plain.ink == nil && plain.paper == nil)
    }
  }

  @Test("R51: a colour has a number for each depth, or is left out")
  func numbers() throws {
    let red = try #require(Theme(.standard)[.warning].ink)
    #expect([2, 8, 16, 256, 0x100_0000].map(red.number) == [-1, 1, 1, 196, 0xFF0000])
    let grey = try #require(Theme(.standard)[.border].ink)
    #expect([8, 16, 256, 0x100_0000].map(grey.number) == [-1, -1, 243, 0x767676])
    let white = try #require(Theme(.highContrast)[.normal].ink)
    #expect([8, 16, 256, 0x100_0000].map(white.number) == [7, 15, 231, 0xFFFFFF])
  }
}
