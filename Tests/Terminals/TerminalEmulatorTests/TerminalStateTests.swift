import TerminalEmulator
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TerminalStateTests {
  /// What a careless program writes, and what the next program would find different.
  @Test(
    "Everything that a program left behind is named",
    arguments: [
      ("\u{1B}[1;12r", "scrolling rows: 0...11, not as in a new terminal"),
      ("\u{1B}[?69h\u{1B}[3;40s", "scrolling columns: 2...39, not as in a new terminal"),
      ("\u{1B}[?6h", "mode origin: true, not false"),
      ("\u{1B}[?7l", "mode autowrap: false, not true"),
      ("\u{1B}[4h", "mode insert: true, not false"),
      ("\u{1B}[?25l", "cursor visible: false, not true"),
      ("\u{1B}[5 q", "cursor shape: blinkingBar, not default"),
      ("\u{1B}=", "mode applicationKeypad: true, not false"),
      ("\u{1B}[?1h", "mode applicationCursorKeys: true, not false"),
      ("\u{1B}[?1002h", "mode mouseTracking: drag, not off"),
      ("\u{1B}[?1006h", "mode mouseEncoding: sgr, not legacy"),
      ("\u{1B}[?2004h", "mode bracketedPaste: true, not false"),
      ("\u{1B}[?1004h", "mode focusReporting: true, not false"),
      ("\u{1B}[?2026h", "mode synchronizedOutput: true, not false"),
      ("\u{1B}[8l", "mode bidi: explicit, not implicit"),
      ("\u{1B}[?1049h", "alternate screen: true, not false"),
      ("\u{1B}[22;0;0t", "pushed titles: 1, not 0"),
      ("\u{1B}]2;mine\u{7}", "title: mine, not "),
      ("\u{1B}[>1u", "pushed keyboard flags: 1, not 0"),
      ("\u{1B}]8;;http://localhost\u{7}", "link: http://localhost, not as in a new terminal"),
    ])
  func named(bytes: String, difference: String) {
    var emulator = Emulator()
    let found = emulator.terminalState
    emulator.feed(bytes)
    #expect(emulator.terminalState.differences(from: found).contains(difference))
  }

  @Test("Tab stops, character sets and attributes count as well")
  func structured() {
    var emulator = Emulator()
    let found = emulator.terminalState
    emulator.feed("\u{1B}[3g\u{1B})0\u{1B}[1;31m")
    let kinds = emulator.terminalState.differences(from: found).map { $0.prefix { $0 != ":" } }
    #expect(kinds == ["tab stops", "style", "character sets"])
    emulator.feed("\u{1B}c")
    #expect(emulator.terminalState.differences(from: found) == [])
  }

  @Test("A window of another size does not count as a change")
  func resized() {
    var emulator = Emulator()
    let found = emulator.terminalState
    emulator.resize(to: TerminalSize(columns: 120, rows: 40))
    #expect(emulator.terminalState.differences(from: found) == [])
    emulator.feed("\u{1B}[1;24r")
    #expect(emulator.terminalState.differences(from: found).count == 1)
    emulator.feed("\u{1B}[r")
    #expect(emulator.terminalState.differences(from: found) == [])
  }
}
