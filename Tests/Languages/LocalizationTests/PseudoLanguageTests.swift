import Localization
import Testing

@Suite("Pseudo-languages")
struct PseudoLanguageTests {
  @Test("Accented texts are longer, readable and marked at both ends")
  func accented() {
    let catalog = Catalog<SampleMessage>.builtIn().pseudo(.accented)
    #expect(catalog.language.direction == .leftToRight)
    #expect(catalog.text(.language) == "[Ļáñĝúáĝé ~~~~]")
    #expect(catalog.text(.moved, ["a", "b"]) == "[Ḿóṽéď a ţó b ~~~~]")
    #expect(catalog.text(.changesPending, count: 1) == "[1 çĥáñĝé ƥéñďíñĝ]")
    #expect(catalog.text(.done) == "[% ďóñé: 100 % ~~]")
  }

  @Test("The mirrored pseudo-language orders letters and screen from right to left")
  func rightToLeft() {
    let catalog = Catalog<SampleMessage>.builtIn().pseudo(.rtl)
    #expect(catalog.language.direction == .rightToLeft)
    #expect(catalog.language.code == .english)
    #expect(
      catalog.text(.done) == "% \u{202E}done\u{202C}: 100 %")
    #expect(
      catalog.text(.switchTo, ["x"]).hasSuffix("\u{202E}to\u{202C} \u{2068}x\u{2069}"))
  }

  @Test("Every text is changed", arguments: PseudoLanguage.allCases)
  func nothingLeft(pseudo: PseudoLanguage) {
    let plain = Catalog<SampleMessage>.builtIn()
    let changed = plain.pseudo(pseudo)
    for key in SampleMessage.allCases {
      #expect(changed.text(key, count: 2, ["a", "b"]) != plain.text(key, count: 2, ["a", "b"]))
    }
  }
}
