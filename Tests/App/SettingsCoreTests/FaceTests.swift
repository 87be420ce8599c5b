import AccountModel
import BuiltPrograms
import Cells
import Foundation
import Input
import Localization
import MirrorLayout
import SettingsCore
import Testing

/// The rules for every screen: its layout, its focus and its signs.
struct FaceTests {
  private static let sizes = [
    Size(columns: 20, rows: 6), Size(columns: 40, rows: 12), Size(columns: 80, rows: 24),
    Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
  ]

  private static let sheets: [Scene] = [
    .restartPrompt, .help, .terminalTest, .profileQuestion, .signOutQuestion, .find,
    .programs,
  ]

  private static func cells(_ style: Style, _ grid: Grid) -> [Position] {
    (0..<grid.size.rows).flatMap { row in
      (0..<grid.size.columns).filter { grid[row, $0].style == style }
        .map { Position(row: row, column: $0) }
    }
  }

  @Test(
    "R25, R26, R28, R29, R50, R51, R54: one bar, whole rows of sheets, safe signs, the cursor on a mark",
    arguments: Scene.allCases)
  func everyScreen(scene: Scene) throws {
    let unsafe = try Self.unsafeRanges()
    let turn = Scene.allCases.firstIndex(of: scene) ?? 0
    for size in Self.sizes {
      for code in languages(inTurn: turn) {
        let conductor = try scene.conductor(code, size)
        let frame = view(conductor.state)
        let grid = frame.laidOut(.leftToRight)
        let place = "\(scene) \(size)\n\(conductor.text)"
        for span in frame.rows.flatMap(\.spans) {
          #expect(span.column >= 0 && span.column + span.width <= size.columns, "\(place)")
          for sign in Self.signs(span) {
            #expect(!unsafe.contains { $0.contains(sign.value) }, "\(sign)")
          }
        }
        // It is monochrome, where a preview's title looks like the bar, and in the smallest window
        // the messages cover the section.
        guard scene != .toasts else { continue }
        checkFocus(scene, frame, grid, conductor.state.look, place)
        if Self.sheets.contains(scene) { checkSheet(frame, conductor.state.look, place) }
      }
    }
  }

  private func checkFocus(
    _ scene: Scene, _ frame: Frame, _ grid: Grid, _ look: Theme, _ place: String
  ) {
    let bars = Self.cells(look[.bar], grid)
    let base = grid[frame.cursor.row, frame.cursor.column].glyph.base
    switch scene {
    case .restartPrompt, .profileQuestion, .signOutQuestion:
      #expect(bars.isEmpty && !Self.cells(look[.focusedButton], grid).isEmpty, "\(place)")
      #expect(base == "[", "\(place)")
    case .help, .messages, .programs: #expect(bars.isEmpty && base == " ", "\(place)")
    case .editing, .signIn, .signInFailed:
      // The label and the box of an open field.
      #expect((1...3).contains(bars.count), "\(place)")
      #expect(Set(bars.map(\.column)).count == 1, "\(place)")
    case .find: #expect(bars.count == 1, "\(place)")
    default:
      #expect(bars.count == 1, "\(place)")
      #expect([" ", "◉", "◦"].contains(base), "\(place)")
    }
  }

  /// A row has either the background or the sheet, and the sheet is below the background.
  private func checkSheet(_ frame: Frame, _ look: Theme, _ place: String) {
    var kinds: [Bool] = []
    for row in frame.rows where !row.spans.isEmpty {
      let isBehind = row.spans.map { $0.style == look[.dimmed] }
      #expect(Set(isBehind).count == 1, "\(place)")
      kinds.append(isBehind[0])
    }
    #expect(kinds.last == false && kinds.sorted { $0 && !$1 } == kinds, "\(place)")
  }

  private static func signs(_ span: Span) -> [Unicode.Scalar] {
    switch span.content {
    case .symbols(let symbols): symbols.map(\.base)
    case .picture(let spans, _): spans.flatMap { signs($0) }
    case .text, .blank: []
    }
  }

