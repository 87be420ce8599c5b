import Input
import Localization
import Settings
import Testing

struct LastChangeTests {
  @Test("R49: About says when the language was last chosen and how long ago, in the language")
  func lastChange() throws {
    var conductor = try Conductor(chosenAt: 1000)
    try conductor.send(.clockRead(4000))
    try conductor.press(.left, .end)
    #expect(conductor.text.contains("day 1000 in en (3000 ago in en)"), "\(conductor.text)")
    try conductor.send(.clockRead(5000), .choiceDated(4500))
    #expect(conductor.text.contains("day 4500 in en (500 ago in en)"), "\(conductor.text)")
    try conductor.send(.languageChosen(arabic))
    try conductor.press(.escape)
    #expect(conductor.text.contains("day 4500 in ar"), "\(conductor.text)")
    #expect(conductor.text.contains("500 ago in ar"), "\(conductor.text)")
  }

  @Test("R49: where the language was never chosen, About says so and does not age")
  func never() throws {
    var conductor = try Conductor()
    try conductor.press(.left, .end)
    #expect(conductor.text.contains("never"))
    #expect(!conductor.state.showsElapsedTime)
    try conductor.send(.choiceDated(1))
    #expect(conductor.state.showsElapsedTime)
    try conductor.press(.up)
    #expect(!conductor.state.showsElapsedTime)
  }

  @Test("R49: the first screen asks the locale library for nothing")
  func notBeforeItIsNeeded() throws {
    var conductor = try Conductor(
      chosenAt: 1000,
      formatting: ValueFormatting(
        dateAndTime: { _, _ in fatalError("a date before it is shown") },
        relativeTime: { _, _, _ in fatalError("a relative time before it is shown") },
        regionName: { _, _ in fatalError("a region before it is shown") },
        languageName: { _, _ in fatalError("a language before it is shown") },
        number: { _, _ in fatalError("a big number before it is shown") }))
    for key: Key in [.down, .enter, .escape, .letter("?")] {
      try conductor.press(key)
      #expect(!conductor.text.isEmpty)
    }
  }
}
