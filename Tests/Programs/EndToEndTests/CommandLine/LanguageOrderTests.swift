import BuiltPrograms
import Foundation
import LisanPreferences
import TerminalHarness
import TestCrowd
import Testing

/// Several languages in order, by commands, in shells and on screens.
@Suite(.few, .timeLimit(.minutes(20)))
struct LanguageOrderTests {
  private static let environment: [String: String?] = ["LANG": "C.UTF-8", "SHELL": "/bin/bash"]

  @Test(
    "R106: the commands set, show and reset the order; the screen has the first that is available")
  func commands() throws {
    let installation = try Installation()
    func lisan(_ words: String...) throws -> (status: Int32, output: String, errors: String) {
      try installation.runAll(words, environment: Self.environment)
    }
    #expect(try lisan("get", "languages").output == "system\n")
    #expect(try lisan("set", "languages", "de,ar,en") == (0, "", ""))
    #expect(try lisan("get").output == "ar\n" && installation.stored()?.language == "ar")
    #expect(try lisan("get", "languages").output == "de,ar,en\n")
    #expect(try lisan("env").output.contains("export LANGUAGE='de:ar:en'\n"))
    #expect(try lisan("run", "sh", "-c", "echo $LANGUAGE").output == "de:ar:en\n")
    #expect(try lisan("list-settings").output.contains("languages\tde,ar,en\t"))
    // A choice of one comes first. After English, nothing is wanted: programs have English texts by themselves.
    #expect(try lisan("set", "en").status == 0)
    #expect(try lisan("get", "languages").output == "en,de,ar\n")
    #expect(try lisan("env").output.contains("export LANGUAGE='en'\n"))
    #expect(try lisan("set", "languages", "Arabic,en").status == 0)
    #expect(try lisan("get", "languages").output == "ar,en\n")
    #expect(try lisan("reset", "languages") == (0, "", ""))
    #expect(try lisan("get", "languages").output == "ar\n")
    for (words, status) in [("ar,klingonish", 2), ("", 2), ("ar,,en", 2), ("de", 1)]
      as [(String, Int32)]
    {
      let result = try lisan("set", "languages", words)
      #expect(result.status == status && result.errors.hasPrefix("lisan: "), "\(words): \(result)")
    }
    #expect(try lisan("get", "languages").output == "ar\n")
  }

  @Test(
    "R106: in each shell a program speaks the first language that it has",
    arguments: ["dash", "bash", "zsh", "fish"])
  func shells(shell: String) throws {
    let installation = try Installation()
    let catalog = try GettextCatalog(in: installation)
    let environment = Self.environment.merging(catalog.environment) { $1 }
    #expect(
      try installation.runAll(["set", "languages", "de,ar,en"], environment: environment).status
        == 0)
    let eval =
      shell == "fish"
      ? "set --erase LC_CTYPE; \(Installation.program) env --shell fish | source"
      : "eval \"$(\(Installation.program) env)\""
    let result = try installation.run(
      "-c", "\(eval)\ngettext Hello", environment: environment, program: "/usr/bin/\(shell)")
    #expect(result == (0, GettextCatalog.greeting, ""))
  }

  @Test(
    "R34, R106: a screen follows the order, changes it, keeps it over a restart, and takes it back")
  func screen() async throws {
    let installation = try Installation()
    #expect(try installation.run("set", "en").status == 0)
    let session = try installation.open("open", "language.more", environment: Self.environment)
    try await session.waitUntil("the item") { $0.shows("More languages") }
    #expect(try installation.run("set", "languages", "en,de").status == 0)
    try await session.waitUntil("the news") { $0.shows("changed “More languages”") }
    session.press(.enter)
    try await session.waitUntil("the page") { $0.shows("Add a language") }
    session.type("3")
    try await session.waitUntil("the search") { $0.shows("Find a language") }
    session.type("arab")
    try await session.waitUntil("Arabic alone") { $0.shows("1 result") }
    session.press(.enter)
    try await installation.wait(for: "the added language") {
      installation.stored()?.languages == ["en", "de", "ar"]
    }
    session.type("3")
    try await session.waitUntil("what can be done") { $0.shows("Move up") }
    session.type("1")
    try await installation.wait(for: "the moved language") {
      installation.stored()?.languages == ["en", "ar", "de"]
    }
    session.type("2")
    try await session.waitUntil("what can be done") { $0.shows("Move up") }
    session.type("1")
    try await installation.wait(for: "the new first language") {
      installation.stored()?.languages == ["ar", "en", "de"]
    }
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.enter)
    try await session.waitUntil("the mirrored screen") { $0.isMirrored }
    #expect(installation.stored()?.languages == ["ar", "en", "de"])
    session.type("u")
    try await installation.wait(for: "the undo after the restart") {
      installation.stored()?.languages == ["en", "ar", "de"]
    }
  }
}
