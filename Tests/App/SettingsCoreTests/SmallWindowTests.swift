import AccountModel
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
    arguments: everyLanguage)
  func footer(code: LanguageCode) throws {
    for (size, words) in [
      (Size(columns: 20, rows: 6), ["q", "?"]), (Size(columns: 40, rows: 12), ["q", "?", "1-9"]),
      (Self.room, ["q", "?", "/"]),
    ] {
      let conductor = try Conductor(code, size: size)
      let keys = conductor.rows.last?.split(separator: " ").map(String.init) ?? []
      #expect(Set(words).isSubset(of: keys), "\(size): \(conductor.text)")
      #expect(
        conductor.text.contains("q \(conductor.state.catalog.text(.keyQuit))"), "\(conductor.text)")
    }
    // About has no options to choose by a digit.
    var conductor = try Conductor(code, size: Size(columns: 40, rows: 12))
    try conductor.send(.itemChosen(.section(.about)))
    #expect(conductor.rows.last?.contains("1-9") == false)
  }

  private static let signInSizes = [Size(columns: 40, rows: 12), Size(columns: 20, rows: 6)]

  /// The words that Page Up and Page Down show of the sign-in form. With nothing left to read, they go round
  /// through its parts, so one of them may pass the text above.
  private func wordsOfSignIn(_ conductor: Conductor) throws -> Set<Substring> {
    var conductor = conductor
    var words: Set<Substring> = []
    for key in [Key.pageUp, .pageDown] {
      for _ in 0..<48 {
        words.formUnion(conductor.text.split { $0 == " " || $0 == "\n" })
        try conductor.press(key)
      }
    }
    return words
  }

  private func signedOut(_ code: LanguageCode, _ size: Size) throws -> Conductor {
    try Conductor(
      code, size: size,
      account: AccountState(
        server: "https://a.example", access: .signedOut(.expired)))
  }

  @Test(
    "R29, R40: in a small window Tab shows each part of the sign-in form, and what is typed",
    arguments: everyLanguage, signInSizes)
  func signInFields(code: LanguageCode, size: Size) throws {
    var conductor = try signedOut(code, size)
    for part in ["login", "password", "submit", "web", "login"] {
      #expect(conductor.focus == "signIn.\(part)", "\(conductor.text)")
      try conductor.press(.tab)
    }
    for part in ["password", "login", "web"] {
      #expect(conductor.focus == "signIn.\(part)", "\(conductor.text)")
      try conductor.press(.backTab)
    }
    try conductor.press(.backTab, .backTab, .letter("z"))
    #expect(conductor.focus == "signIn.login" && conductor.text.contains("z"))
    guard size.rows < 12 else { return }
    // The text above it is read, and the next letter brings the field back into view.
    for _ in 0..<5 where conductor.focus == "signIn.login" { try conductor.press(.pageUp) }
    #expect(conductor.focus == "signIn", "\(conductor.text)")
    try conductor.press(.letter("z"))
    #expect(conductor.focus == "signIn.login" && conductor.text.contains("zz"))
  }

  @Test(
    "R29, R40, R64: in a small window every word of the sign-in form can be read",
    arguments: everyLanguage, signInSizes)
  func signInText(code: LanguageCode, size: Size) throws {
    var conductor = try signedOut(code, size)
    func expect(_ message: Message, _ note: String) throws {
      let text = conductor.state.catalog.text(message)
      let shown = try wordsOfSignIn(conductor)
      for word in text.split(separator: " ") where !word.contains("%") {
        #expect(shown.contains(word), "\(note): \(word) of \(text)")
      }
    }
    try expect(.signInExpired, "the reason")
    try conductor.press(.letter("a"), .enter, .letter("b"), .enter)
    try conductor.send(.requestEnded(1, AccountFailure(.wrongCredentials)))
    try expect(.failureWrongPassword, "the failure")
    try conductor.press(.tab, .tab, .enter)
    try conductor.send(
      .signInCodeShown(SignInCode(address: "https://a.example/device", code: "BCDF-GHJK")))
    try expect(.signInCode, "the code")
    // A line may end at the hyphen.
    let words = try wordsOfSignIn(conductor)
    #expect(words.contains("BCDF-GHJK") || words.isSuperset(of: ["BCDF-", "GHJK"]), "\(words)")
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
