import Cells
import Input
import Localization
import MirrorLayout
import SettingsCore
import Testing

@Suite struct SceneKeyTests {
  private static let size = Size(columns: 80, rows: 24)

  @Test(
    "R50: Ctrl-C, which is a key where text is typed, leaves the app there",
    arguments: [Scene.signIn, .signInFailed, .find])
  func leaves(scene: Scene) throws {
    var conductor = try scene.conductor(english, Self.size)
    _ = conductor.takeEffects()
    try conductor.press(.control("c"))
    #expect(conductor.takeEffects().contains(.quit), "\(conductor.text)")
  }

  @Test(
    "R50: Ctrl-L draws every screen, dialog and field anew",
    arguments: Scene.allCases.filter { $0 != .toasts })
  func redraws(scene: Scene) throws {
    var conductor = try scene.conductor(english, Self.size)
    let before = conductor.text
    _ = conductor.takeEffects()
    try conductor.press(.control("l"))
    #expect(conductor.takeEffects() == [.redraw] && conductor.text == before)
  }

  @Test("R50: Find says how many results it has", arguments: [english, arabic])
  func results(code: LanguageCode) throws {
    for typed in ["a", "ال", "theme"] {
      var conductor = try Conductor.everything(code, size: Size(columns: 100, rows: 60))
      try conductor.press(.letter("/"))
      try conductor.send(.pasted(typed))
      // Two results can have one name, so the frames are told apart.
      var results: [Frame] = []
      while !results.contains(view(conductor.state)) {
        results.append(view(conductor.state))
        try conductor.press(.down)
      }
      let number = conductor.state.catalog.text(.findCount, count: results.count)
        .filter { !["\u{2068}", "\u{2069}"].contains($0) }
      #expect(conductor.text.contains(number), "\(typed): \(number)\n\(conductor.text)")
    }
  }

  @Test("R54: in a field of signs alone, Left and Right go by the language")
  func signsAlone() throws {
    for (code, key) in [(english, Key.right), (arabic, .left)] {
      var conductor = try Conductor.everything(code, note: "", size: Self.size)
      try conductor.send(.itemChosen(.section(.account)), .itemChosen(.note))
      try conductor.send(.pasted("?!"))
      try conductor.press(.home, key)
      #expect(conductor.state.editing?.field.caret == 1, "\(code)")
    }
  }
}
