import Cells
import Input
import Localization
import SettingsCore
import Testing

/// Windows that are too small for anything (R29).
struct SmallWindowTests {
  private static let small = Size(columns: 18, rows: 5)
  private static let room = Size(columns: 80, rows: 24)

  @Test("R14, R29: a prompt without room is logged, and shown as soon as there is some")
  func hiddenPrompt() throws {
    var conductor = try Conductor(size: Self.small)
    try conductor.send(.languageChosen(arabic))
    let effects = conductor.takeEffects()
    #expect(effects.contains(.record(.restartPromptHidden)))
    #expect(!effects.contains(.record(.restartPromptShown)))
    #expect(conductor.focus == "window.tooSmall")
    try conductor.send(.resized(Size(columns: 19, rows: 30)))
    #expect(conductor.takeEffects() == [])
    try conductor.send(.resized(Self.room))
    #expect(conductor.takeEffects() == [.record(.restartPromptShown)])
    #expect(conductor.focus == "restart.now")
    // Once is enough.
    try conductor.send(.resized(Self.small), .resized(Self.room))
    #expect(conductor.takeEffects() == [])
  }

  @Test(
    "R29, R50: the footer says how to leave in the smallest window, and names the digits at 40x12",
    arguments: [english, arabic])
  func footer(code: LanguageCode) throws {
    for (size, words) in [
      (Size(columns: 20, rows: 6), ["q", "?"]), (Size(columns: 40, rows: 12), ["q", "?", "1-9"]),
      (Self.room, ["q", "?", "/"]),
    ] {
      let conductor = try Conductor(code, size: size)
      let keys = conductor.rows.last?.split(separator: " ").map(String.init) ?? []
      #expect(Set(words).isSubset(of: keys), "\(size): \(conductor.text)")
      #expect(conductor.text.contains(code == english ? "q Quit" : "q خروج"), "\(conductor.text)")
    }
    // About has no options to choose by a digit.
    var conductor = try Conductor(code, size: Size(columns: 40, rows: 12))
    try conductor.send(.itemChosen(.section(.about)))
    #expect(conductor.rows.last?.contains("1-9") == false)
  }

  @Test("R17: a prompt that waited for room is gone when the change is undone")
  func takenBack() throws {
    var conductor = try Conductor(size: Self.small)
    try conductor.send(.languageChosen(arabic), .languageChosen(english))
    _ = conductor.takeEffects()
    try conductor.send(.resized(Self.room))
    #expect(conductor.takeEffects() == [])
    #expect(conductor.focus == "language.option.en")
  }

  @Test("R29: in a window that is too small, only resizing, leaving and redrawing work")
  func keys() throws {
    let keys: [Key] =
      [
        .up, .down, .left, .right, .enter, .escape, .tab, .backTab, .home, .end, .backspace,
        .delete,
      ]
      + "0123456789abcdefghijklmnoprstuvwxyz? ".map { Key.character($0) }
    for isPrompted in [false, true] {
      var conductor = try Conductor(size: Self.small)
      if isPrompted { try conductor.send(.languageChosen(arabic)) }
      _ = conductor.takeEffects()
      for key in keys { try conductor.press(key) }
      try conductor.send(.pasted("2"))
      for column in 0..<18 {
        try conductor.send(.pointed(PointerEvent(.press, at: Position(row: 0, column: column))))
      }
      #expect(conductor.takeEffects() == [])
      try conductor.press(.control("l"), .letter("q"), .control("c"))
      #expect(conductor.takeEffects() == [.redraw, .quit, .quit])
    }
  }

  @Test("R29: an invisible q does not quit while text is being typed")
  func openField() throws {
    var conductor = try Conductor.everything(note: "Tea")
    try conductor.send(.itemChosen(.section(.account)), .itemChosen(.note))
    try conductor.send(.resized(Self.small))
    try conductor.press(.letter("q"), .letter("x"), .enter)
    #expect(conductor.takeEffects() == [])
    try conductor.send(.resized(Self.room))
    #expect(conductor.focus == "account.note")
    #expect(conductor.text.contains("Tea"))
  }
}
