import Glibc
import Localization
import TestFolders
import Testing

/// Languages that files of a `languages.d` add to a list.
struct LanguageDropInTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Writes a language's folder, described as Hebrew is.
  private func describe(_ code: String, in place: String, more: String = "") throws {
    _ = try folder.write(
      """
      "code" = "\(code)";
      "name" = "\(code)";
      "direction" = "rtl";
      "script" = "Hebr";
      "digits" = "latn";
      \(more)
      """, to: "\(place)/\(code).lproj/Language.strings")
  }

  private func list(_ places: String...) throws -> LanguageList {
    try LanguageList(
      directory: Fixtures.shipped, dropInsIn: places.map { "\(folder.path)/\($0)" })
  }

  private func codes(_ list: LanguageList) -> [String] { list.codes.map(\.rawValue) }

  @Test(
    "R76: files of several folders add languages, each at its place; without one, the list stays")
  func added() throws {
    #expect(try list("nowhere") == LanguageList(directory: Fixtures.shipped))
    try describe("he", in: "one")
    try describe("fa", in: "texts/persian")
    try describe("ur", in: "two")
    _ = try folder.write("\"code\" = \"he\";", to: "one/he.strings")
    _ = try folder.write(
      "\"code\" = \"fa\"; \"folder\" = \"../texts/persian\"; \"place\" = \"2\";",
      to: "two/a.strings")
    _ = try folder.write(
      "\"code\" = \"ur\"; \"regions\" = \"PK 001\"; \"place\" = \"1\";", to: "two/b.strings")
    let list = try list("one", "nowhere", "two")
    #expect(list.faults.isEmpty)
    #expect(codes(list) == ["ur", "fa", "en", "ar", "he"])
    #expect(list.languages.last?.directory == "\(folder.path)/one")
    #expect(list.languages[2].directory == nil)
    #expect(list.dropIns.map(\.regions) == [["PK", "001"], nil, nil])
    #expect(unlink("\(folder.path)/two/a.strings") == 0)
    #expect(try codes(self.list("one", "two")) == ["ur", "en", "ar", "he"])
  }

  @Test("R95: an added language says its name in languages whose data has none, and in no other")
  func names() throws {
    for code in ["ps", "he"] {
      try describe(code, in: "one", more: "\"in.en\" = \"Own\"; \"in.fr\" = \"Autre\";")
      _ = try folder.write("\"code\" = \"\(code)\";", to: "one/\(code).strings")
    }
    let list = try list("one")
    #expect(list.faults.isEmpty)
    let english = try #require(list[.english])
    #expect(english.names[Fixtures.code("ps")] == "Own")
    #expect(english.names[Fixtures.code("he")] == "Hebrew")
    #expect(list[Fixtures.code("ar")]?.names[Fixtures.code("ps")] == nil)
  }

  @Test(
    "R76: a file that cannot be used is reported with its line, and the others still add theirs",
    arguments: [
      ("\"code\" = \"h\";", 1, "invalid-field"),
      ("\n\"code\" = \"ar\";", 2, "invalid-field"),
      ("\"code\" = \"he\";\n\"folder\" = \"", 2, "unterminated-string"),
      ("", 1, "missing-field"),
      ("\"code\" = \"he\";\n\"place\" = \"0\";", 2, "invalid-field"),
      ("\"code\" = \"he\";\n\"regions\" = \" \";", 2, "invalid-field"),
      ("\"code\" = \"he\";\n\"folder\" = \"\";", 2, "invalid-field"),
      ("\"code\" = \"he\";\n\n\"lines\" = \"3\";", 3, "unknown-field"),
    ])
  func refused(text: String, line: Int, code: String) throws {
    try describe("fa", in: "languages.d")
    _ = try folder.write("\"code\" = \"fa\";", to: "languages.d/fa.strings")
    let path = try folder.write(text, to: "languages.d/bad.strings")
    let list = try list("languages.d")
    #expect(codes(list) == ["en", "ar", "fa"])
    let fault = try #require(list.faults.first)
    #expect(list.faults.count == 1)
    #expect((fault.file, fault.line, fault.kind.code) == (path, line, code))
    // The check of the folder says the same.
    let found = CatalogChecker(SampleMessage.self).check(
      Fixtures.shipped, dropInsIn: ["\(folder.path)/languages.d"])
    #expect(found.contains { $0.description.hasPrefix(fault.description) })
  }

  @Test("R76: a missing folder, a folder of another language and a second file add nothing")
  func without() throws {
    try describe("fa", in: "languages.d")
    _ = try folder.write("\"code\" = \"he\";", to: "languages.d/a.strings")
    _ = try folder.write("\"code\" = \"ur\";", to: "languages.d/b.strings")
    _ = try folder.write("\"code\" = \"fa\";", to: "languages.d/c.strings")
    _ = try folder.write("\"code\" = \"fa\";", to: "languages.d/d.strings")
    let other = try folder.write(
      "\"code\" = \"ar\";", to: "languages.d/ur.lproj/Language.strings")
    let list = try list("languages.d")
    #expect(codes(list) == ["en", "ar", "fa"])
    #expect(list.faults.map(\.kind.code) == ["invalid-field", "unreadable", "invalid-field"])
    #expect(list.faults.last?.file == other)
    #expect(list.faults.first?.file == "\(folder.path)/languages.d/d.strings")
  }

  @Test("R76, R49: the package's languages have the plural rules, digits and script of CLDR")
  func package() throws {
    let list = try LanguageList(
      directory: Fixtures.shipped, dropInsIn: ["\(Fixtures.shipped)/lisan-languages"])
    #expect(list.faults.isEmpty)
    #expect(codes(list) == ["en", "ar", "fa", "he", "ur"])
    for language in list.languages {
      let known = try #require(Language(known: language.code))
      #expect(language.script == known.script && language.direction == known.direction)
      #expect(language.digits == known.digits, "\(language.code)")
      for number in Array(0...1200) + [10_000, 1_000_000, 2_000_000] {
        #expect(
          language.pluralRules.category(for: number) == known.pluralRules.category(for: number),
          "\(language.code) \(number)")
      }
      #expect(Set(language.names.keys).isSuperset(of: language.directory == nil ? [] : list.codes))
    }
  }

  @Test("R76: a folder with too many files is reported")
  func many() throws {
    for number in 0..<201 { _ = try folder.write("", to: "languages.d/\(number).strings") }
    let list = try list("languages.d")
    #expect(codes(list) == ["en", "ar"])
    #expect(list.faults.last?.kind == .tooManyFiles(limit: 200))
    #expect(list.faults.count == 201)
  }

  @Test(
    "R90: an added language of another version has English where it lacks a text, and says so; a shipped one is refused"
  )
  func otherVersion() throws {
    try describe("xx", in: "one")
    _ = try folder.write(
      "\"Language\" = \"שפה\";\n\"Former text\" = \"א\";",
      to: "one/xx.lproj/Localizable.strings")
    let code = Fixtures.code("xx")
    let added = try Language(code, directory: "\(folder.path)/one")
    var told: [CatalogError] = []
    let catalog = try Catalog<SampleMessage>.load(language: added, from: "\(folder.path)/one") {
      told.append($0)
    }
    #expect(catalog.text(.language) == "שפה")
    #expect(catalog.text(.follow) == "Follow the system language")
    #expect(catalog.text(.changesPending, count: 5).contains("changes pending"))
    #expect(told.map(\.kind.code) == ["missing-key"])
    let own = try Language(code, in: "\(folder.path)/one")
    #expect(throws: CatalogError.self) {
      try Catalog<SampleMessage>.load(language: own, from: "\(folder.path)/one")
    }
    // Any other fault is one for both.
    _ = try folder.write("\"Language\" = \"", to: "one/xx.lproj/Localizable.strings")
    #expect(throws: CatalogError.self) {
      try Catalog<SampleMessage>.load(language: added, from: "\(folder.path)/one")
    }
  }
}
