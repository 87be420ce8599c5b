import Cells
import Input
import Localization
import SettingsCore
import TestEffort
import Testing

/// Fifty languages by data: the list, and the search by typing.
struct ManyLanguagesTests {
  /// Codes and native names; the last letter marks right-to-left languages.
  private static let data: [(code: String, name: String)] = [
    ("en", "English"), ("ar", "العربية"), ("he", "עברית"), ("fa", "فارسی"), ("ur", "اردو"),
    ("zh", "中文"), ("ja", "日本語"), ("ko", "한국어"), ("de", "Deutsch"), ("fr", "Français"),
    ("es", "Español"), ("pt", "Português"), ("it", "Italiano"), ("nl", "Nederlands"),
    ("sv", "Svenska"), ("da", "Dansk"), ("nb", "Norsk bokmål"), ("fi", "Suomi"),
    ("is", "Íslenska"), ("pl", "Polski"), ("cs", "Čeština"), ("sk", "Slovenčina"),
    ("hu", "Magyar"), ("ro", "Română"), ("bg", "Български"), ("ru", "Русский"),
    ("uk", "Українська"), ("sr", "Српски"), ("hr", "Hrvatski"), ("sl", "Slovenščina"),
    ("el", "Ελληνικά"), ("tr", "Türkçe"), ("az", "Azərbaycan"), ("kk", "Қазақша"),
    ("ka", "ქართული"), ("hy", "Հայերեն"), ("hi", "हिन्दी"), ("bn", "বাংলা"), ("ta", "தமிழ்"),
    ("te", "తెలుగు"), ("th", "ไทย"), ("lo", "ລາວ"), ("km", "ខ្មែរ"), ("my", "မြန်မာ"),
    ("vi", "Tiếng Việt"), ("id", "Indonesia"), ("ms", "Melayu"), ("sw", "Kiswahili"),
    ("am", "አማርኛ"), ("eu", "Euskara"),
  ]
  private static let rightToLeft = ["ar", "he", "fa", "ur"]
  /// Names in the language of the screen, as its locale has them.
  private static let namesInArabic = ["he": "العبرية", "ja": "اليابانية", "de": "الألمانية"]

  private static func languages() throws -> [Language] {
    let shipped = try LanguageList(directory: resources).languages
    return try data.map { code, name in
      let code = try #require(LanguageCode(rawValue: code))
      if let language = shipped.first(where: { $0.code == code }) { return language }
      return Language(
        code: code, nativeName: name,
        direction: rightToLeft.contains(code.rawValue) ? .rightToLeft : .leftToRight,
        script: "Zyyy", digits: .latin, pluralRules: PluralRules([]))
    }
  }

  private static let formatting = ValueFormatting(
    dateAndTime: { "\($0)\($1.code)" }, relativeTime: { "\($0)\($1)\($2.code)" },
    regionName: { code, _ in code },
    languageName: { code, language in
      let other = language.code == arabic ? namesInArabic[code] : nil
      return other ?? "\(code)-\(language.code.rawValue)"
    },
    number: { number, _ in String(number) })

  private func conductor(
    _ code: LanguageCode = english, size: Size = Size(columns: 80, rows: 24)
  ) throws -> Conductor {
    var conductor = try Conductor(code, size: size, formatting: Self.formatting)
    let languages = try Self.languages()
    #expect(languages.count == 50)
    conductor.failingCatalogs = Set(languages.map(\.code)).subtracting([english, arabic])
    try conductor.send(.languagesLoaded(languages))
    _ = conductor.takeEffects()
    return conductor
  }

  /// The keys of a query that finds a language.
  private static let searches: [(typed: String, code: String)] = [
    ("deu", "de"), ("FRANÇ", "fr"), ("franc", "fr"), ("islen", "is"), ("cest", "cs"),
    ("tieng v", "vi"), ("turkce", "tr"), ("azer", "az"), ("bokmal", "nb"),
    ("العر", "ar"), ("فارس", "fa"), ("اردو", "ur"), ("עבר", "he"),
    ("中", "zh"), ("日本", "ja"), ("한국", "ko"), ("рус", "ru"), ("ელ", ""), ("ქარ", "ka"),
    ("ελλη", "el"), ("हिन", "hi"), ("தமி", "ta"), ("ไทย", "th"), ("አማ", "am"), ("מך", ""),
  ]

  @Test(
    "R2, R50: with fifty languages, typing in any script finds one, in both layouts",
    arguments: everyLanguage)
  func typing(code: LanguageCode) throws {
    let sizes = [(80, 24), (40, 12), (120, 40)].map { Size(columns: $0, rows: $1) }
    for size in Effort.isLong ? sizes : [sizes[0]] {
      for (typed, wanted) in Self.searches {
        var conductor = try conductor(code, size: size)
        let before = conductor.focus
        try conductor.press(.letter("/"))
        for letter in typed { try conductor.press(.letter(letter)) }
        let place = "\(typed)\n\(conductor.text)"
        #expect(conductor.text.contains(typed), "\(place)")
        guard !wanted.isEmpty else {
          // Nothing has that name: Enter does nothing, and Escape leaves everything as it was.
          #expect(conductor.focus == "find", "\(place)")
          try conductor.press(.enter, .escape)
          #expect(conductor.focus == before && conductor.state.language.code == code)
          continue
        }
        #expect(conductor.focus == "find.language.option.\(wanted)", "\(place)")
        try conductor.press(.enter)
        #expect(conductor.focus == "language.option.\(wanted)", "\(place)")
        // It is on the screen, with the focus on it.
        let name = try #require(Self.data.first { $0.code == wanted }?.name)
        let row = conductor.rows[view(conductor.state).cursor.row]
        #expect(row.contains(name), "\(row)")
      }
    }
  }

