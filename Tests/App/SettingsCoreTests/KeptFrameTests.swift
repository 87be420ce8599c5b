import Input
import MirrorLayout
import SettingsCore
import TestEffort
import Testing

/// The remembered parts of a frame make the next one cheaper, and change nothing.
struct KeptFrameTests {
  @Test(
    "R23, R29: a key does the same whether or not the screen was shown before it", arguments: 1...10
  )
  func keptReading(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var shown = try Conductor.everything()
    // A copy would share the memory.
    var unseen = try Conductor.everything()
    var deeds: [MirrorPropertyTests.Deed] = []
    for count in 1...60 {
      // With Alt, a key is Escape and the key.
      let deed =
        count % 9 == 0
        ? .key(.holding(.alt, .character("j")))
        : MirrorPropertyTests.deed(&generator, shown.state.size)
      deeds.append(deed)
      let frame = shown.state.shownFrame()
      try #require(frame == view(unseen.state), "\(deeds)")
      try MirrorPropertyTests.perform(deed, on: &shown)
      try MirrorPropertyTests.perform(deed, on: &unseen)
      #expect(shown.takeEffects().count == unseen.takeEffects().count, "\(deeds)")
    }
  }

  @Test(
    "R29: a message that a key removes gives its rows to the section before the key acts")
  func keptReadingUnderMessages() throws {
    for section in Section.allCases {
      for rows in stride(from: 6, through: 16, by: Effort.isLong ? 1 : 5) {
        let size = Size(columns: 40, rows: rows)
        var shown = try Conductor.everything(size: size)
        var unseen = try Conductor.everything(size: size)
        for place in 0..<24 {
          let actions: [Action] =
            place == 0
            ? [.itemChosen(.section(section)), .keyPressed(.right)]
            : [.settingNotStored(.theme), .keyPressed(place < 16 ? .down : .up)]
          for action in actions {
            try #require(
              shown.state.shownFrame() == view(unseen.state), "\(section) \(size) \(place)")
            try shown.send(action)
            try unseen.send(action)
          }
        }
      }
    }
  }

  @Test(
    "R23, R28: rows that did not change keep their cells, in every order, direction and repertoire",
    arguments: RowEncoding.allCases, [Direction.leftToRight, .rightToLeft])
  func keptRows(encoding: RowEncoding, direction: Direction) throws {
    for seed in 1...Effort.rounds(short: 1, long: 3) {
      let repertoire = [GlyphRepertoire.unicode, .asciiOrnaments, .console][(seed - 1) % 3]
      var generator = SeededGenerator(seed: UInt64(seed))
      var conductor = try Conductor.everything(direction: direction)
      try conductor.send(.terminalDetected(.sent(encoding)))
      var former = view(conductor.state)
      var grid = former.laidOut(direction, as: encoding, drawing: repertoire)
      var deeds: [MirrorPropertyTests.Deed] = []
      for _ in 0..<30 {
        let deed = MirrorPropertyTests.deed(&generator, conductor.state.size)
        deeds.append(deed)
        try MirrorPropertyTests.perform(deed, on: &conductor)
        let frame = view(conductor.state)
        let expected = frame.laidOut(direction, as: encoding, drawing: repertoire)
        if let changes = frame.changes(
          since: former, direction, as: encoding, drawing: repertoire)
        {
          grid.apply(changes)
        } else {
          grid = expected
        }
        try #require(grid == expected, "\(repertoire), \(deeds)")
        former = frame
      }
    }
  }

  @Test("R23: a move of the focus changes few rows")
  func fewRows() throws {
    for code in everyLanguage {
      var conductor = try Conductor.everything(code, size: Size(columns: 100, rows: 50))
      let former = view(conductor.state)
      try conductor.press(.down)
      let frame = view(conductor.state)
      let changes = try #require(frame.changes(since: former, .leftToRight))
      // Those of both items, and the hint.
      #expect((2...6).contains(changes.places.count), "\(changes.places)")
      #expect(frame.changes(since: frame, .leftToRight)?.places == [frame.cursor.row])
    }
  }

  @Test("R7, R28: remembered texts equal texts made for the first time")
  func keptTexts() throws {
    let steps: [Action] = [
      .terminalDetected(.sent(.visual)), .terminalDetected(.sent(.logical)),
      .languageChosen(arabic), .restartDismissed, .terminalDetected(.sent(.visual)),
      .itemChosen(.section(.developer)), .itemChosen(.developer(.pseudoLanguage)),
      .itemChosen(.developer(.pseudoLanguage)), .itemChosen(.section(.language)),
      .languageChosen(english), .restartDismissed, .terminalDetected(.sent(.logical)),
    ]
    var seen = try Conductor.everything()
    for count in 1...steps.count {
      try seen.send(steps[count - 1])
      var unseen = try Conductor.everything()
      for step in steps.prefix(count) { try unseen.send(step) }
      #expect(view(seen.state) == view(unseen.state), "\(steps[count - 1])")
    }
  }
}