  @Test("R29: no text is wider than 72 columns, and a value stands near its label")
  func contentWidth() throws {
    for section in Section.allCases {
      var conductor = try Conductor.everything(size: Size(columns: 200, rows: 60))
      try conductor.send(.itemChosen(.section(section)))
      let block = (200 - 118) / 2
      for row in view(conductor.state).rows.dropFirst().dropLast(3) {
        for span in row.spans where !span.isBlank {
          #expect(span.column >= block && span.column + span.width <= block + 118)
        }
        let content = row.spans.filter { !$0.isBlank && $0.column >= block + 20 }
          .filter { $0.column < block + 84 }
        for (span, next) in zip(content, content.dropFirst()) {
          #expect(next.column - (span.column + span.width) <= 30, "\(section)\n\(conductor.text)")
        }
      }
    }
  }

  @Test(
    "R29: in any window the title begins above the keys, and in a very wide one in its middle",
    arguments: everyLanguage)
  func titleAboveKeys(code: LanguageCode) throws {
    for size in [Size(columns: 80, rows: 24), Size(columns: 200, rows: 60)] {
      let rows = try Conductor.everything(code, size: size).rows
      let margins = [rows.first, rows.last].map { $0?.prefix { $0 == " " }.count ?? 0 }
      #expect(margins[0] == margins[1], "\(rows)")
      #expect((margins[0] > 20) == (size.columns > 80), "\(rows)")
    }
  }

  @Test("R25: the signs that the table avoids are found by their East Asian width")
  func ambiguousSigns() throws {
    let unsafe = try Self.unsafeRanges()
    for sign in "●○•■│─".unicodeScalars {
      #expect(unsafe.contains { $0.contains(sign.value) }, "\(sign)")
    }
    for sign in "▴▾◂▸▪".unicodeScalars {
      #expect(!unsafe.contains { $0.contains(sign.value) }, "\(sign)")
    }
  }

  /// The scalars of width A, W and F.
  private static func unsafeRanges() throws -> [ClosedRange<UInt32>] {
    let text = try String(contentsOfFile: "/usr/share/unicode/EastAsianWidth.txt", encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      let fields = line.prefix { $0 != "#" }.split(separator: ";")
      guard fields.count == 2 else { return nil }
      let width = fields[1].trimmingCharacters(in: .whitespaces)
      guard ["A", "W", "F"].contains(width) else { return nil }
      let ends = fields[0].trimmingCharacters(in: .whitespaces).components(separatedBy: "..")
        .compactMap { UInt32($0, radix: 16) }
      guard let first = ends.first, let last = ends.last else { return nil }
      return first...last
    }
  }

  // MARK: Tasks

  /// A task from the start of the program, with the keys it took before and takes now.
  struct Task: Sendable {
    let name: String
    let before: Int
    let keys: [Key]
    var startsSignedOut = false
    /// The keys before the task begins.
    var start: [Key] = []
    let isDone: @Sendable (Conductor) -> Bool
  }

