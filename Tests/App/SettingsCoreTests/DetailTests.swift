import AccountModel
import Cells
import Input
import Localization
import SettingsCore
import Testing

/// What a screen says about single values: the reason of a failure, a line of a page, a cut name.
struct DetailTests {
  @Test("R6, R10: the section names the actual reason why it has no languages")
  func reason() throws {
    for (kind, wanted) in [
      (CatalogError.Kind.unreadable(errno: 2), "the file lisan/L.strings is missing"),
      (.unreadable(errno: 13), "the file lisan/L.strings cannot be read"),
      (.expectedSemicolon, "there is an error in lisan/L.strings:7"),
    ] {
      var conductor = try Conductor(size: Size(columns: 59, rows: 24))
      let error = CatalogError(file: "/usr/share/lisan/L.strings", line: 7, kind: kind)
      try conductor.send(.languagesFailed(error))
      #expect(
        conductor.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          .contains(wanted),
        "\(conductor.text)")
    }
  }

  @Test("R50: on a page each key scrolls by its distance, and its counterpart scrolls back")
  func scrolling() throws {
    let keys: [(forward: Key, back: Key)] = [
      (.letter("j"), .letter("k")), (.down, .up), (.pageDown, .pageUp), (.end, .home),
    ]
    for (forward, back) in keys {
      var conductor = try Conductor(size: Size(columns: 80, rows: 12))
      try conductor.press(.letter("?"))
      let top = conductor.text
      try conductor.press(forward)
      #expect(conductor.focus == "help" && conductor.text != top, "\(forward)")
      try conductor.press(back)
      #expect(conductor.text == top, "\(back)")
    }
  }

  @Test("R2, R25: a name in a preview is cut only where it is wider than its place")
  func cutName() throws {
    let shipped = try #require(try Conductor().state.languages?.first)
    for (name, shown) in [("Nederlands", "◦ Nederlands"), ("Nederlandse", "◦ Nederland…")] {
      var conductor = try Conductor()
      let other = Language(
        code: try #require(LanguageCode(rawValue: "nl")), nativeName: name,
        direction: .leftToRight, script: "Latn", digits: .latin, pluralRules: PluralRules([]))
      conductor.failingCatalogs = [other.code]
      try conductor.send(.languagesLoaded([shipped, other]))
      #expect(
        conductor.rows.contains { $0.contains(shown + " ") || $0.hasSuffix(shown) },
        "\(conductor.text)")
    }
  }
}
