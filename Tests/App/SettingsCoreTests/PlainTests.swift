import AccountModel
import Localization
import SettingsCore
import Testing

/// A person who talks with the settings in lines.
private struct Talk {
  var conductor: Conductor
  private var conversation: PlainConversation
  private(set) var said: [String]

  init(_ conductor: Conductor) {
    self.conductor = conductor
    conversation = PlainConversation(conductor.state)
    said = conversation.opening()
  }

  /// Types a line, and returns the printed answer.
  @discardableResult
  mutating func type(_ line: String) throws -> [String] {
    let (actions, words) = conversation.answer(line)
    for action in actions { try conductor.send(action) }
    let news = conversation.news(
      conductor.state, chosen: actions.lazy.compactMap(\.chosenItem).first)
    said += words + news
    return words + news
  }

  /// What somebody else or the account did, and what is said to that.
  @discardableResult
  mutating func happens(_ actions: Action...) throws -> [String] {
    for action in actions { try conductor.send(action) }
    return conversation.news(conductor.state)
  }

  var question: String? { conversation.question()?.text }
  var asksForSecret: Bool { conversation.question()?.isSecret ?? false }
}

struct PlainTests {
  private let arabicName = "العربية"
  private var arabicOption: String { "\(arabicName) (AR)" }

  @Test("R53: the settings are printed as numbered lines, with name, code and state")
  func opening() throws {
    let talk = Talk(try Conductor(withoutScreen: true))
    #expect(
      talk.said == [
        "Lisan", "Language",
        "Choose the language of this app. Programs in new shells can use it.",
        "1. English (EN), current language",
        "2. \(arabicOption): Arabic; choose it to switch the app to \(arabicName)",
        "Options",
        "3. Follow the system language: Off; choose it to follow the system language",
        "The system names no language that is available here.",
        "4. Programs in this terminal: Need lisan run; "
          + "choose it to read how programs show Arabic",
        "5. Apply layout direction: After a restart; "
          + "choose it to let a change of direction mirror the screen at once",
      ])
    #expect(talk.question == "Language: number, Enter to list, or ? for help: ")
  }

  @Test("R53: a choice is confirmed in the chosen language, and so is the next question")
  func choice() throws {
    var talk = Talk(try Conductor(withoutScreen: true))
    let catalog = try Conductor(arabic).state.catalog
    let current = catalog.text(.currentLanguage)
    #expect(try talk.type("2") == ["\(arabicOption)\u{060C} \(current)"])
    #expect(try #require(talk.question).contains(catalog.text(.languageSection)))
    #expect(
      talk.conductor.takeEffects().contains(.writePreference(PreferenceWrite(.explicit(arabic)))))
    // The same again changes nothing and is confirmed.
    #expect(try talk.type("٢") == ["\(arabicOption)\u{060C} \(current)"])
    #expect(talk.conductor.takeEffects() == [])
  }

  @Test("R53: only changes are printed; a list is printed on request")
  func changes() throws {
    var talk = Talk(try Conductor(withoutScreen: true))
    #expect(try talk.type("5") == ["Apply layout direction: At once"])
    #expect(try talk.type("3") == ["Follow the system language: On"])
    #expect(try talk.type("").count == 9)
    #expect(try talk.type("9") == ["9 is not one of the choices."])
    #expect(try talk.type("xyz\u{1B}[2J") == ["xyz[2J is not one of the choices."])
    let help = try talk.type("?")
    #expect(help.contains("u: Take back the last choice") && help.last == "q: Quit")
    let news = try talk.happens(.preferenceObserved(.explicit(arabic)))
    #expect(
      news.first?.contains("برنامج آخر") == true && news.last?.hasPrefix(arabicOption) == true)
    _ = talk.conductor.takeEffects()
    #expect(try talk.type("q") == [])
    #expect(talk.conductor.takeEffects() == [.quit])
  }

  @Test("R53: plain mode names the current theme, and prints a new note")
  func currentThemeAndNote() throws {
    var talk = Talk(try Conductor.everything(withoutScreen: true))
    let themes = try talk.happens(.itemChosen(.section(.appearance)))
    #expect(
      themes.contains { $0.hasPrefix("1. Default: ") && $0.contains(", current") }, "\(themes)")
    #expect(themes.count { $0.contains(", current") } == 1, "\(themes)")
    _ = try talk.happens(.itemChosen(.section(.account)))
    _ = try talk.happens(.itemChosen(.note))
    let said = try talk.type("Tea at five")
    #expect(said.contains { $0.contains("Note: Tea at five") }, "\(said)")
    #expect(!said.contains { $0.contains("Note: none") }, "\(said)")
  }

  @Test("R53: in plain mode ? explains the self-test and q leaves it")
  func terminalTest() throws {
    var talk = Talk(try Conductor.everything(withoutScreen: true))
    _ = try talk.happens(.itemChosen(.section(.about)))
    _ = try talk.happens(.itemChosen(.terminalTest))
    #expect(try talk.type("?").last == "q: Close")
    #expect(try talk.type("x") == ["x is not one of the choices."])
    #expect(talk.conductor.state.dialogs.count == 1)
    _ = try talk.type("q")
    #expect(talk.conductor.state.dialogs.isEmpty)
  }

  @Test(
    "R53: every item of every section is reached by its number, in every language",
    arguments: everyLanguage)
  func everything(code: LanguageCode) throws {
    let start = try Conductor.everything(code, withoutScreen: true)
    #expect(start.state.sections == Section.allCases)
    for (place, section) in start.state.sections.enumerated() {
      var talk = Talk(start)
      #expect(try talk.type("s").count == Section.allCases.count + 1)
      let listed = try talk.type(String(place + 1))
      #expect(talk.conductor.state.section == section)
      let numbered = listed.filter { $0.first?.isNumber == true }
      #expect(!numbered.isEmpty, "\(section)")
      for number in 1...numbered.count {
        var choosing = talk
        let answer = try choosing.type(String(number))
        // A search answers by what it asks.
        let question = try #require(choosing.question)
        #expect(!answer.isEmpty || question != talk.question, "\(section) \(number)")
      }
    }
  }

  @Test("R53: plain mode names the current option if only a sign shows it on the screen")
  func marks() throws {
    var talk = Talk(try Conductor.everything(withoutScreen: true))
    try talk.type("s")
    let markets = try talk.type("3")
    #expect(markets.filter { $0.contains(", current") }.count == 1)
    try talk.type("s")
    let account = try talk.type("1")
    #expect(account.contains { $0.contains("Home, ") })
  }

  @Test("R53, R54: a text is asked for, kept by Enter, and emptied by a full stop")
  func field() throws {
    var talk = Talk(try Conductor.everything(note: "one\ntwo", withoutScreen: true))
    try talk.type("s")
    let account = try talk.type("1")
    let note = try #require(account.first { $0.contains("Note") })
    let number = String(note.prefix { $0.isNumber })
    #expect(try talk.type(number) == ["The text is: one two"])
    #expect(talk.question?.hasPrefix("New text") == true)
    try talk.type("")
    #expect(talk.conductor.takeEffects() == [])
    try talk.type(number)
    try talk.type("new words")
    #expect(talk.conductor.takeEffects() == [.request(.setNote("new words"), id: 1)])
    _ = try talk.happens(.requestEnded(1, nil))
    try talk.type(number)
    try talk.type(".")
    #expect(talk.conductor.takeEffects() == [.request(.setNote(""), id: 2)])
  }

  @Test("R44, R53: a question is asked with two numbers, and only a clear answer counts")
  func question() throws {
    var talk = Talk(try Conductor.everything(withoutScreen: true))
    try talk.type("s")
    let account = try talk.type("1")
    let profile = try #require(account.first { $0.contains("Work") })
    let asked = try talk.type(String(profile.prefix { $0.isNumber }))
    #expect(asked.count == 3 && asked[1].hasPrefix("1. ") && asked[2].hasPrefix("2. "))
    #expect(talk.question == "1 or 2: ")
    #expect(try talk.type("") == asked)
    #expect(try talk.type("perhaps") == ["perhaps is not one of the choices."])
    try talk.type("2")
    #expect(talk.conductor.takeEffects() == [])
    try talk.type(String(profile.prefix { $0.isNumber }))
    let work = try talk.type("1")
    #expect(talk.conductor.takeEffects() == [.request(.switchProfile(2), id: 1)])
    #expect(work.contains { $0.hasSuffix("c cancels it.") })
    try talk.type("c")
    #expect(talk.conductor.takeEffects() == [.cancelRequest(id: 1)])
  }

  @Test("R40, R53: signing in asks for name and password, and for nothing else before")
  func signIn() throws {
    var talk = Talk(
      try Conductor(
        withoutScreen: true,
        account: AccountState(
          server: "https://accounts.example.org", access: .signedOut(.neverSignedIn))
      ))
    #expect(!talk.said.contains { $0.contains("English") })
    #expect(!talk.asksForSecret)
    try talk.type("ana")
    #expect(talk.asksForSecret)
    // An empty line goes back to the name.
    try talk.type("")
    #expect(!talk.asksForSecret)
    try talk.type("ana@example.org")
    try talk.type(" pass 2q")
    let request = AccountRequest.signIn(login: "ana@example.org", password: " pass 2q")
    #expect(talk.conductor.takeEffects() == [.request(request, id: 1)])
    #expect(!talk.asksForSecret)
    let failed = try talk.happens(.requestEnded(1, AccountFailure(.wrongCredentials)))
    #expect(failed == ["The sign-in name or the password is wrong."])
    #expect(talk.asksForSecret)
    #expect(!talk.said.contains { $0.contains("pass") })
  }

  @Test(
    "R53, R64: signing in with a browser is offered, and its address and code are printed")
  func signInByCode() throws {
    var talk = Talk(
      try Conductor(
        withoutScreen: true,
        account: AccountState(
          server: "https://accounts.example.org", access: .signedOut(.neverSignedIn))
      ))
    #expect(talk.said.contains("@: Sign in with a browser"))
    // A name that only contains the sign is a name.
    try talk.type("@ana")
    #expect(talk.asksForSecret)
    try talk.type("")
    for attempt in 1...2 {
      try talk.type("@")
      #expect(talk.conductor.takeEffects() == [.request(.signInByCode, id: attempt)])
      #expect(talk.question == "Waiting for the browser… Enter cancels it: ")
      let code = SignInCode(address: "https://accounts.example.org/device", code: "WDJB-MJHT")
      #expect(
        try talk.happens(.signInCodeShown(code)) == [
          "Open this address in a browser: https://accounts.example.org/device",
          "Type this code there: WDJB-MJHT",
        ])
      try talk.type("")
      #expect(talk.conductor.takeEffects() == [.cancelRequest(id: attempt)])
      try talk.happens(.requestEnded(attempt, AccountFailure(.cancelled)))
      #expect(!talk.asksForSecret)
    }
    // The password is as good as before.
    try talk.type("ana@example.org")
    try talk.type("secret pass")
    #expect(
      talk.conductor.takeEffects() == [
        .request(.signIn(login: "ana@example.org", password: "secret pass"), id: 3)
      ])
  }

  @Test("R53: no printed line moves a cursor or sets a direction")
  func plainText() throws {
    for code in everyLanguage {
      var talk = Talk(try Conductor.everything(code, note: "\u{1B}[2J", withoutScreen: true))
      for line in ["s", "1", "1", "", "s", "3", "3", "s", "4", "s", "5", "?", "s", "7", "10"] {
        try talk.type(line)
      }
      #expect(talk.said.count > 60)
      for line in talk.said {
        for scalar in line.unicodeScalars {
          #expect(scalar.value >= 0x20 && !scalar.isDirectionalFormatting, "\(line)")
          #expect(!(0x2500...0x259F).contains(scalar.value) && scalar != "✓", "\(line)")
        }
      }
    }
  }

  @Test("R15, R38: quitting with something pending prints one line about it")
  func farewell() throws {
    var conductor = try Conductor()
    #expect(conductor.state.farewell == nil)
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.state.farewell == .message(.farewellRestart))
    var remote = try Conductor.everything()
    #expect(remote.state.farewell == nil)
    try remote.send(.syncReported(.reported(SyncReport(state: .pending))))
    #expect(remote.state.farewell == .message(.farewellSync))
    try remote.send(.languageChosen(arabic))
    #expect(remote.state.farewell == .message(.farewellBoth))
  }

  @Test("R53: a listed item has the effect of choosing it, or why there is none")
  func deeds() throws {
    let markets = try MarketList(directory: resources)
    let britain = MarketCode(rawValue: "GB")
    let talk = Talk(try Conductor(withoutScreen: true, markets: markets, market: britain))
    #expect(
      talk.said.contains(
        "2. \(arabicOption): not offered in: GB in en; another region can be chosen under Region"))
    for code in everyLanguage {
      let start = try Conductor.everything(code, note: "x", withoutScreen: true)
      for section in start.state.sections {
        var conductor = start
        try conductor.send(.itemChosen(.section(section)))
        let listed = PlainConversation(conductor.state).list()
        #expect(!listed.contains { $0.contains("Enter") }, "\(listed)")
      }
    }
  }

  @Test("R53: About names the direction of the language if there is no screen")
  func direction() throws {
    for code in everyLanguage {
      let word: Message = code == english ? .leftToRight : .rightToLeft
      var conductor = try Conductor(code, withoutScreen: true)
      try conductor.send(.itemChosen(.section(.about)))
      let line =
        "\(conductor.state.catalog.text(.layoutDirection)): "
        + conductor.state.catalog.text(word)
      let listed = PlainConversation(conductor.state).list()
      #expect(listed.contains { $0.hasSuffix(line) }, "\(listed)")
    }
  }

  @Test(
    "R12: quitting with an unsaved choice reports that, and not the direction"
  )
  func unsavedFarewell() throws {
    var conductor = try Conductor()
    conductor.writeFails = true
    try conductor.send(.languageChosen(arabic), .restartDismissed)
    #expect(conductor.state.farewell == .message(.farewellUnsaved))
    conductor.writeFails = false
    try conductor.send(.languageChosen(english))
    #expect(conductor.state.farewell == nil)
    conductor.writeFails = true
    try conductor.send(.settingChosen(.theme(.monochrome)))
    #expect(conductor.state.farewell == .message(.farewellUnsaved))
    // Another setting that is saved does not save this one; the same one does.
    conductor.writeFails = false
    try conductor.send(.settingChosen(.bidiMode(.automatic)))
    #expect(conductor.state.farewell == .message(.farewellUnsaved))
    try conductor.send(.settingChosen(.theme(.standard)))
    #expect(conductor.state.farewell == nil)
  }

  @Test(
    "R53, R105: in plain mode a program's language is chosen by numbers; only its line is said again"
  )
  func programs() throws {
    var conductor = try Conductor(withoutScreen: true)
    try conductor.send(
      .shellConsidered(ShellState(goal: ShellGoal.none, edited: nil, isHere: false)))
    var talk = Talk(conductor)
    try talk.happens(.itemChosen(.packages))
    let programs = ["apt", "git"].compactMap(ProgramName.init(rawValue:))
    let lines = try talk.happens(
      .packagesFound(english, .found(installed: ["apt"], available: []), programs: programs))
    #expect(lines.contains("2. git: As chosen"), "\(lines)")
    let languages = try talk.type("2")
    #expect(languages == ["1. As chosen, current", "2. English", "3. \(arabicName)"])
    #expect(talk.question?.hasPrefix("Language of git: number") == true)
    #expect(try talk.type("9") == ["Unknown: 9"] || talk.said.last?.contains("9") == true)
    #expect(try talk.type("3") == ["2. git: \(arabicName)"])
    #expect(talk.conductor.state.programLanguages[programs[1]] == arabic)
    try talk.type("q")
    #expect(try talk.type("u").contains { $0.contains("git") })
    #expect(talk.conductor.state.programLanguages.isEmpty)
  }

  @Test("R53, R106: in plain mode languages are put in order by numbers and by a typed name")
  func order() throws {
    var conductor = try Conductor(withoutScreen: true)
    try conductor.send(
      .shellConsidered(ShellState(goal: ShellGoal.none, edited: nil, isHere: false)))
    var talk = Talk(conductor)
    try talk.happens(.preferenceObserved(.explicit(english)))
    try talk.type("9")
    #expect(talk.question?.hasPrefix("More languages: number") == true)
    try talk.type("2")
    try talk.type("arab")
    try talk.type("1")
    #expect(talk.conductor.state.languageOrder == [english, arabic])
    try talk.type("2")
    #expect(talk.said.suffix(2) == ["1. Move up", "2. Remove"])
    try talk.type("2")
    #expect(talk.conductor.state.languageOrder == [english])
  }
}
