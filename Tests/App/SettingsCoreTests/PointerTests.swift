import Cells
import Input
import Localization
import SettingsCore
import TestEffort
import Testing

extension Conductor {
  /// Where a text stands that the screen shows, and nothing with it, from the left of the screen as
  /// it is laid out; the one nearest to the leading edge, where it stands more than once.
  func place(of text: String) throws -> Position {
    let frame = view(state)
    var places: [Position] = []
    for (row, line) in frame.rows.enumerated() {
      for span in line.spans {
        guard case .text(let line) = span.content, line.text == text else { continue }
        places.append(Position(row: row, column: span.column))
      }
    }
    guard var place = places.min(by: { $0.column < $1.column }) else {
      throw NotShown(text: text)
    }
    if state.layoutDirection == .rightToLeft {
      place.column = frame.size.columns - 1 - place.column
    }
    return place
  }

  struct NotShown: Error { let text: String }

  mutating func click(_ text: String) throws {
    try send(.pointed(PointerEvent(.press, at: try place(of: text))))
  }

  mutating func turnWheel(_ kind: PointerEvent.Kind) throws {
    try send(.pointed(PointerEvent(kind, at: Position(row: 5, column: 30))))
  }
}

struct PointerTests {
  private let nativeArabic = "العربية (AR)"

  @Test("R50: one click on an option chooses it, in both layouts")
  func options() throws {
    for (code, other, label) in [
      (english, arabic, nativeArabic), (arabic, english, "English (EN)"),
    ] {
      var conductor = try Conductor(code)
      try conductor.click(label)
      #expect(conductor.state.language.code == other)
      #expect(conductor.focus == "restart.now")
    }
  }

  @Test("R50: a click on a switch changes it, and the next one changes it back")
  func switches() throws {
    var conductor = try Conductor()
    for isAtOnce in [true, false] {
      try conductor.click("Apply layout direction")
      #expect(conductor.state.appliesDirectionAtOnce == isAtOnce)
    }
  }

  @Test("R50: one click on a section enters it")
  func navigation() throws {
    for code in everyLanguage {
      var conductor = try Conductor(code)
      try conductor.click(conductor.state.catalog.text(.aboutSection))
      #expect(conductor.state.section == .about)
      #expect(conductor.focus == "about.terminal")
      try conductor.click(conductor.state.catalog.text(.languageSection))
      #expect(conductor.state.section == .language)
    }
  }

  @Test("R50: a click on the folded navigation unfolds it, another folds it, an entry is entered")
  func foldedNavigation() throws {
    var conductor = try Conductor(size: Size(columns: 40, rows: 12))
    try conductor.click("Language")
    #expect(conductor.focus == "navigation.language")
    let title = Position(row: 0, column: 5)
    try conductor.send(.pointed(PointerEvent(.press, at: title)))
    #expect(conductor.focus == "language.option.en")
    try conductor.send(.pointed(PointerEvent(.press, at: title)))
    try conductor.click("About")
    #expect(conductor.focus == "about.terminal")
  }

  @Test("R50: buttons and the footer's keys act at the first click, in both layouts")
  func buttons() throws {
    for code in everyLanguage {
      let other = opposite(of: code)
      var conductor = try Conductor(code)
      try conductor.click(conductor.state.catalog.text(.keyHelp))
      #expect(conductor.focus == "help")
      try conductor.click(conductor.state.catalog.text(.keyClose))
      #expect(conductor.state.dialogs.isEmpty)
      try conductor.send(.languageChosen(other))
      _ = conductor.takeEffects()
      try conductor.click(conductor.state.catalog.text(.restartLater))
      #expect(conductor.takeEffects() == [.record(.restartDismissed)])
      try conductor.send(.languageChosen(code), .languageChosen(other))
      _ = conductor.takeEffects()
      try conductor.click(conductor.state.catalog.text(.restartNow))
      #expect(conductor.takeEffects() == [.record(.restartAccepted), .restart])
      try conductor.press(.escape)
      _ = conductor.takeEffects()
      try conductor.click(conductor.state.catalog.text(.keyQuit))
      #expect(conductor.takeEffects() == [.quit])
    }
  }

  @Test("R50: nothing behind a dialog can be reached")
  func modal() throws {
    var conductor = try Conductor()
    let option = try conductor.place(of: nativeArabic)
    let section = try conductor.place(of: "About")
    try conductor.press(.letter("?"))
    for place in [option, section] {
      try conductor.send(.pointed(PointerEvent(.press, at: place)))
    }
    try conductor.press(.escape)
    #expect(conductor.focus == "language.option.en")
    #expect(conductor.state.section == .language)
  }

  @Test("R50: the wheel acts like the arrows up and down")
  func wheel() throws {
    var conductor = try Conductor()
    try conductor.turnWheel(.wheelDown)
    #expect(conductor.focus == "language.option.ar")
    try conductor.turnWheel(.wheelUp)
    try conductor.turnWheel(.wheelUp)
    #expect(conductor.focus == "language.option.en")
    var small = try Conductor(size: Size(columns: 40, rows: 12))
    try small.press(.letter("?"))
    let before = small.rows
    try small.turnWheel(.wheelDown)
    #expect(small.rows != before)
    try small.turnWheel(.wheelUp)
    #expect(small.rows == before)
  }

  @Test("R50: a click anywhere on any screen harms nothing", arguments: Direction.allCases)
  func anywhere(direction: Direction) throws {
    for size in [
      Size(columns: 80, rows: 24), Size(columns: 20, rows: 6), Size(columns: 9, rows: 2),
    ] {
      let untouched = try Conductor(direction == .leftToRight ? english : arabic, size: size)
      for row in 0..<size.rows + 2 {
        // The short run takes every third cell, in each row another third.
        for column in 0..<size.columns + 2 where Effort.isLong || (row + column) % 3 == 0 {
          for kind in [PointerEvent.Kind.press, .wheelDown] {
            var conductor = untouched
            try conductor.send(
              .pointed(PointerEvent(kind, at: Position(row: row, column: column))))
            #expect(!conductor.focus.isEmpty)
          }
        }
      }
    }
  }
}