  private static let tasks: [Task] = [
    Task(name: "choose the other language", before: 1, keys: [.letter("2")]) {
      $0.state.language.code == arabic
    },
    Task(name: "the same by arrows", before: 2, keys: [.down, .enter]) {
      $0.state.language.code == arabic
    },
    // Before, choosing the former language again was the way back.
    Task(
      name: "take the choice of a language back", before: 1, keys: [.letter("u")],
      start: [.letter("2"), .escape]
    ) { $0.state.language.code == english && !$0.state.isRestartPending },
    Task(name: "follow the system language", before: 3, keys: [.down, .down, .enter]) {
      $0.state.preference == .system
    },
    Task(name: "mirror the screen at once", before: 2, keys: [.end, .enter]) {
      $0.state.appliesDirectionAtOnce
    },
    Task(
      name: "restart for the other direction", before: 2, keys: [.letter("2"), .enter]
    ) { $0.effects.contains(.restart) },
    Task(
      name: "another theme", before: 5, keys: [.tab, .end, .up, .up, .letter("4")]
    ) { $0.state.theme == .highContrast },
    Task(
      name: "the terminal's self-test", before: 9, keys: [.tab, .end, .enter, .enter]
    ) { !$0.state.dialogs.isEmpty },
    Task(
      name: "compare with the account", before: 6,
      keys: [.tab, .down, .down, .enter, .enter]
    ) { $0.state.account.work != nil },
    Task(
      name: "another region", before: 5, keys: [.tab, .down, .letter("2")]
    ) { !$0.state.dialogs.isEmpty || $0.state.account.work != nil },
    Task(name: "edit the note", before: 10, keys: [.tab, .up, .enter, .end, .up, .enter]) {
      $0.state.editing != nil
    },
    Task(
      name: "switch the usage statistics on", before: 6,
      keys: [.tab, .down, .down, .down, .enter, .enter]
    ) { $0.state.account.work != nil },
    Task(
      name: "sign in, after name and password", before: 1, keys: [.enter], startsSignedOut: true
    ) { $0.state.account.work != nil },
    Task(
      name: "sign out", before: 6,
      keys: [.tab, .up, .enter, .end, .enter, .letter("y")]
    ) { $0.state.account.work != nil },
    Task(name: "read the messages", before: 1, keys: [.letter("m")]) {
      !$0.state.dialogs.isEmpty
    },
    Task(name: "quit", before: 1, keys: [.letter("q")]) { $0.effects.contains(.quit) },
  ]

  @Test("R50: no task takes more keys than before, and docs/design.md has the numbers")
  func keys() throws {
    let design = try String(contentsOfFile: packagePath("docs/design.md"), encoding: .utf8)
    let table = design.split(separator: "\n").filter { $0.hasPrefix("| ") }.map(String.init)
    for task in Self.tasks {
      #expect(task.keys.count <= task.before, "\(task.name)")
      #expect(table.contains("| \(task.name) | \(task.before) | \(task.keys.count) |"))
      var conductor = try task.startsSignedOut ? Self.signedOut() : Conductor.everything()
      for key in task.start + task.keys { try conductor.press(key) }
      #expect(task.isDone(conductor), "\(task.name)\n\(conductor.text)")
    }
    let numbers = table.filter { $0.contains(/\| [0-9]+ \| [0-9]+ \|$/) }
    #expect(numbers.count == Self.tasks.count)
  }

  /// The sign-in form, filled in, with the focus on the password.
  private static func signedOut() throws -> Conductor {
    var conductor = try Conductor(
      account: AccountState(
        server: "https://accounts.example.org", access: .signedOut(.neverSignedIn)))
    try conductor.send(.pasted("ana"), .keyPressed(.enter), .pasted("secret"))
    return conductor
  }

  // MARK: Choosing

  @Test("R51: moving through the themes shows each of them, and Enter keeps one")
  func themePreview() throws {
    var conductor = try Conductor.everything()
    try conductor.send(.itemChosen(.section(.appearance)))
    try conductor.press(.right)
    _ = conductor.takeEffects()
    var backgrounds: [Style] = []
    for _ in ThemeName.allCases {
      backgrounds.append(view(conductor.state).background)
      try conductor.press(.down)
    }
    #expect(Set(backgrounds).count > 2)
    #expect(conductor.state.theme == .standard)
    try conductor.send(.itemChosen(.choice(.theme(.highContrast))))
    #expect(conductor.takeEffects() == [.storeSetting(.theme(.highContrast))])
    try conductor.press(.left)
    #expect(view(conductor.state).background == Theme(.highContrast)[.normal])
  }

  @Test("R50: u undoes the last choice, is shown while it works, and can be undone itself")
  func undo() throws {
    var conductor = try Conductor(size: Size(columns: 120, rows: 24))
    #expect(!conductor.text.contains("u Undo"))
    try conductor.press(.letter("u"))
    #expect(conductor.takeEffects() == [])
    try conductor.send(.settingChosen(.theme(.monochrome)))
    #expect(conductor.text.contains("u Undo"))
    try conductor.press(.letter("u"))
    #expect(conductor.state.theme == .standard)
    try conductor.press(.letter("u"))
    #expect(conductor.state.theme == .monochrome)
    try conductor.press(.letter("2"), .escape)
    #expect(conductor.state.language.code == arabic)
    // The key with the same place on an Arabic keyboard.
    try conductor.press(.letter("ع"))
    #expect(conductor.state.language.code == english && !conductor.state.isRestartPending)
  }

