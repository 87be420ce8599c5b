import Foundation
import Input
import Localization
import MirrorLayout
import SettingsCore
import Testing

struct ReadingTests {
  /// The words that are on the screen, without borders and bars.
  private func words(_ conductor: Conductor) -> Set<String> {
    Set(
      conductor.rows.flatMap {
        $0.split { $0.isWhitespace || "◉◦✓✗↻▴▾‹›[]".contains($0) }.map(String.init)
      })
  }

  /// Every word of a section, except those that are wider than a line.
  private func expected(_ state: SettingsState, width: Int) -> Set<String> {
    var conversation = PlainConversation(state)
    let lines = conversation.answer("").words
    // What a choice will do is said in other words on the screen, where the focus is.
    let deed = state.catalog.text(.plainDeed)
    let start = deed.range(of: "%1$@")!.upperBound
    let link = deed[start..<deed.range(of: "%2$@")!.lowerBound]
    let words = lines.map { line in line.range(of: link).map { line[..<$0.lowerBound] } ?? line[...]
    }
    .flatMap { $0.split { $0.isWhitespace || ",:\u{060C}".contains($0) } }
    // Texts for states for which the screen has a sign.
    let signs = [Message.plainCurrent, .currentLanguage].flatMap { message in
      state.catalog.text(message).split(separator: " ").map(String.init)
    }
    var expected: Set<String> = []
    for word in words.map(String.init) where word.count <= width {
      let isBroken = word.contains("/") || word.contains("-")
      if !isBroken, word.first?.isNumber == false { expected.insert(word) }
    }
    return expected.subtracting(signs)
  }

  @Test(
    "R29: with the arrows alone every word of every section is read, in any window",
    arguments: [
      Size(columns: 20, rows: 6), Size(columns: 40, rows: 12), Size(columns: 80, rows: 24),
    ])
  func everyWord(size: Size) throws {
    let note = (1...60).map { "word\($0)" }.joined(separator: " ")
    for code in everyLanguage {
      for section in Section.allCases {
        var conductor = try Conductor.everything(code, note: note, size: size)
        try conductor.send(.itemChosen(.section(section)))
        var seen: Set<String> = []
        for (end, arrow) in [(Key.home, Key.down), (.end, .up)] {
          try conductor.press(end)
          // Also to what comes before the first item, or after the last one.
          for _ in 0..<12 { try conductor.press(arrow == .down ? .up : .down) }
          var former: Frame?
          var steps = 0
          while view(conductor.state) != former, steps < 300 {
            seen.formUnion(words(conductor))
            former = view(conductor.state)
            try conductor.press(arrow)
            steps += 1
          }
        }
        let text = seen.joined(separator: " ")
        for word in expected(conductor.state, width: size.columns - 6) {
          #expect(text.contains(word), "\(section) \(code) \(size): \(word)")
        }
      }
    }
  }

  @Test("R6, R29: a section without choices is read from the navigation")
  func nothingToChoose() throws {
    var conductor = try Conductor(withoutLanguages: true, size: Size(columns: 20, rows: 6))
    var seen = words(conductor)
    for _ in 0..<16 {
      try conductor.press(.down)
      if conductor.state.section == .language { seen.formUnion(words(conductor)) }
    }
    for word in ["loaded:", "Leave", "again."] { #expect(seen.contains(word), "\(seen)") }
    #expect(conductor.state.section != .language)
  }

  @Test("R29: a window that grows shows rows that were scrolled away")
  func resized() throws {
    var conductor = try Conductor.everything(
      note: String(repeating: "word ", count: 300), size: Size(columns: 20, rows: 6))
    try conductor.send(.itemChosen(.section(.account)))
    while conductor.focus != "account.note" { try conductor.press(.down) }
    for _ in 0..<20 { try conductor.press(.down) }
    #expect(conductor.focus == "account.note")
    try conductor.send(.resized(Size(columns: 300, rows: 100)))
    #expect(conductor.rows[2].contains("Account"))
    #expect(conductor.focus == "account.note")
    try conductor.press(.down)
    #expect(conductor.focus == "account.signOut")
  }

  @Test("R8, R29: resizing while typing keeps text, caret, selection and undo history")
  func resizedWhileTyping() throws {
    var conductor = try Conductor.everything(note: "one two")
    try conductor.send(.itemChosen(.section(.account)))
    while conductor.focus != "account.note" { try conductor.press(.down) }
    try conductor.press(.enter, .holding(.shift, .left), .holding(.shift, .left))
    let editing = try #require(conductor.state.editing)
    for size in [
      Size(columns: 20, rows: 6), Size(columns: 5, rows: 2), Size(columns: 300, rows: 100),
      Size(columns: 56, rows: 10),
    ] {
      try conductor.send(.resized(size))
      #expect(conductor.state.editing == editing)
    }
    // The language may change underneath (another instance), and nothing is lost.
    try conductor.send(
      .settingChosen(SettingChoice(.layout, isOn: true)), .preferenceObserved(.explicit(arabic)))
    #expect(conductor.state.editing == editing)
    #expect(conductor.state.layoutDirection == .rightToLeft)
    try conductor.press(.letter("T"), .enter)
    let effects = conductor.takeEffects()
    #expect(
      effects.contains { if case .request(.setNote("one tT"), _) = $0 { true } else { false } })
  }
}
