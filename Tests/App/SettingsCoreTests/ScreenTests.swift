import AccountModel
import Input
import Localization
import MirrorLayout
import SettingsCore
import TestEffort
import Testing

struct ScreenTests {
  @Test("R1, R2, R3: the selector shows each language by its native name, the current one marked")
  func selector() throws {
    let conductor = try Conductor(size: Size(columns: 60, rows: 16))
    let name = "العربية"
    let rows = conductor.rows
    let place = try #require(rows.firstIndex { $0.hasSuffix("◉ English (EN)") })
    let column = rows[place].distance(
      from: rows[place].startIndex, to: try #require(rows[place].firstIndex(of: "◉")))
    let options = rows[place..<place + 4].map { String($0.dropFirst(column)) }
    #expect(options == ["◉ English (EN)", "  ✓ current language", "◦ \(name) (AR)", "  Arabic"])
    #expect(conductor.focus == "language.option.en")
  }

  @Test("R2: options come from the languages' data and stay the same in every language")
  func optionsStay() throws {
    for code in everyLanguage {
      let conductor = try Conductor(code)
      #expect(conductor.text.contains("English (EN)"))
      #expect(
        conductor.text.contains("العربية (AR)"))
    }
  }

  @Test("R3, R50: down and Enter choose the second language, and so does its digit")
  func choose() throws {
    for keys: [Key] in [
      [.down, .enter], [.letter("j"), .letter(" ")], [.letter("2")], [.letter("٢")],
    ] {
      var conductor = try Conductor()
      for key in keys { try conductor.press(key) }
      #expect(conductor.state.language.code == arabic, "\(keys)")
    }
  }

