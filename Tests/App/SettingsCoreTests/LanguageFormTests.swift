import Cells
import Input
import Localization
import MirrorLayout
import SettingsCore
import Testing

/// How the section Language lists its languages, and what its rows say that Enter does.
struct LanguageFormTests {
  private static let hebrew = everyLanguage[3]

  /// A screen with the five languages of this repository.
  private func conductor(
    _ code: LanguageCode, _ columns: Int, _ rows: Int, showsPreviews: Bool = true
  ) throws -> Conductor {
    try Conductor(
      code, choosing: Self.hebrew, size: Size(columns: columns, rows: rows),
      settings: [SettingChoice(.previews, isOn: showsPreviews)])
  }

  @Test(
    "R2: all names begin in one column, and each code follows its name as the layout is read",
    arguments: everyLanguage)
  func order(code: LanguageCode) throws {
    for (columns, rows) in [(80, 24), (120, 40), (25, 20)] {
      let conductor = try conductor(code, columns, rows, showsPreviews: false)
      let direction = conductor.state.layoutDirection
      let grid = view(conductor.state).laidOut(direction)
      var marks: Set<Int> = []
      for language in try #require(conductor.state.languages) {
        let label = "(\(language.code.uppercased))"
        let row = try #require((0..<rows).first { grid.text(row: $0).contains(label) })
        let text = Array(grid.text(row: row))
        let mark = try #require(text.firstIndex { "◉◦".contains($0) })
        marks.insert(mark)
        let place = try #require((0..<text.count).first { text[$0...].starts(with: label) })
        let name =
          direction == .leftToRight ? mark + 2..<place - 1 : place + label.count + 1..<mark - 1
        #expect(!name.isEmpty && !name.contains { text[$0] == " " }, "\(String(text))")
        if language.direction == .leftToRight {
          #expect(String(text[name]) == language.nativeName, "\(String(text))")
        }
      }
      #expect(marks.count == 1)
    }
  }

  @Test("R2, R3, R29: languages are listed in the largest form whose options all fit the window")
  func forms() throws {
    for code in everyLanguage {
      let large = try conductor(code, 120, 40)
      // The current option, and one in each picture.
      #expect(large.text.components(separatedBy: "◉").count - 1 == 6, "\(large.text)")
      for (columns, rows) in [(120, 40), (80, 24), (40, 12), (20, 6)] {
        let text = try conductor(code, columns, rows).text
        #expect(text.contains("✓"), "\(columns)x\(rows)\n\(text)")
        for option in columns == 20 ? [] : ["(EN)", "(AR)", "(FA)", "(HE)", "(UR)"] {
          #expect(text.contains(option), "\(columns)x\(rows)\n\(text)")
        }
      }
    }
    let middle = try conductor(english, 80, 24)
    let place = try #require(middle.rows.firstIndex { $0.hasSuffix("◉ English (EN)") })
    #expect(middle.rows[place + 1].hasSuffix("  ✓ current language"))
    #expect(middle.rows[place + 2].hasSuffix("◦ العربية (AR)"))
    let small = try conductor(english, 40, 12)
    #expect(small.rows.contains { $0.contains("◉ English (EN)   ✓ current language") })
    // Texts of others are read where they are shown, and once.
    var growing = try conductor(english, 80, 24)
    try growing.send(.resized(Size(columns: 120, rows: 40)))
    #expect(growing.takeEffects().count == 4)
    try growing.send(.resized(Size(columns: 120, rows: 41)))
    #expect(growing.takeEffects() == [])
  }

  @Test("R22: the hint of the layout's switch says what Enter does now")
  func directionHint() throws {
    var conductor = try conductor(english, 80, 24)
    try conductor.press(.end)
    #expect(conductor.focus == "language.direction")
    #expect(conductor.text.contains("let a change of direction mirror the screen at once"))
    try conductor.press(.enter)
    #expect(conductor.text.contains("[ ◉] At once") && !conductor.state.isRestartPending)
    #expect(conductor.text.contains("let a change of direction wait for a restart"))
    try conductor.press(.enter)
    try conductor.send(.languageChosen(Self.hebrew), .restartDismissed)
    try conductor.send(.preferenceObserved(.explicit(arabic)), .itemChosen(.section(.language)))
    try conductor.press(.right, .end)
    #expect(conductor.text.contains("اضغط Enter لعكس الشاشة الآن"), "\(conductor.text)")
    try conductor.press(.enter)
    #expect(conductor.state.layoutDirection == .rightToLeft)
  }

  @Test("R3, R23: the sign › stands only where Enter opens a page")
  func pages() throws {
    let start = try Conductor.everything(size: Size(columns: 80, rows: 60))
    var opening = 0
    for section in start.state.sections {
      for item in start.state.places(in: section) {
        var conductor = start
        try conductor.send(.itemChosen(.section(section)))
        try conductor.press(.right)
        try conductor.press(.home)
        for _ in start.state.places(in: section) where conductor.focus != item {
          try conductor.press(.down)
        }
        #expect(conductor.focus == item)
        let row = conductor.rows[view(conductor.state).cursor.row]
        guard row.hasSuffix("›") else { continue }
        opening += 1
        try conductor.press(.enter)
        #expect(!conductor.state.dialogs.isEmpty, "\(item)")
      }
    }
    #expect(opening >= 3)
  }
}
