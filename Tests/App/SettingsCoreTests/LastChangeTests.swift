import Input
import Localization
import SettingsCore
import Testing

struct LastChangeTests {
  @Test("R49: About says when the language was last chosen and how long ago, in the language")
  func lastChange() throws {
    var conductor = try Conductor(chosenAt: 1000)
    try conductor.send(.clockRead(181_000))
    try conductor.press(.left, .end)
    #expect(conductor.text.contains("day 1000 in en"), "\(conductor.text)")
    #expect(conductor.text.contains("180000 ago in en"), "\(conductor.text)")
    try conductor.send(.clockRead(182_000), .choiceDated(4500))
    #expect(conductor.text.contains("day 4500 in en"), "\(conductor.text)")
    #expect(conductor.text.contains("120000 ago in en"), "\(conductor.text)")
    try conductor.send(.languageChosen(arabic))
    try conductor.press(.escape)
    #expect(conductor.text.contains("day 4500 in ar"), "\(conductor.text)")
    #expect(conductor.text.contains("120000 ago in ar"), "\(conductor.text)")
  }

  @Test("R49: if the language was never chosen, About says so and shows no age")
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
}
