import BuiltPrograms
import Foundation
import LisanPreferences
import TerminalHarness
import TestCrowd
import Testing

/// A language for one program, in the shells that start it.
@Suite(.few, .timeLimit(.minutes(20)))
struct ProgramLanguageTests {
  /// An installation with an Arabic catalog for the program `gettext`.
  private struct Place {
    let installation: Installation
    private let catalog: GettextCatalog

    init() throws {
      installation = try Installation()
      catalog = try GettextCatalog(in: installation)
      try FileManager.default.createDirectory(
        atPath: "\(installation.home)/.local/share/fish/generated_completions",
        withIntermediateDirectories: true)
      try installation.install(
        "locale", script: "printf 'C\\nC.utf8\\nPOSIX\\n'")
      try FileManager.default.createSymbolicLink(
        atPath: "\(installation.home)/lisan", withDestinationPath: Installation.program)
    }

    func environment(_ shell: String = "bash") -> [String: String?] {
      [
        "LANG": "C.UTF-8", "SHELL": "/usr/bin/\(shell)", "XDG_CONFIG_HOME": nil, "ZDOTDIR": nil,
        "PATH": "\(installation.home):/usr/bin:/bin",
      ].merging(catalog.environment) { $1 }
    }

    /// What a script prints in a shell.
    func run(
      _ shell: String, _ options: String = "-c", _ script: String
    ) throws -> (status: Int32, output: String, errors: String) {
      try installation.run(
        options, script, environment: environment(shell), program: "/usr/bin/\(shell)")
    }

    func lisan(_ words: String...) throws -> (status: Int32, output: String, errors: String) {
      try installation.runAll(words, environment: environment())
    }
  }

  private static let allShells = ["dash", "bash", "zsh", "fish"]

  private static func evaluation(_ shell: String) -> String {
    shell == "fish"
      ? "set --erase LC_CTYPE; lisan env --shell fish | source" : "eval \"$(lisan env)\""
  }

