import Foundation
import TerminalHarness
import TestCrowd
import Testing

/// A new language is a folder and a word in one line; no code changes.
@Suite(.few, .timeLimit(.minutes(5)))
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
    let name = "\u{5E2}\u{5D1}\u{5E8}\u{5D9}\u{5EA}"
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

  @Test("R49: Persian has the extended digits of its data")
  func persian() async throws {
    let installation = try Installation()
    let name = "\u{641}\u{627}\u{631}\u{633}\u{6CC}"
    try add(
      "fa", name: name, direction: "rtl", digits: "arabext", plurals: ["one"], to: installation)
    try list("en ar fa", in: installation)
    _ = try installation.run("set", "fa")
    let session = try installation.open()
    try await session.waitUntil("the mirrored screen") { $0.isMirrored }
    session.press(.right, .end)
    try await session.waitUntil("the number in its digits") { screen in
      screen.rows.contains { $0.contains("\u{6F3}") && $0.contains("languages") }
    }
  }
}
