import Localization
import TestFolders
import Testing

@Suite("Languages and their data")
struct LanguageTests {
  @Test("R1: the shipped configuration offers English and Arabic, in this order")
  func shippedLanguages() throws {
    let list = try LanguageList(directory: Fixtures.shipped)
    #expect(list.languages.map(\.label) == ["English (EN)", "العربية (AR)"])
  }

  @Test("R9: a language's direction and digits come from its data")
  func directions() throws {
    let list = try LanguageList(directory: Fixtures.resources)
    #expect(list.codes.map(\.rawValue) == ["en", "ar", "vi", "he", "fa"])
    #expect(
      list.languages.map(\.direction) == [
        .leftToRight, .rightToLeft, .leftToRight, .rightToLeft, .rightToLeft,
      ])
    #expect(list.languages.map(\.digits.id) == ["latn", "arab", "latn", "latn", "arabext"])
  }

  @Test("A language is a folder: English and Vietnamese need no change of code")
  func englishVietnamese() throws {
    let list = try LanguageList(directory: Fixtures.englishVietnamese)
    #expect(list.languages.map(\.label) == ["English (EN)", "Tiếng Việt (VI)"])
    #expect(Set(list.languages.map(\.direction)) == [.leftToRight])
  }

  @Test("R2: a missing native name shows the code", arguments: ["", "\"name\" = \"\";\n"])
  func missingName(line: String) throws {
    let scratch = try TestFolder()
    try scratch.write(
      """
      "code" = "pt-BR"; \(line)"direction" = "ltr"; "script" = "Latn"; "digits" = "latn";
      """, to: "pt-BR.lproj/Language.strings")
    let language = try Language(Fixtures.code("pt-BR"), in: scratch.path)
    #expect(language.label == "PT-BR")
  }

  @Test(
    "R6: broken data of a language is refused with its place",
    arguments: [
      ("\"code\" = \"ar\";", "1:10", "invalid-field"),
      ("\"digits\" = \"roman\";", "1:12", "invalid-field"),
      ("\"direction\" = \"up\";", "1:15", "invalid-field"),
      ("\"script\" = \"Latin\";", "1:12", "invalid-field"),
      ("\"colour\" = \"red\";", "1:1", "unknown-field"),
      ("\"plural.other\" = \"n = 1\";", "1:1", "unknown-field"),
      ("\"plural.one\" = \"n is 1\";", "1:16", "invalid-plural-rule"),
    ])
  func brokenData(line: String, place: String, code: String) throws {
    let scratch = try TestFolder()
    let sound = [
      "\"code\" = \"en\";", "\"direction\" = \"ltr\";", "\"script\" = \"Latn\";",
      "\"digits\" = \"latn\";",
    ]
    let rest = sound.filter { $0.prefix(5) != line.prefix(5) }
    try scratch.write(([line] + rest).joined(separator: "\n"), to: "en.lproj/Language.strings")
    let error = #expect(throws: CatalogError.self) {
      try Language(.english, in: scratch.path)
    }
    #expect(error?.kind.code == code)
    #expect(
      error?.description.hasPrefix("\(scratch.path)/en.lproj/Language.strings:\(place): error: ")
        == true)
  }

  @Test("R6: a list of languages that is missing or names nothing is refused")
  func brokenList() throws {
    let scratch = try TestFolder()
    #expect(throws: CatalogError.self) { try LanguageList(directory: scratch.path) }
    for line in ["", "en en", "en ../etc"] {
      try scratch.write("\"languages\" = \"\(line)\";", to: "Languages.strings")
      let error = #expect(throws: CatalogError.self) {
        try LanguageList(directory: scratch.path)
      }
      #expect(error?.kind.code == "invalid-field", "\(line)")
    }
  }

  @Test("Codes have the form of BCP 47 and its letter case")
  func codes() {
    let sound = [
      "en": "en", "AR": "ar", "pt-br": "pt-BR", "SR-latn-rs": "sr-Latn-RS", "zh-Hans": "zh-Hans",
      "es-419": "es-419", "de-CH-1996": "de-CH-1996", "ar-u-nu-arab": "ar-u-nu-arab",
    ]
    for (text, canonical) in sound {
      #expect(LanguageCode(rawValue: text)?.rawValue == canonical)
    }
    let unsound = [
      "", "e", "e1", "en-", "-en", "en--GB", "en_GB", "../en", "en/..", "abcdefghi", "en-x",
      "عر", "en-" + String(repeating: "abcd-", count: 6) + "abc",
    ]
    for text in unsound { #expect(LanguageCode(rawValue: text) == nil, "\(text)") }
    #expect(LanguageCode(rawValue: "en-" + String(repeating: "abcd-", count: 6) + "ab") != nil)
  }
}