  @Test(
    "R105: in each shell one program speaks English and all others Arabic, until it is reset",
    arguments: allShells)
  func shells(shell: String) throws {
    let place = try Place()
    let (eval, arabic) = (Self.evaluation(shell), GettextCatalog.greeting)
    let script = """
      lisan set ar
      lisan set program.gettext en
      \(eval)
      gettext Hello; echo
      command gettext Hello; echo
      \(eval)
      gettext Hello; echo
      echo "$LISAN_PROGRAMS"
      lisan reset program.gettext
      \(eval)
      gettext Hello; echo
      echo "$LISAN_PROGRAMS"
      lisan set program.gettext ar
      lisan set en
      \(eval)
      gettext Hello; echo
      command gettext Hello; echo
      """
    #expect(
      try place.run(shell, "-c", script) == (
        0, "Hello\n\(arabic)\nHello\ngettext\n\(arabic)\n\n\(arabic)\nHello\n", ""
      ))
  }

  @Test("R105: type says which command has made the function", arguments: ["bash", "fish", "zsh"])
  func origin(shell: String) throws {
    let place = try Place()
    _ = try place.lisan("set", "program.gettext", "en")
    let ask = shell == "zsh" ? "type -f gettext" : "type gettext"
    let result = try place.run(shell, "-c", "\(Self.evaluation(shell))\n\(ask)")
    #expect(result.output.contains("lisan set program.gettext en"), "\(result)")
  }

  @Test("R105: a name that no function can have is an alias", arguments: allShells)
  func otherNames(shell: String) throws {
    let place = try Place()
    // A program with a minus and a stop in its name.
    try place.installation.install("say-it.sh", script: "exec gettext Hello")
    _ = try place.lisan("set", "ar")
    _ = try place.lisan("set", "program.say-it.sh", "en")
    let eval = Self.evaluation(shell)
    let script = """
      \(eval)
      say-it.sh; echo
      lisan reset program.say-it.sh
      \(eval)
      say-it.sh; echo
      """
    // bash reads aliases in interactive shells only, but takes the name for a function.
    #expect(
      try place.run(shell, "-c", script) == (0, "Hello\n\(GettextCatalog.greeting)\n", ""))
  }

  @Test(
    "R105: a person's function, alias or a built-in command stays, and that is said",
    arguments: allShells)
  func taken(shell: String) throws {
    let place = try Place()
    _ = try place.lisan("set", "program.gettext", "en")
    let mine = shell == "fish" ? "function gettext; echo mine; end" : "gettext() { echo mine; }"
    let eval = Self.evaluation(shell)
    var cases = [
      "\(mine)\n\(eval)\neval gettext", "alias gettext='echo mine'\n\(eval)\neval gettext",
    ]
    // dash cannot say what a function does, so it cannot tell a later one of a person from its own.
    if shell != "dash" { cases.append("\(eval)\n\(mine)\n\(eval)\ngettext") }
    for script in cases {
      let result = try place.run(shell, "-ic", script)
      #expect(result.output == "mine\n", "\(script): \(result)")
      let said = result.errors.split(separator: "\n").filter { $0.hasPrefix("lisan: gettext is ") }
      #expect(said.count == 1, "\(script): \(result)")
    }
    _ = try place.lisan("set", "program.echo", "en")
    let result = try place.run(shell, "-c", "\(eval)\necho -n a; command -v echo")
    #expect(result.output.hasPrefix("a") && result.errors.isEmpty, "\(result)")
  }

  @Test(
    "R105: shells with Lisan's lines have it, and without the lines nothing is left",
    arguments: allShells)
  func files(shell: String) throws {
    let place = try Place()
    _ = try place.lisan("set", "ar")
    _ = try place.lisan("set", "program.gettext", "en")
    let name = shell == "dash" ? "sh" : shell
    #expect(try place.lisan("shell", "install", "--shell", name).status == 0)
    // dash reads its file as a login shell.
    let options = shell == "dash" ? "-lc" : "-ic"
    let ask = "gettext Hello; command gettext Hello; echo $LISAN_PROGRAMS"
    #expect(
      try place.run(shell, options, ask).output == "Hello\(GettextCatalog.greeting)gettext\n")
    #expect(try place.lisan("shell", "remove", "--shell", name).status == 0)
    #expect(try place.run(shell, options, ask).output == "HelloHello\n")
  }

  @Test("R105: lisan run starts a program in its language, by its name and by its path")
  func relay() throws {
    let place = try Place()
    _ = try place.lisan("set", "ar")
    _ = try place.lisan("set", "program.gettext", "en")
    for name in ["gettext", "/usr/bin/gettext"] {
      #expect(try place.lisan("run", name, "Hello").output == "Hello")
    }
    #expect(try place.lisan("run", "env", "gettext", "Hello").output == GettextCatalog.greeting)
  }

  @Test(
    "R105: the commands set, show, list and reset it, and refuse what is no name and no language")
  func commands() throws {
    let place = try Place()
    #expect(try place.lisan("get", "program.git").output == "as-chosen\n")
    #expect(try place.lisan("set", "program.git", "Arabic") == (0, "", ""))
    #expect(try place.lisan("set", "program.apt", "en") == (0, "", ""))
    #expect(try place.lisan("get", "program.git").output == "ar\n")
    let list = try place.lisan("list-settings").output
    #expect(list.contains("program.apt\ten\tLanguage of apt\nprogram.git\tar\tLanguage of git\n"))
    #expect(
      try place.lisan("list-settings", "program.git").output.contains("ar\tالعربية\tcurrent\n"))
    #expect(try place.lisan("reset", "program.git") == (0, "", ""))
    #expect(try place.lisan("set", "program.apt", "as-chosen") == (0, "", ""))
    #expect(place.installation.stored()?.entries.isEmpty == true)
    for words in [
      ["set", "program.git", "xx"], ["set", "program.-x", "en"], ["get", "program."],
    ] {
      let result = try place.installation.runAll(words, environment: place.environment())
      #expect(result.status == 2 && result.output.isEmpty, "\(words): \(result)")
    }
    // Setting itself is bounded by the file.
    var number = 0
    while try place.lisan("set", "program.\(String(repeating: "x", count: 50))\(number)", "en")
      .status == 0
    {
      number += 1
      guard number < 20 else { break }
    }
    #expect(number == 4)
    #expect(place.installation.stored()?.programs.count == 4)
  }

  @Test(
    "R34, R105: a screen follows the command, stores what is chosen on its page, and takes it back",
    arguments: ["en", "ar"])
  func screen(language: String) async throws {
    let place = try Place()
    #expect(try place.lisan("set", language).status == 0)
    let session = try place.installation.open(
      "open", "language.packages", environment: place.environment())
    try await session.waitUntil("the item") {
      $0.shows(try! Word("Other programs", in: language))
    }
    session.press(.enter)
    try await session.waitUntil("the programs of this machine") { $0.shows("bash") }
    #expect(try place.lisan("set", "program.gettext", "en").status == 0)
    try await session.waitUntil("the command's choice") { $0.shows("gettext") }
    session.type("13")
    try await place.installation.wait(for: "the first program's language") {
      place.installation.stored()?.programs.count == 2
    }
    #expect(place.installation.stored()?.programs.filter { $0.value == "ar" }.count == 1)
    session.press(.escape)
    session.type("u")
    try await place.installation.wait(for: "the undo in the file") {
      place.installation.stored()?.programs == ["gettext": "en"]
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }
}
