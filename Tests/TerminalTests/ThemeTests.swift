import Cells
import Terminal
import Testing

struct ThemeTests {
  /// States that a person must be able to tell from one another.
  private static let states: [(Style, Style)] = [
    (.focused, .normal), (.focused, .current), (.current, .normal), (.selected, .field),
    (.field, .normal), (.pending, .normal), (.warning, .normal), (.warning, .pending),
    (.title, .normal), (.heading, .normal), (.key, .quiet), (.focused, .dialog),
  ]

  @Test("R51: no theme tells a state by colour alone", arguments: ThemeName.allCases)
  func attributes(name: ThemeName) {
    let theme = Theme(name)
    for (one, other) in Self.states {
      #expect(
        theme.look(of: one).attributes != theme.look(of: other).attributes, "\(one) \(other)")
    }
  }

  /// Relative luminance (WCAG 2.2).
  private func luminance(_ ink: Ink) -> Double {
    func linear(_ level: Int) -> Double {
      let part = Double(level) / 255
      return part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055)
    }
    return 0.2126 * linear(ink.red) + 0.7152 * linear(ink.green) + 0.0722 * linear(ink.blue)
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

  @Test("R51: the default theme's colours can be read on a dark and on a light background")
  func standardContrast() {
    var inks = 0
    for style in Style.allCases {
      let look = Theme(.standard).look(of: style)
      #expect(look.paper == nil)
      guard let ink = look.ink else { continue }
      inks += 1
      for background in [0.0, 1.0] {
        #expect(contrast(luminance(ink), background) >= 4, "\(style) on \(background)")
      }
    }
    #expect(inks > 4)
  }

  @Test("R51: high contrast is at least 7 to 1 in every style, and monochrome has no colour")
  func otherThemes() throws {
    for style in Style.allCases {
      let look = Theme(.highContrast).look(of: style)
      let ink = luminance(try #require(look.ink))
      let paper = luminance(try #require(look.paper))
      #expect(contrast(ink, paper) >= 7, "\(style)")
      let plain = Theme(.monochrome).look(of: style)
      #expect(plain.ink == nil && plain.paper == nil)
    }
  }

  @Test("R51: a colour has a number for each depth, or is left out")
  func numbers() throws {
    let red = try #require(Theme(.standard).look(of: .warning).ink)
    #expect([2, 8, 16, 256, 0x100_0000].map(red.number) == [-1, 1, 1, 161, 0xD7005F])
    let grey = try #require(Theme(.standard).look(of: .quiet).ink)
    #expect([8, 16, 256, 0x100_0000].map(grey.number) == [-1, -1, 243, 0x767676])
    let white = try #require(Theme(.highContrast).look(of: .normal).ink)
    #expect([8, 16, 256, 0x100_0000].map(white.number) == [7, 15, 231, 0xFFFFFF])
  }
}
