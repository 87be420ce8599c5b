import BuiltPrograms
import Foundation
import TerminalHarness
import TestCrowd
import Testing

/// A new language is a folder and a word in one line; no code changes.
@Suite(.few, .timeLimit(.minutes(20)))
struct LanguageFolderTests {
  /// Adds a language with the English texts, each marked by its code, and the plural form `other`.
  private func add(
    _ code: String, name: String, direction: String, digits: String, plurals: [String] = [],
    to installation: Installation
  ) throws {
    let folder = "\(installation.resources)/\(code).lproj"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let rules = plurals.map { "\"plural.\($0)\" = \"n = 1\";\n" }.joined()
    try """
    "code" = "\(code)";
    "name" = "\(name)";
    "direction" = "\(direction)";
    "script" = "Zzzz";
    "digits" = "\(digits)";
    \(rules)
    """.write(toFile: "\(folder)/Language.strings", atomically: true, encoding: .utf8)
    let english = "\(installation.resources)/en.lproj"
    let texts = try String(contentsOfFile: "\(english)/Localizable.strings", encoding: .utf8)
    try texts.replacing("\" = \"", with: "\" = \"\(code.uppercased())-")
      .write(toFile: "\(folder)/Localizable.strings", atomically: true, encoding: .utf8)
    var forms = try String(contentsOfFile: "\(english)/Localizable.stringsdict", encoding: .utf8)
    while !plurals.contains("one"), let start = forms.range(of: "      <key>one</key>"),
      let end = forms.range(of: "</string>\n", range: start.upperBound..<forms.endIndex)
    {
      forms.removeSubrange(start.lowerBound..<end.upperBound)
    }
    try forms.write(
      toFile: "\(folder)/Localizable.stringsdict", atomically: true, encoding: .utf8)
  }

  private func list(_ codes: String, in installation: Installation) throws {
    try "\"languages\" = \"\(codes)\";\n".write(
      toFile: "\(installation.resources)/Languages.strings", atomically: true, encoding: .utf8)
  }

  @Test("R1, R14: English and Vietnamese: two options, every text changes, never a prompt")
  func vietnamese() async throws {
    let installation = try Installation()
    let name = "Ti\u{1EBF}ng Vi\u{1EC7}t"
    try add("vi", name: name, direction: "ltr", digits: "latn", to: installation)
    try list("en vi", in: installation)
    let session = try await installation.openScreen()
    #expect(session.screen.shows("\(name) (VI)"))
    #expect(!session.screen.shows(.arabic))
    session.press(.down, .enter)
    try await session.waitUntil("Vietnamese") { $0.shows("VI-Language") }
    #expect(!session.screen.shows("VI-Restart"))
    session.press(.left, .end)
    try await session.waitUntil("the only plural form") { $0.shows("2 languages") }
    let events = try installation.events()
    #expect(events.count("restart.prompt.shown") == 0)
    #expect(events.count("direction.force") == 1)
    #expect(events.count("preference.write") == 1)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(try installation.run("get").output == "vi\n")
  }

