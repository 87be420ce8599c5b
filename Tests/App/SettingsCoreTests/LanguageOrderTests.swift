import Cells
import Localization
import Testing

@testable import SettingsCore

struct LanguageOrderTests {
  private let german = LanguageCode(rawValue: "de")!

  private func page(
    _ code: LanguageCode = english, size: Size = Size(columns: 80, rows: 24)
  ) throws -> Conductor {
    var desk = try Conductor(code, size: size)
    try desk.send(
      .shellConsidered(ShellState(goal: ShellGoal.none, edited: nil, isHere: false)),
      .preferenceObserved(.explicit(code)), .itemChosen(.moreLanguages))
    _ = desk.takeEffects()
    return desk
  }

  private func writes(_ effects: [Effect]) -> [PreferenceWrite] {
    effects.compactMap { if case .writePreference(let write) = $0 { write } else { nil } }
  }

  @Test(
    "R106: by keys, a language is found and added, moved to the front, removed; u takes it back")
  func keys() throws {
    for size in [Size(columns: 80, rows: 24), Size(columns: 20, rows: 6)] {
      for (code, other) in [(english, arabic), (arabic, english)] {
        var desk = try page(code, size: size)
        while desk.focus != "languages.add" { try desk.press(.down) }
        try desk.press(.enter, .enter)
        #expect(
          writes(desk.takeEffects()) == [
            PreferenceWrite(.explicit(code), languages: [code, other])
          ])
        #expect(desk.state.orderedLanguages == [code, other] && desk.state.language.code == code)
        try desk.press(.home)
        while desk.focus != "languages.\(other.rawValue)" { try desk.press(.down) }
        try desk.press(.enter)
        #expect(desk.focus == "languages.\(other.rawValue).up", "\(desk.text)")
        try desk.press(.enter)
        #expect(
          writes(desk.takeEffects()) == [
            PreferenceWrite(.explicit(other), languages: [other, code])
          ])
        #expect(desk.state.language.code == other && desk.state.isRestartPending)
        while !desk.state.dialogs.isEmpty { try desk.press(.escape) }
        try desk.press(.letter("u"))
        #expect(desk.state.orderedLanguages == [code, other] && desk.state.language.code == code)
        while !desk.state.dialogs.isEmpty { try desk.press(.escape) }
        try desk.send(.itemChosen(.moreLanguages))
        while desk.focus != "languages.\(other.rawValue)" { try desk.press(.down) }
        try desk.press(.enter)
        while desk.focus != "languages.\(other.rawValue).remove" { try desk.press(.down) }
        try desk.press(.enter)
        #expect(desk.state.orderedLanguages == [code])
      }
    }
  }

  @Test(
    "R106: a choice on the first page comes first and keeps the rest; without an order there is none"
  )
  func firstPage() throws {
    var desk = try Conductor()
    try desk.send(.languageChosen(arabic))
    #expect(desk.state.languageOrder.isEmpty)
    try desk.send(.languagesChosen([arabic, german, english]), .languageChosen(english))
    #expect(desk.state.languageOrder == [english, arabic, german])
    #expect(
      writes(desk.takeEffects()).last
        == PreferenceWrite(.explicit(english), languages: [english, arabic, german]))
    while !desk.state.dialogs.isEmpty { try desk.press(.escape) }
    try desk.press(.letter("u"))
    #expect(desk.state.languageOrder == [arabic, german, english])
    #expect(desk.state.language.code == arabic)
  }

  @Test("R106: the screen has the first language that is available; without one, nothing changes")
  func available() throws {
    var desk = try Conductor()
    try desk.send(.languagesChosen([german, arabic]))
    #expect(desk.state.language.code == arabic)
    #expect(desk.state.orderedLanguages == [german, arabic])
    _ = desk.takeEffects()
    try desk.send(.languagesChosen([german]))
    #expect(writes(desk.takeEffects()).isEmpty)
    #expect(desk.state.orderedLanguages == [german, arabic] && desk.state.toasts.count == 1)
  }

  @Test("R34, R106: another instance's order is shown and said, and not written again")
  func observed() throws {
    var desk = try page()
    try desk.send(.languagesObserved([english, german]), .preferenceObserved(.explicit(english)))
    #expect(desk.state.orderedLanguages == [english, german])
    #expect(writes(desk.takeEffects()).isEmpty && desk.state.toasts.count == 1)
    #expect(desk.text.contains("changed “More languages” to English, "), "\(desk.text)")
    try desk.send(.languagesObserved([german, arabic]), .preferenceObserved(.explicit(arabic)))
    #expect(desk.state.orderedLanguages == [german, arabic])
    #expect(desk.state.language.code == arabic && writes(desk.takeEffects()).isEmpty)
    try desk.send(.languagesObserved([english]), .preferenceObserved(.explicit(english)))
    #expect(desk.state.orderedLanguages == [english])
  }

  @Test("R106: the pointer opens a language and moves it")
  func pointer() throws {
    var desk = try page()
    try desk.send(.languagesChosen([english, arabic]))
    try desk.click("العربية")
    try desk.click("Move up")
    #expect(desk.state.orderedLanguages == [arabic, english])
  }

  @Test("R16, R106: the undo of an order survives a restart")
  func undo() {
    for undo in [
      Undo.languages([arabic, german], .explicit(arabic)), .languages([], .explicit(english)),
      .languages([arabic, english], .system),
    ] { #expect(Undo(name: undo.name) == undo) }
    #expect(Undo(name: "languages ar,1 ar") == nil && Undo(name: "languages ar,en 1") == nil)
  }
}
