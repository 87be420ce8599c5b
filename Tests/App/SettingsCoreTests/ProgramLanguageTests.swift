import Cells
import Localization
import Testing

@testable import SettingsCore

struct ProgramLanguageTests {
  private let git = ProgramName(rawValue: "git")!
  private let apt = ProgramName(rawValue: "apt")!

  /// The page of programs, of which apt and git have texts.
  private func page(
    _ code: LanguageCode = english, size: Size = Size(columns: 80, rows: 24)
  ) throws -> Conductor {
    var desk = try Conductor(code, size: size)
    try desk.send(
      .shellConsidered(ShellState(goal: ShellGoal.none, edited: nil, isHere: false)),
      .itemChosen(.packages),
      .packagesFound(code, .found(installed: ["apt"], available: []), programs: [apt, git]))
    _ = desk.takeEffects()
    return desk
  }

  @Test("R105: by keys, a program gets a language of its own; u takes it back, and again")
  func keys() throws {
    for code in [english, arabic] {
      for size in [Size(columns: 80, rows: 24), Size(columns: 20, rows: 6)] {
        var desk = try page(code, size: size)
        #expect(desk.focus == "programs.apt")
        while desk.focus != "programs.git" { try desk.press(.down) }
        try desk.press(.enter)
        #expect(desk.focus == "program.git.chosen", "\(desk.text)")
        while desk.focus != "program.git.ar" { try desk.press(.down) }
        try desk.press(.enter)
        #expect(desk.takeEffects() == [.storeProgram(ProgramChoice(git, arabic))])
        #expect(desk.focus == "programs.git" && desk.text.contains("git"))
        #expect(desk.text.contains("العربية"), "\(desk.text)")
        try desk.press(.escape, .letter("u"))
        #expect(desk.takeEffects().first == .storeProgram(ProgramChoice(git, nil)))
        #expect(desk.state.programLanguages.isEmpty)
        try desk.press(.letter("u"))
        #expect(desk.state.programLanguages == [git: arabic])
      }
    }
  }

  @Test("R105: digits and the pointer choose a line of the page, which has the packages below it")
  func pointer() throws {
    var desk = try page()
    #expect(desk.text.contains("Installed packages with texts in this language"))
    try desk.click("git")
    try desk.click("English")
    #expect(desk.takeEffects() == [.storeProgram(ProgramChoice(git, english))])
    try desk.press(.letter("2"), .letter("1"))
    #expect(desk.takeEffects() == [.storeProgram(ProgramChoice(git, nil))])
  }

  @Test("R105: a language that the screen does not have is shown, and keeps its line")
  func otherLanguage() throws {
    var desk = try page()
    let german = try #require(LanguageCode(rawValue: "de"))
    try desk.send(.programsObserved([git: german]), .lineChosen(1))
    #expect(desk.focus == "program.git.de" && desk.text.contains("◉ "), "\(desk.text)")
  }

  @Test("R34, R105: what another instance chose is shown and said, once, and is not written again")
  func observed() throws {
    var desk = try page()
    try desk.send(.programsObserved([git: english]))
    #expect(desk.takeEffects().allSatisfy { if case .expireToast = $0 { true } else { false } })
    #expect(desk.text.contains("Another program on this device changed “git” to English."))
    #expect(desk.state.programLanguages == [git: english])
    try desk.send(.programsObserved([git: english]))
    #expect(desk.state.toasts.count == 1)
    try desk.send(.programsObserved([:]))
    #expect(desk.state.programLanguages.isEmpty && desk.state.toasts.count == 1)
  }

  @Test("R12, R105: a choice that cannot be written holds, and that the file lacks it is no news")
  func unwritten() throws {
    var desk = try page()
    desk.writeFails = true
    try desk.press(.letter("2"), .letter("2"))
    #expect(desk.state.programLanguages == [git: english] && desk.state.toasts.count == 1)
    try desk.send(.programsObserved([:]))
    #expect(desk.state.programLanguages == [git: english])
  }

  @Test("R16, R105: the undo of a choice survives a restart")
  func undo() throws {
    for undo in [Undo.program(ProgramChoice(git, arabic)), .program(ProgramChoice(git, nil))] {
      #expect(Undo(name: undo.name) == undo)
    }
    #expect(Undo(name: "program git 1") == nil && Undo(name: "program -git ar") == nil)
  }

  @Test("R105: a program's name is one that a shell can have, and nothing that a shell would read")
  func names() {
    for name in [
      "git", "apt-get", "g++", "python3.11", "_x", "7z", String(repeating: "a", count: 64),
    ] {
      #expect(ProgramName(rawValue: name)?.rawValue == name)
    }
    for name in [
      "", "-x", ".x", "a b", "a;b", "$(a)", "a/b", "a=b", "é", "a'b",
      String(repeating: "a", count: 65),
    ] {
      #expect(ProgramName(rawValue: name) == nil, "\(name)")
    }
  }
}