  @Test("R2, R50: the search finds settings and languages, whatever the case, marks and script")
  func find() throws {
    for (typed, found) in [
      ("FOLLOW", "language.follow"), ("arab", "language.option.ar"),
      ("عرب", "language.option.ar"), ("sign o", "account.signOut"),
      ("contr\u{00E1}st", "appearance.theme.high-contrast"),
    ] {
      var conductor = try Conductor.everything()
      try conductor.press(.letter("/"))
      try conductor.send(.pasted(typed))
      #expect(conductor.focus == "find.\(found)", "\(typed)\n\(conductor.text)")
      try conductor.press(.enter)
      #expect(conductor.focus == found)
      #expect(conductor.state.dialogs.isEmpty)
    }
    var conductor = try Conductor.everything(arabic)
    try conductor.press(.letter("ظ"))
    // Alef without its hamza.
    try conductor.send(.pasted("اعداد"))
    #expect(!conductor.text.contains("appearance"))
    for _ in 0..<5 { try conductor.press(.backspace) }
    try conductor.send(.pasted("xyzzy"))
    #expect(conductor.focus == "find")
    try conductor.press(.enter, .escape)
    #expect(conductor.focus == "language.option.ar")
  }

  @Test(
    "R50: a setting is found by its name, heading, value and other words, in both languages",
    arguments: [english, arabic], [true, false])
  func findAnyWord(code: LanguageCode, showsPreviews: Bool) throws {
    for (typed, found) in [
      ("theme", "appearance"), ("colour", "appearance"), ("color", "appearance"),
      ("السمة", "appearance.theme.default"), ("الوان", "appearance.theme.terminal"),
      ("مظهر", "appearance"), ("appear", "appearance"), ("لغة", "language"),
      ("underline", "appearance.theme.monochrome"), ("after a rest", "language.direction"),
      ("بعد اعادة التشغيل", "language.direction"), ("screen reader", "appearance.plain"),
      ("قارئ الشاشة", "appearance.plain"), ("log out", "account.signOut"), ("country", "region"),
      ("بلد", "region"), ("الانجليزية", "language.option.en"), ("arabic", "language.option.ar"),
    ] {
      var conductor = try Conductor.everything(code)
      try conductor.send(.settingChosen(SettingChoice(.previews, isOn: showsPreviews)))
      try conductor.press(.letter("/"))
      try conductor.send(.pasted(typed))
      #expect(
        conductor.focus.hasPrefix("find.\(found)")
          || conductor.focus == "find.navigation.\(found)",
        "\(typed): \(conductor.focus)\n\(conductor.text)")
    }
  }

  @Test("R2: a preview has the direction and texts of its language in both layouts")
  func previews() throws {
    for (code, layout) in [(english, Direction.leftToRight), (arabic, .rightToLeft)] {
      let conductor = try Conductor(code)
      let grid = view(conductor.state).laidOut(layout)
      let rows = (0..<grid.size.rows).map { grid.text(row: $0) }
      // The chevron of the Arabic picture points to the left, that of the English one to the right.
      #expect(rows.contains { $0.contains("› Language  ◉ English") }, "\(rows)")
      #expect(rows.contains { $0.contains("◉") && $0.contains("‹") }, "\(rows)")
    }
    // Without its catalog, a language has no preview.
    var failing = try Conductor()
    failing.failingCatalogs = [arabic]
    failing.state = try Conductor(withoutLanguages: true).state
    failing.languagesFail = false
    try failing.send(.languagesLoaded(try LanguageList(directory: resources).languages))
    #expect(!failing.text.contains("لسان"))
  }
}

extension Span {
  fileprivate var isBlank: Bool { content == .blank }
}
