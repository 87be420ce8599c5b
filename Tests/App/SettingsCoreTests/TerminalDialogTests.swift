import Cells
import Input
import Localization
import SettingsCore
import Testing

struct TerminalDialogTests {
  private static let report = TerminalReport(
    reason: .message(.terminalByName, .terminal("kitty(0.26.5)")),
    detected: .kitty, used: .kitty)

  /// The page, opened from About.
  private func open(
    _ code: LanguageCode = english, size: Size = Size(columns: 80, rows: 30)
  ) throws -> Conductor {
    var conductor = try Conductor(code, size: size)
    try conductor.send(.terminalDetected(Self.report))
    try conductor.press(.tab, .end, .enter)
    #expect(conductor.state.section == .about)
    while conductor.state.focus != .terminalTest { try conductor.press(.down) }
    try conductor.press(.enter)
    return conductor
  }

  @Test("R28: About leads to the terminal's self-test, which shows what was detected and why")
  func opens() throws {
    let conductor = try open()
    #expect(conductor.text.contains("Terminal self-test"))
    #expect(conductor.text.contains("The terminal calls itself kitty(0.26.5)."))
    #expect(conductor.text.contains("◉ Automatic (now kitty)"))
    #expect(conductor.text.contains("◦ As on the screen (visual)"))
    #expect(conductor.focus == "terminal.auto")
  }

  @Test("R28: each sample has a line on how it should look")
  func samples() throws {
    for code in everyLanguage {
      var conductor = try open(code)
      var seen = conductor.text
      try conductor.press(.end)
      seen += conductor.text
      for sample in [
        "العربية (AR)", "192.168.1.10",
        "v1.2-beta", "لا ١٢٣",
      ] {
        #expect(seen.contains(sample), "\(sample) in \(seen)")
      }
    }
  }

  @Test("R28: a chosen mode applies at once and is stored, for all modes by their digits")
  func choose() throws {
    var conductor = try open()
    try conductor.press(.down, .enter)
    #expect(conductor.takeEffects() == [.storeSetting(.bidiMode(.fixed(.visual)))])
    #expect(conductor.state.bidiMode == .fixed(.visual))
    #expect(conductor.text.contains("◉ As on the screen (visual)"))
    for (index, mode) in BidiChoice.all.enumerated() {
      try conductor.press(.letter(Character(String(index + 1))))
      #expect(conductor.takeEffects() == [.storeSetting(.bidiMode(mode))])
      #expect(conductor.state.bidiMode == mode)
      #expect(conductor.focus == "terminal.\(mode.name)")
    }
    try conductor.press(.escape)
    #expect(conductor.state.dialogs.isEmpty)
    #expect(conductor.focus == "about.terminal")
  }

  @Test("R29: every line of the page can be reached in every window, and the focus is visible")
  func small() throws {
    for (columns, rows) in [(20, 6), (40, 12), (80, 24)] {
      let size = Size(columns: columns, rows: rows)
      for code in everyLanguage {
        var conductor = try open(code, size: size)
        var seen: Set<String> = []
        for key in [Key](repeating: .down, count: 60) {
          seen.formUnion(conductor.rows)
          let frame = view(conductor.state)
          #expect(frame.cursor.row < size.rows && frame.focus.hasPrefix("terminal."))
          try conductor.press(key)
        }
        let text = seen.joined(separator: "\n")
        #expect(text.contains("192.168.1.10"), "\(size) \(text)")
        let before = view(conductor.state)
        try conductor.press(.up)
        #expect(view(conductor.state) != before, "the way back is as long as the way there")
        try conductor.press(.home)
        #expect(conductor.focus == "terminal.auto")
      }
    }
  }

  @Test("R34: a mode that another instance stored is followed and not written again")
  func observed() throws {
    var conductor = try Conductor()
    try conductor.send(.settingObserved(.bidiMode(.fixed(.lrm))))
    #expect(conductor.state.bidiMode == .fixed(.lrm))
    #expect(conductor.takeEffects().isEmpty)
  }
}