  @Test(
    "R9, R14: Hebrew is right-to-left by its data; from Arabic pending there is no second prompt")
  func hebrew() async throws {
    let installation = try Installation()
    let name = "עברית"
    try add(
      "he", name: name, direction: "rtl", digits: "latn", plurals: ["one"], to: installation)
    try list("en ar he", in: installation)
    let session = try await installation.openScreen()
    #expect(session.screen.shows("\(name) (HE)"))
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.escape)
    try await session.waitUntil("the screen") { !$0.shows(.restartNowArabic) }
    session.type("3")
    try await session.waitUntil("Hebrew") { $0.shows("HE-Language") }
    #expect(try installation.events().count("restart.prompt.shown") == 1)
    session.type("r")
    try await session.waitUntil("the mirrored screen") { $0.isMirrored }
    #expect(try installation.lastFrame()["language"] == "he")
  }

  private func codes(_ installation: Installation) throws -> [String] {
    try installation.run("list").output.split(separator: "\n").map {
      String($0.prefix { $0 != "\t" })
    }
  }

  @Test("R76, R20: added languages join the list in every region; a removed one falls back")
  func dropIns() throws {
    let installation = try Installation()
    #expect(try codes(installation) == ["en", "ar"])
    let folder = try installation.addLanguages()
    let added = try codes(installation)
    #expect(added == ["en", "ar", "fa", "he", "ur"])
    let check = try installation.run("check")
    #expect(check.status == 0 && !check.output.contains(" error: "), "\(check.output)")
    #expect(try installation.run("compile") == (0, "", ""))
    for code in added.dropFirst(2) {
      #expect(try installation.run("--market", "GB", "set", code).errors == "")
      #expect(try installation.run("--market", "GB", "get").output == "\(code)\n")
      let loads = try installation.events().filter { $0.name == "catalog.load" }
      #expect(loads.last?.isTrue("compiled") == true)
    }
    #expect(try installation.run("set", "he").status == 0)
    try FileManager.default.removeItem(atPath: "\(folder)/he.strings")
    let without = try installation.run("get")
    #expect(without.output == "en\n")
    #expect(without.errors.contains("he"), "\(without.errors)")
    #expect(try codes(installation) == added.filter { $0 != "he" })
    #expect(installation.stored()?.language == "he")
  }

  @Test(
    "R76, R10: a file saved half and a broken catalog are reported with their lines, on the screen and in the log"
  )
  func brokenDropIn() async throws {
    let installation = try Installation()
    let folder = try installation.addLanguages()
    try "\"code\" = \"he\";\n\"folder\" = \"".write(
      toFile: "\(folder)/he.strings", atomically: true, encoding: .utf8)
    let session = try await installation.openScreen(
      saying: "languages.d/he.strings:2.")
    #expect(session.screen.shows("(FA)") && !session.screen.shows("(HE)"))
    #expect(
      installation.logText.contains("\(folder)/he.strings:2:12: error: the string is not closed"))
    let check = try installation.run("check")
    #expect(check.status == 1)
    #expect(check.output.contains("\(folder)/he.strings:2:12: error: "), "\(check.output)")
    // A broken catalog of an added language: it is named, and the screen stays as it is.
    let persian = "\(folder)/fa.lproj/Localizable.strings"
    let texts = try String(contentsOfFile: persian, encoding: .utf8)
    let line = texts.count { $0 == "\n" } + 1
    try (texts + "\"half").write(toFile: persian, atomically: true, encoding: .utf8)
    session.type("3")
    try await session.waitUntil("the broken catalog") {
      $0.shows("fa.lproj/Localizable.strings:\(line)")
    }
    #expect(session.screen.isStraight && session.screen.shows("(FA)"))
    #expect(installation.stored() == nil)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R76, R10: without its folder, the language on the screen stays; another can be chosen")
  func vanishedFolder() async throws {
    let installation = try Installation()
    let folder = try installation.addLanguages()
    #expect(try installation.run("set", "fa").status == 0)
    let persian = Word("زبان")
    let session = try await installation.openScreen(persian)
    try FileManager.default.removeItem(atPath: folder)
    session.type("1")
    try await session.waitUntil("English") { $0.shows(.restartNow) }
    session.press(.escape)
    try await session.waitUntil("the screen") { !$0.shows(.restartNow) }
    session.type("3")
    try await session.waitUntil("the reason") { $0.shows("fa.lproj") }
    #expect(session.screen.shows("Language"))
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(try installation.run("get").output == "en\n")
  }

  @Test("R77: a preview shows a folder's texts, follows each save, and stores nothing")
  func preview() async throws {
    let installation = try Installation()
    let (work, temporary) = ("\(installation.home)/work", "\(installation.home)/tmp")
    for folder in [work, temporary] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }
    try FileManager.default.copyItem(
      atPath: packagePath("Resources/lisan-languages/he.lproj"), toPath: "\(work)/he.lproj")
    let path = "\(work)/he.lproj/Localizable.strings"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    // The translation need not be complete. A file that is written in place is empty for a moment, and
    // the screen may show that moment until the next event.
    @Sendable func save(_ about: String?, cut: Int = 0, inPlace: Bool = false) throws {
      let changed = lines.compactMap { line in
        line.hasPrefix("\"About\" = ") ? about.map { "\"About\" = \"\($0)\";" } : String(line)
      }
      let text = changed.joined(separator: "\n")
      try Data(text.utf8.dropLast(cut)).write(
        to: URL(filePath: path), options: inPlace ? [] : .atomic)
    }
    try save(nil)
    let session = try installation.open(
      "preview", "he", "--from", work, environment: ["TMPDIR": temporary])
    try await session.waitUntil("the English text that is missing") {
      $0.isMirrored && $0.shows("About")
    }
    let words = [
      "אודות", "עלינו",
    ]
    // Until it is shown: the screen begins to watch after its first frame.
    try await session.waitUntil("the saved text") { screen in
      try? save(words[0])
      return screen.shows(Word(words[0]))
    }
    try save(words[1], cut: 30)
    try await session.waitUntil("the place of the error") {
      $0.shows("he.lproj/Localizable.strings:") && $0.shows(Word(words[0]))
    }
    #expect(installation.logText.contains("\(path):"))
    try save(words[1], inPlace: true)
    try await session.waitUntil("the whole text") { $0.shows(Word(words[1])) }
    session.press(.home)
    session.type("1")
    try await session.waitUntil("English, at once") { $0.isStraight && $0.shows("Language") }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(installation.stored() == nil)
    #expect(try installation.run("get").output == "en\n")
    try await installation.wait(for: "an empty folder") {
      try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty
    }
    let refused = try installation.run("preview", "he", "--from", "\(installation.home)/nowhere")
    #expect(refused.status == 4 && refused.errors.contains("he.lproj/"), "\(refused)")
  }

  @Test("R49: Persian has the extended digits of its data")
  func persian() async throws {
    let installation = try Installation()
    let name = "فارسی"
    try add(
      "fa", name: name, direction: "rtl", digits: "arabext", plurals: ["one"], to: installation)
    try list("en ar fa", in: installation)
    _ = try installation.run("set", "fa")
    let session = try installation.open()
    try await session.waitUntil("the mirrored screen") { $0.isMirrored }
    session.press(.right, .end)
    try await session.waitUntil("the number in its digits") { screen in
      screen.rows.contains { $0.contains("۳") && $0.contains("languages") }
    }
  }
}
