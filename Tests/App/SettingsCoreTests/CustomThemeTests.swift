import Cells
import Testing

@testable import SettingsCore

struct CustomThemeTests {
  private func theme(_ entries: [(String, String)]) throws -> CustomTheme {
    var theme = CustomTheme()
    for (name, text) in entries { try theme.set(name, to: text) }
    return theme
  }

  @Test("R51: a style is a text colour, a background and attributes, each of which may be missing")
  func styles() throws {
    for (text, style) in [
      ("", Style()), ("231", Style(ink: Color(indexed: 231))),
      ("on 16", Style(paper: Color(indexed: 16))), ("bold", Style(.bold)),
      (
        "231 on 24 bold underline",
        Style([.bold, .underline], ink: Color(indexed: 231), paper: Color(indexed: 24))
      ),
      ("reverse bold", Style([.reverse, .bold])),
    ] {
      #expect(try theme([("error", text)]).entries.first?.style == style, "\(text)")
    }
    for text in [
      "15", "256", "-20", "on", "231 on", "on on", "231 231", "on 16 231", "on 16 on 17", "red",
      "#ffffff", "231 on bold 24", "231, 16",
    ] {
      #expect(throws: CustomTheme.Fault.noStyle, "\(text)") { try theme([("error", text)]) }
    }
    #expect(throws: CustomTheme.Fault.noRole) { try theme([("pink", "231")]) }
  }

  @Test("R51: a text below 4.5 to 1 is refused, a sign below 3 to 1, and any unknown contrast")
  func faults() throws {
    func names(_ entries: (String, String)...) throws -> [String] {
      try theme(entries).faults().map { name, fault in
        switch fault {
        case .faint(let ratio, let needed):
          #expect(ratio < needed)
          return "\(name) \(needed)"
        case .oneColor: return "\(name) alone"
        case .noRole, .noStyle: return "\(name) ?"
        }
      }
    }
    #expect(try names(("text", "253 on 17")) == [])
    #expect(try names(("text", "16 on 231"), ("quiet", "241")) == [])
    // 244 has 3.95 on white: enough for a sign alone.
    #expect(try names(("text", "16 on 231"), ("quiet", "244"), ("pending", "244")) == ["quiet 4.5"])
    #expect(try names(("text", "16 on 231"), ("bar", "on 250")) == ["bar 3.0"])
    #expect(try names(("focused", "244 on 231")) == ["focused 4.5"])
    #expect(try names(("error", "124")) == ["error alone"])
    #expect(try names(("error", "124 on 231"), ("bar", "on 19")) == [])
    #expect(try names(("text", "on 231")) == ["text alone"])
    // The page decides whether all other styles can be read.
    #expect(try names(("text", "231 on 244")).contains("text 4.5"))
  }

  @Test("R51: it changes only the default theme, and only if its shades can be shown")
  func places() throws {
    let custom = try theme([("text", "253 on 17"), ("error", "231 on 124 bold")])
    func style(_ name: ThemeName, _ role: Role, _ colors: Surface.Colors = .fixed) -> Style {
      Theme(name, on: Surface(background: .light, colors: colors), custom: custom)[role]
    }
    #expect(
      style(.standard, .error) == Style(.bold, ink: Color(indexed: 231), paper: Color(indexed: 124))
    )
    // Unnamed roles suit the page, not the terminal's background.
    #expect(style(.standard, .quiet).ink == Palette.dark.quiet)
    #expect(style(.standard, .quiet).paper == Color(indexed: 17))
    for name in ThemeName.allCases where name != .standard {
      #expect(style(name, .error) == Theme(name, on: Surface(background: .light))[.error])
    }
    for colors in [Surface.Colors.none, .palette] {
      let surface = Surface(background: .light, colors: colors)
      #expect(style(.standard, .error, colors) == Theme(.standard, on: surface)[.error])
    }
  }
}