  @Test("R4: the hint describes the effect of the focused option")
  func hint() throws {
    var conductor = try Conductor()
    try conductor.press(.down)
    #expect(
      conductor.text.contains(
        "Press Enter to switch the app to العربية")
    )
  }

  @Test("R6: a selector that cannot be built is tried again when the user returns")
  func selectorRetried() throws {
    var conductor = try Conductor(withoutLanguages: true)
    #expect(conductor.text.contains("The list of languages could not be loaded:"))
    #expect(conductor.focus == "navigation.language")
    conductor.languagesFail = true
    try conductor.press(.end)
    #expect(conductor.state.section == .about)
    #expect(conductor.text.contains("1.2.3"))
    try conductor.press(.up, .up, .up)
    #expect(conductor.takeEffects() == [.loadLanguages])
    #expect(conductor.text.contains("The list of languages could not be loaded:"))
    conductor.languagesFail = false
    try conductor.press(.down, .up)
    #expect(conductor.text.contains("English (EN)"))
  }

  @Test("R24: Left and Right move visually, in both layouts")
  func sides() throws {
    for (code, toNavigation, back) in [
      (english, Key.left, Key.right), (arabic, .right, .left),
      (english, .letter("h"), .letter("l")),
      (arabic, .letter("l"), .letter("h")),
    ] {
      var conductor = try Conductor(code)
      try conductor.press(toNavigation)
      #expect(conductor.focus == "navigation.language")
      try conductor.press(back)
      #expect(conductor.focus == "language.option.\(code)")
    }
  }

  @Test("R24: Home and End go to the ends")
  func ends() throws {
    var conductor = try Conductor()
    try conductor.press(.end)
    #expect(conductor.focus == "language.direction")
    try conductor.press(.home)
    #expect(conductor.focus == "language.option.en")
    try conductor.send(.languageChosen(arabic))
    try conductor.press(.end)
    #expect(conductor.focus == "restart.later")
    try conductor.press(.home)
    #expect(conductor.focus == "restart.now")
  }

  @Test("R24: in the prompt, an arrow moves to the button in its direction")
  func buttons() throws {
    for (runtime, toLater) in [(Direction.leftToRight, Key.right), (.rightToLeft, .left)] {
      var conductor = try Conductor(
        runtime == .leftToRight ? english : arabic, runtime: runtime)
      try conductor.send(.languageChosen(runtime == .leftToRight ? arabic : english))
      try conductor.press(toLater)
      #expect(conductor.focus == "restart.later")
      try conductor.press(toLater)
      #expect(conductor.focus == "restart.later")
    }
  }

  @Test("R50: the help names keys of each kind, and Escape closes it without leaving the app")
  func help() throws {
    var conductor = try Conductor()
    try conductor.press(.letter("?"))
    #expect(conductor.focus == "help")
    for text in ["Show this help", "Home/End", "Ctrl-Z", "Choose the focused item"] {
      #expect(conductor.text.contains(text), "\(text)\n\(conductor.text)")
    }
    try conductor.press(.escape)
    #expect(conductor.state.dialogs.isEmpty)
    try conductor.press(.escape)
    #expect(conductor.takeEffects() == [])
  }

  @Test("R29: at every size from 20x6 up the focus is visible and nothing is wider than the screen")
  func sizes() throws {
    var turn = 0
    for code in everyLanguage {
      for columns in [20, 21, 25, 33, 39, 40, 48, 55, 56, 57, 70, 80, 120, 300] {
        for rows in [6, 7, 8, 9, 10, 11, 12, 13, 18, 24, 100] {
          // The short run takes every fifth size.
          turn += 1
          guard Effort.isLong || turn % 5 == 0 else { continue }
          var conductor = try Conductor(code, size: Size(columns: columns, rows: rows))
          try check(conductor)
          for key: Key in [.down, .down, .left, .right, .tab, .down, .end, .letter("?"), .end] {
            try conductor.press(key)
            try check(conductor)
          }
          try conductor.press(.escape)
          try conductor.send(.languageChosen(opposite(of: code)))
          try check(conductor)
          try conductor.press(.end)
          try check(conductor)
          try conductor.press(.escape)
          try check(conductor)
        }
      }
    }
  }

  private func check(_ conductor: Conductor) throws {
    let frame = view(conductor.state)
    #expect(!frame.focus.isEmpty)
    #expect((0..<frame.size.rows).contains(frame.cursor.row))
    #expect((0..<frame.size.columns).contains(frame.cursor.column))
    for (index, row) in frame.rows.enumerated() {
      for span in row.spans {
        #expect(
          span.column >= 0 && span.column + span.width <= frame.size.columns,
          "row \(index) of \(frame.size): \(conductor.text)")
        if case .text(let line) = span.content { #expect(line.width <= span.width) }
      }
    }
    // Mirrored, every row has as many cells in use, and the cursor stands on the mirrored one. Behind
    // a dialog each layout shows another part of a text.
    let (straight, mirrored) = (frame.laidOut(.leftToRight), frame.laidOut(.rightToLeft))
    let columns = frame.size.columns
    for row in 0..<frame.size.rows where conductor.state.dialogs.isEmpty {
      let used = { (grid: Grid) in
        (0..<columns).count { grid[row, $0].isContinuation || grid[row, $0].glyph.base != " " }
      }
      #expect(used(straight) == used(mirrored), "row \(row) of \(frame.size): \(conductor.text)")
    }
    #expect(mirrored.cursor.row == straight.cursor.row)
    #expect(mirrored.cursor.column == columns - 1 - straight.cursor.column)
  }

  @Test("R29: at 20x6 the prompt shows its whole question and both buttons")
  func smallPrompt() throws {
    for code in everyLanguage {
      var conductor = try Conductor(
        opposite(of: code), choosing: code, size: Size(columns: 20, rows: 6))
      try conductor.send(.languageChosen(code))
      let catalog = conductor.state.catalog
      let question: Message = code == english ? .restartToLeftToRight : .restartToRightToLeft
      let shown = conductor.text.split(whereSeparator: \.isWhitespace)
      for word in catalog.text(question).split(separator: " ") {
        #expect(shown.contains(word), "\(word)\n\(conductor.text)")
      }
      for button in [Message.restartNow, .restartLater] {
        #expect(conductor.text.contains(catalog.text(button)), "\(conductor.text)")
      }
    }
  }

  @Test("R10, R15, R29: at 20x6 a toast is whole, and after it the pending restart with its key")
  func smallMessages() throws {
    for code in everyLanguage {
      var conductor = try Conductor(code, size: Size(columns: 20, rows: 6))
      let other = opposite(of: code)
      conductor.failingCatalogs = [other]
      try conductor.send(.languageChosen(other))
      let catalog = conductor.state.catalog
      let name = try #require(conductor.state.languages?.first { $0.code == other }?.nativeName)
      let shown = conductor.text.split(whereSeparator: \.isWhitespace)
      // What happened is on the screen; why, and the log's path, are among the messages.
      let pattern = catalog.text(.switchFailed).prefix { $0 != ":" }
      for word in pattern.split(separator: " ") where !word.contains("%") && word.count > 1 {
        #expect(shown.contains { $0.hasPrefix(word) }, "\(word)\n\(conductor.text)")
      }
      var read = ""
      try conductor.press(.letter("m"))
      for _ in 0..<12 {
        read += conductor.text.filter { !$0.isWhitespace && !"▴▾✗✓".contains($0) }
        try conductor.press(.down)
      }
      try conductor.press(.escape)
      #expect(read.contains("lisan.log"), "\(read)")
      #expect(shown.contains { name.hasPrefix($0) || $0.hasPrefix(name) })
      // The keys have taken it away.
      #expect(conductor.state.toasts.isEmpty)
      conductor.failingCatalogs = []
      try conductor.send(.languageChosen(other), .restartDismissed)
      let pending = Text.message(.restartPendingShort, .key(.r))
      for word in pending.plain(in: conductor.state.wording).split(separator: " ") {
        #expect(conductor.text.contains(word), "\(word)\n\(conductor.text)")
      }
    }
  }

  @Test("R1, R29: at 20x6 the next option is below the focused one")
  func smallSelector() throws {
    var conductor = try Conductor(size: Size(columns: 20, rows: 6))
    #expect(conductor.text.contains("English (EN)"))
    #expect(conductor.text.contains("(AR)"))
    try conductor.press(.down)
    #expect(conductor.text.contains("(AR)"))
    #expect(conductor.text.contains("Press Enter to"))
  }

  @Test("R29: below 20x6 one line says that the window is too small")
  func tooSmall() throws {
    for size in [
      Size(columns: 19, rows: 24), Size(columns: 80, rows: 5), Size(columns: 1, rows: 1),
    ] {
      let conductor = try Conductor(size: size)
      #expect(conductor.rows.filter { !$0.isEmpty }.count == 1)
      #expect(conductor.focus == "window.tooSmall")
    }
  }

  @Test("R48: every message is in each catalog, and the English one maps each to itself")
  func messages() throws {
    for code in everyLanguage {
      let conductor = try Conductor(code)
      for message in Message.allCases where !message.isPlural {
        let text = conductor.state.catalog.text(message)
        #expect(!text.isEmpty)
        // Texts that are only punctuation may be equal.
        let words = message.rawValue.replacing(/%(\d\$)?[@d]/, with: "")
        guard words.contains(where: \.isLetter) else { continue }
        #expect((text == message.rawValue) == (code == english), "\(message)")
      }
    }
  }

  @Test("R49: Arabic has a form for each of its six plural categories")
  func plurals() throws {
    let catalog = try Conductor(arabic).state.catalog
    let forms = [0, 1, 2, 3, 11, 100].map { catalog.text(.languageCount, count: $0) }
    #expect(Set(forms.dropLast()).count == 5)
    #expect(forms[3].unicodeScalars.contains("٣"))
  }

  @Test("A person who reads only one language changes it with four keys from anywhere")
  func underFivePresses() throws {
    for code in everyLanguage {
      let other = opposite(of: code)
      let start = try Conductor.everything(code)
      let place = try #require(start.state.languages?.firstIndex { $0.code == other })
      for section in Section.allCases {
        var conductor = start
        try conductor.send(.itemChosen(.section(section)))
        // To the sections, to the first of them, to the second, which is Language: the names of the
        // languages are on the screen, each in its own script, with the number to press.
        let way: [Key] = [.tab, .home, .down, .letter(Character(String(place + 1)))]
        for key in way { try conductor.press(key) }
        #expect(conductor.state.language.code == other, "\(section)")
      }
    }
  }

  @Test("R16: a restart lands on the same section and focus")
  func resumed() throws {
    var conductor = try Conductor()
    try conductor.press(.left, .down, .right, .down)
    var next = try Conductor(arabic)
    next.state.resume(conductor.state.resumption)
    #expect(next.state.section == conductor.state.section)
    #expect(next.state.focus == conductor.state.focus)
    next.state.resume(
      Resumption(section: .language, focus: Item(identifier: "language.option.xx")))
    #expect(next.focus == "language.option.en")
  }

  @Test("R16: a place that becomes known later is awaited until the user does something")
  func resumedLater() throws {
    var conductor = try Conductor.everything(note: "one two")
    try conductor.send(.itemChosen(.section(.account)))
    while conductor.focus != "account.note" { try conductor.press(.down) }
    try conductor.press(.enter, .letter("!"), .left, .left)
    let resumption = conductor.state.resumption
    let report = AccountReport.open(
      conductor.state.account.details, flags: ["analytics", "developer", "diagnostics"])
    func restarted() throws -> Conductor {
      var next = try Conductor(
        arabic, account: AccountState(server: conductor.state.account.server))
      next.state.resume(resumption)
      #expect(next.state.section == .account)
      #expect(next.state.editing == nil)
      return next
    }
    var next = try restarted()
    try next.send(.accountReported(report))
    #expect(next.focus == "account.note")
    #expect(next.state.editing?.field.text == "one two!")
    #expect(next.state.editing?.field.caret == 6)
    // Another report later opens nothing again.
    try next.press(.escape)
    try next.send(.accountReported(report))
    #expect(next.state.editing == nil)

    var gone = try restarted()
    try gone.press(.down)
    try gone.send(.accountReported(report))
    #expect(gone.state.editing == nil)
    // A section that a flag opens is waited for as well.
    try conductor.press(.escape)
    try conductor.send(.itemChosen(.section(.developer)))
    var developer = try Conductor(
      arabic, account: AccountState(server: conductor.state.account.server))
    developer.state.resume(conductor.state.resumption)
    #expect(developer.state.section == .language)
    try developer.send(.accountReported(report))
    #expect(developer.focus == conductor.focus)
  }

  @Test(
    "R50: a person who signs in first gets to the place that was asked for, or hears that it does not exist",
    arguments: [["analytics", "developer"], ["analytics"]])
  func resumedBehindSignIn(flags: [String]) throws {
    let everything = try Conductor.everything()
    var conductor = try Conductor(
      account: AccountState(
        server: everything.state.account.server, access: .signedOut(.neverSignedIn)))
    conductor.state.resume(try #require(Resumption(place: "developer")))
    try conductor.press(.letter("a"), .letter("n"), .letter("a"))
    try conductor.send(
      .accountReported(.open(everything.state.account.details, flags: flags)))
    if flags.contains("developer") {
      #expect(conductor.state.section == .developer)
    } else {
      let missing = conductor.state.catalog.text(.sectionMissing, ["Developer"])
      #expect(conductor.state.section == .language && conductor.text.contains(missing))
    }
  }

  @Test("R50: a section that has no items now can still name those that it may have")
  func possiblePlaces() throws {
    let state = try Conductor().state
    #expect(
      state.possiblePlaces(in: .developer) == ["developer.messages", "developer.pseudoLanguage"])
    #expect(state.possiblePlaces(in: .privacy) == ["privacy.analytics", "privacy.diagnostics"])
    #expect(state.possiblePlaces(in: .account).contains("account.note"))
    #expect(state.possiblePlaces(in: .sync) == ["sync.now"])
  }

  @Test("A system language without a catalog is named, in the displayed language")
  func systemLanguageElsewhere() throws {
    let french = try #require(LanguageCode(rawValue: "fr-FR"))
    for code in everyLanguage {
      let conductor = try Conductor(
        code, system: [french, try #require(LanguageCode(rawValue: "de"))])
      #expect(conductor.text.contains("fr-FR as \(code)"))
      #expect(!conductor.text.contains(conductor.state.catalog.text(.systemLanguageUnknown)))
    }
    #expect(try Conductor().text.contains("The system names no language"))
  }

  @Test("R49: a big number is written with its groups, a small one needs no locale library")
  func groupedNumbers() throws {
    var conductor = try Conductor.everything(note: "")
    try conductor.send(.itemChosen(.section(.account)), .itemChosen(.note))
    #expect(conductor.text.contains("Room for 2'000 more characters"))
    try conductor.send(.pasted(String(repeating: "x", count: 1200)))
    #expect(conductor.text.contains("Room for 800 more characters"))
  }

  @Test("R29: the title of every section is whole at 80x24", arguments: everyLanguage)
  func sectionTitles(code: LanguageCode) throws {
    let conductor = try Conductor.everything(code)
    for section in Section.allCases {
      let title = conductor.state.catalog.text(section.title)
      #expect(conductor.rows.contains { $0.contains(title) }, "\(title)\n\(conductor.text)")
    }
  }

  @Test("The footer's y and n have the names of the buttons, in every question")
  func footerWords() throws {
    for code in everyLanguage {
      var questions: [(Conductor, Message, Message)] = []
      var account = try Conductor.everything(code, size: Size(columns: 120, rows: 40))
      try account.send(.itemChosen(.section(.account)))
      var profile = account
      try profile.send(.itemChosen(.profile(2)))
      questions.append((profile, .profileSwitch, .keyCancel))
      try account.send(.itemChosen(.signOut))
      questions.append((account, .signOut, .keyCancel))
      var restart = try Conductor(
        opposite(of: code), choosing: code, size: Size(columns: 120, rows: 40))
      try restart.send(.languageChosen(code))
      questions.append((restart, .restartNow, .restartLater))
      for (conductor, accept, dismiss) in questions {
        let catalog = conductor.state.catalog
        let footer = try #require(conductor.rows.last)
        #expect(footer.contains("y \(catalog.text(accept))"), "\(footer)")
        #expect(footer.contains("Esc \(catalog.text(dismiss))"), "\(footer)")
      }
    }
  }
}