  @Test("R50: with many languages, the search still finds settings, and its row languages alone")
  func settingsToo() throws {
    for (typed, wanted) in [
      ("theme", "navigation.appearance"), ("sync", "navigation.sync"),
      ("follow", "language.follow"), ("deut", "language.option.de"),
    ] {
      var conductor = try conductor()
      #expect(conductor.focus == "language.option.en")
      try conductor.press(.letter("/"))
      for letter in typed { try conductor.press(.letter(letter)) }
      #expect(conductor.focus == "find.\(wanted)", "\(typed)\n\(conductor.text)")
    }
    var conductor = try conductor()
    try conductor.send(.itemChosen(.findLanguage))
    for letter in "sync" { try conductor.press(.letter(letter)) }
    #expect(conductor.focus == "find", "\(conductor.text)")
  }

  @Test("R50, R53: a language has the same number on the screen and in plain mode")
  func numbers() throws {
    for (place, language) in try Self.languages().prefix(9).enumerated() {
      let conductor = try self.conductor()
      var screen = conductor
      _ = update(&screen.state, .keyPressed(.letter(Character(String(place + 1)))))
      var lines = PlainConversation(conductor.state)
      #expect(
        lines.list().contains { $0.hasPrefix("\(place + 1). \(language.nativeName ?? "") (") })
      let chosen = lines.answer(String(place + 1)).actions.map(\.chosenItem)
      #expect(chosen == [.language(language.code)])
      #expect(screen.focus == "language.option.\(language.code)")
    }
  }

  @Test("R2: a language is also found by its name in the displayed language")
  func namesInShownLanguage() throws {
    for (typed, wanted) in [("عبر", "he"), ("يابان", "ja"), ("المان", "de")] {
      var conductor = try conductor(arabic)
      try conductor.press(.letter("/"))
      for letter in typed { try conductor.press(.letter(letter)) }
      #expect(conductor.focus == "find.language.option.\(wanted)", "\(conductor.text)")
    }
  }

  @Test("R2, R54: the caret of the search is after wide letters, and Backspace deletes one")
  func wideLetters() throws {
    for code in everyLanguage {
      var conductor = try conductor(code)
      try conductor.press(.letter("/"))
      let start = view(conductor.state).cursor
      let all = conductor.focus
      for (count, letter) in "日本語".enumerated() {
        try conductor.press(.letter(letter))
        #expect(view(conductor.state).cursor.row == start.row)
        if code == english {
          #expect(view(conductor.state).cursor.column == start.column + 2 * (count + 1))
        }
      }
      #expect(conductor.focus == "find.language.option.ja")
      for _ in 0..<3 { try conductor.press(.backspace) }
      #expect(view(conductor.state).cursor == start && conductor.focus == all)
      try conductor.press(.letter("中"))
      #expect(conductor.focus == "find.language.option.zh")
      try conductor.press(.escape)
      #expect(conductor.state.dialogs.isEmpty && conductor.focus == "language.option.\(code)")
    }
  }

  @Test("R2, R29: the third part of a wide window shows the screen in the focused language")
  func preview() throws {
    // Only the texts in use are here.
    var conductor = try Conductor(
      withoutLanguages: true, size: Size(columns: 120, rows: 40), formatting: Self.formatting)
    let languages = try Self.languages()
    conductor.failingCatalogs = Set(languages.map(\.code)).subtracting([english, arabic])
    try conductor.send(.languagesLoaded(languages))
    try conductor.press(.right)
    _ = conductor.takeEffects()
    #expect(conductor.text.contains("› Language  ◉ English"))
    #expect(!conductor.text.contains("لسان"))
    try conductor.press(.down)
    #expect(conductor.focus == "language.option.ar")
    #expect(conductor.takeEffects().count == 1)
    #expect(conductor.text.contains("لسان") && conductor.text.contains("◉ العربية"))
    // Its texts are here now, and those of a language without a catalog are not shown.
    try conductor.press(.up, .down)
    #expect(conductor.takeEffects() == [])
    try conductor.press(.down)
    #expect(conductor.takeEffects().count == 1)
    #expect(!conductor.text.contains("لسان"))
    // A narrower window has none, and reads none.
    var narrow = try self.conductor()
    try narrow.press(.down, .down)
    #expect(narrow.takeEffects() == [])
  }

  @Test("R20, R29: the third part shows the screen in the language of a region")
  func regionPreview() throws {
    var conductor = try Conductor.everything(size: Size(columns: 120, rows: 40))
    try conductor.send(.itemChosen(.section(.region)))
    // A user who follows the system language gets the first language of each region.
    try conductor.send(.preferenceObserved(.system))
    try conductor.press(.right, .home)
    for (code, shown, hidden) in [
      ("001", "◉ English", "◉ العربية"), ("GB", "◉ English", "◉ العربية"),
      ("EG", "◉ العربية", "◉ English"), ("AE", "◉ English", "◉ العربية"),
    ] {
      #expect(conductor.focus == "region.market.\(code)")
      #expect(conductor.text.contains(shown), "\(code)\n\(conductor.text)")
      #expect(!conductor.text.contains(hidden), "\(code)\n\(conductor.text)")
      try conductor.press(.down)
    }
  }
}
