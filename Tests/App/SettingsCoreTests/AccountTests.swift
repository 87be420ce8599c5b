import AccountModel
import Cells
import Input
import Localization
import SettingsCore
import TestEffort
import Testing

private let server = "https://accounts.example.org"

private let record = Account(
  accountID: 1, login: "ana@example.org", name: "Ana", email: "ana@example.org",
  phone: "+20 2 2345 6789",
  note: "", preferredLocale: "en", activeProfileID: 1,
  profiles: [
    .init(profileID: 1, name: "Home", languageCode: "en"),
    .init(profileID: 2, name: "Work", languageCode: "ar"),
  ])

struct AccountTests {
  /// Signed in at a server, with the record there.
  private static func remote(
    flags: [String] = [], isDeveloper: Bool = false, size: Size = Size(columns: 80, rows: 30)
  ) throws -> Conductor {
    var conductor = try Conductor(
      size: size, account: AccountState(server: server))
    var record = record
    record.isDeveloper = isDeveloper
    try conductor.send(
      .accountReported(
        .open(record, flags: flags, token: .file)))
    return conductor
  }

  private static func signedOut(_ reason: SignInReason = .neverSignedIn) throws -> Conductor {
    try Conductor(
      account: AccountState(server: server, access: .signedOut(reason)))
  }

  @Test("R40: with a remote account and no sign-in, no setting is shown or reachable")
  func signInFirst() throws {
    var conductor = try Self.signedOut()
    #expect(conductor.text.contains("Sign in"))
    #expect(conductor.text.contains(server))
    #expect(!conductor.text.contains("English (EN)"))
    #expect(conductor.focus == "signIn.login")
    for key: Key in [.left, .escape, .tab, .down, .end] {
      try conductor.press(key)
      #expect(!conductor.text.contains("English (EN)"))
      #expect(conductor.focus.hasPrefix("signIn"))
    }
    // Letters and digits are text here.
    try conductor.press(.tab)
    for letter in "2q?r" { try conductor.press(.letter(letter)) }
    #expect(conductor.takeEffects() == [])
  }

  @Test("R40, R54: login and password are typed, sent once, and the password shows as dots")
  func signIn() throws {
    var conductor = try Self.signedOut()
    for letter in "ana" { try conductor.press(.letter(letter)) }
    try conductor.press(.enter)
    #expect(conductor.focus == "signIn.password")
    for letter in "secret" { try conductor.press(.letter(letter)) }
    #expect(conductor.text.contains("ana"))
    #expect(!conductor.text.contains("secret"))
    #expect(conductor.text.contains("▪▪▪▪▪▪"))
    try conductor.press(.enter)
    let request = AccountRequest.signIn(login: "ana", password: "secret")
    #expect(conductor.takeEffects() == [.request(request, id: 1)])
    #expect(conductor.text.contains("Signing in…"))
    try conductor.press(.enter)
    #expect(conductor.takeEffects() == [])
    try conductor.send(.accountReported(.open(record)))
    try conductor.send(.requestEnded(1, nil))
    #expect(conductor.text.contains("English (EN)"))
    #expect(conductor.focus == "language.option.en")
  }

  @Test(
    "R40: Enter in an empty field says so until something is typed, and moves on from a full one")
  func emptyFields() throws {
    let advice = "Please fill in this field."
    var conductor = try Self.signedOut()
    #expect(!conductor.text.contains(advice))
    try conductor.press(.enter)
    #expect(conductor.text.contains(advice) && conductor.focus == "signIn.login")
    try conductor.press(.letter("a"))
    #expect(!conductor.text.contains(advice))
    try conductor.press(.enter)
    #expect(!conductor.text.contains(advice) && conductor.focus == "signIn.password")
    try conductor.press(.enter)
    #expect(conductor.text.contains(advice) && conductor.focus == "signIn.password")
    // From the button, the focus goes to the field.
    try conductor.press(.tab)
    #expect(!conductor.text.contains(advice))
    try conductor.press(.enter)
    #expect(conductor.text.contains(advice) && conductor.focus == "signIn.password")
    #expect(conductor.takeEffects() == [])
  }

  @Test("R41: a missing keyring is news and not a failure; a refused language is a failure")
  func notices() throws {
    var conductor = try Self.remote()
    try conductor.send(.accountNoticed(.tokenInFile(path: "/home/ana/token")))
    try conductor.send(.accountNoticed(.sessionsEnded(1)))
    #expect(conductor.state.toasts.map(\.isWarning) == [false, false])
    #expect(conductor.text.contains("✓ ") && !conductor.text.contains("✗"))
    try conductor.send(.accountNoticed(.languageRefused(arabic)))
    #expect(conductor.state.toasts.last?.isWarning == true)
  }

  @Test(
    "R20: a change because the server withdrew a language is shown with that reason"
  )
  func withdrawn() throws {
    var conductor = try Conductor(
      arabic, size: Size(columns: 80, rows: 30),
      markets: MarketList(
        [.init(code: .world, languages: [english, arabic])],
        offer: .init(languages: [english, arabic], defaultLanguage: english)), market: .world,
      account: AccountState(server: server))
    let only = MarketList(
      [.init(code: .world, languages: [english])],
      offer: .init(languages: [english], defaultLanguage: english))
    try conductor.send(.accountReported(.open(record, token: .file, markets: only)))
    #expect(conductor.state.language.code == english)
    #expect(conductor.text.contains("The server no longer offers"))
    #expect(conductor.text.contains("not offered by the server"))
    #expect(!conductor.text.contains("The region"))
  }

  @Test("R40: a wrong password is reported on the form, in the user's language, and asked again")
  func wrongPassword() throws {
    var conductor = try Self.signedOut()
    try conductor.press(.letter("a"), .enter, .letter("b"), .enter)
    try conductor.send(.requestEnded(1, AccountFailure(.wrongCredentials)))
    #expect(conductor.text.contains("The sign-in name or the password is wrong."))
    #expect(!conductor.text.contains("•"))
    #expect(!conductor.text.contains("(EN)"))
    #expect(conductor.focus == "signIn.password")
    conductor = try Conductor(
      arabic,
      account: AccountState(server: server, access: .signedOut(.neverSignedIn)))
    try conductor.press(.letter("a"), .enter, .letter("b"), .enter)
    try conductor.send(.requestEnded(1, AccountFailure(.wrongCredentials)))
    let words = conductor.state.catalog.text(.failureWrongPassword).split(separator: " ")
    for word in words { #expect(conductor.text.contains(word), "\(word)") }

    conductor = try Self.signedOut()
    try conductor.press(.letter("a"), .enter, .letter("b"), .enter)
    try conductor.send(.requestEnded(1, AccountFailure(.wrongCredentials)))
    try conductor.press(.letter("c"), .enter)
    try conductor.send(.requestEnded(2, AccountFailure(.tooManyRequests, retryAfter: 30)))
    #expect(conductor.text.contains("wait 30 seconds"))
  }

  @Test("R40: an expired session leads back to signing in, with the reason")
  func expired() throws {
    var conductor = try Self.remote()
    try conductor.show(.account)
    #expect(conductor.text.contains("Ana"))
    try conductor.send(
      .accountReported(AccountReport(signInState: .signInNeeded(reason: .expired))))
    #expect(conductor.text.contains("Your session has ended."))
    #expect(!conductor.text.contains("Ana"))
    #expect(!conductor.text.contains("English (EN)"))
  }

  @Test("R55: a running request is shown, with progress, and Escape cancels it")
  func cancelled() throws {
    var conductor = try Self.remote()
    try conductor.send(.synchronizeChosen)
    #expect(conductor.takeEffects() == [.request(.synchronize, id: 1)])
    #expect(conductor.text.contains("↻ Comparing with your account…"))
    #expect(!conductor.text.contains("second"))
    for _ in 0..<14 { try conductor.send(.workTicked) }
    #expect(conductor.text.contains("(4 seconds)"))
    #expect(conductor.text.contains("Esc Cancel"))
    try conductor.press(.escape, .escape)
    #expect(conductor.takeEffects() == [.cancelRequest(id: 1)])
    try conductor.send(.requestEnded(1, AccountFailure(.cancelled)))
    #expect(conductor.state.account.work == nil)
    #expect(conductor.state.toasts.isEmpty)
    #expect(!conductor.text.contains("Esc Cancel"))
  }

  @Test("R44: another profile is requested and awaited, and its language is applied")
  func profile() throws {
    var conductor = try Self.remote()
    try conductor.show(.account)
    try conductor.press(.right, .end, .up, .up)
    #expect(conductor.focus == "account.profile.2")
    try conductor.press(.enter)
    #expect(conductor.focus == "profile.switch")
    #expect(conductor.text.contains("Switch to the profile Work?"))
    try conductor.press(.enter)
    #expect(conductor.takeEffects() == [.request(.switchProfile(2), id: 1)])
    #expect(conductor.state.account.details?.activeProfileID == 1)
    try conductor.send(.accountChoiceTaken(arabic, chosenAt: 77), .requestEnded(1, nil))
    #expect(conductor.state.account.details?.activeProfileID == 2)
    #expect(conductor.state.language.code == arabic)
    let effects = conductor.takeEffects()
    let write = PreferenceWrite(.explicit(arabic), chosenAt: 77)
    #expect(effects.filter { $0 == .writePreference(write) }.count == 1)
    #expect(effects.contains(.record(.restartPromptShown)))
  }

  @Test("R44, R50: u undoes a switched profile and a switch of Privacy")
  func undo() throws {
    var conductor = try Self.remote()
    try conductor.send(.profileSwitchAccepted(2))
    try conductor.send(.accountChoiceTaken(arabic, chosenAt: 77), .requestEnded(1, nil))
    try conductor.send(.restartDismissed)
    _ = conductor.takeEffects()
    try conductor.press(.letter("u"))
    #expect(conductor.takeEffects() == [.request(.switchProfile(1), id: 2)])
    var switches = try Conductor.everything()
    try switches.send(.settingChosen(SettingChoice(.analytics, isOn: true)), .requestEnded(1, nil))
    #expect(switches.state.account.details?.privacy.analytics == true)
    _ = switches.takeEffects()
    try switches.press(.letter("u"))
    #expect(
      switches.takeEffects() == [
        .request(.setPrivacy(analytics: false, diagnostics: false), id: 2)
      ])
    // A failed request has nothing to undo.
    var failed = try Conductor.everything()
    try failed.send(
      .settingChosen(SettingChoice(.analytics, isOn: true)),
      .requestEnded(1, AccountFailure(.offline)))
    _ = failed.takeEffects()
    try failed.press(.letter("u"))
    #expect(failed.takeEffects() == [])
  }

  @Test("R44: a refused profile leaves the former one, with the reason")
  func profileRefused() throws {
    var conductor = try Self.remote()
    try conductor.send(.profileSwitchAccepted(2), .requestEnded(1, AccountFailure(.serverError)))
    #expect(conductor.state.account.details?.activeProfileID == 1)
    #expect(conductor.state.language.code == english)
    #expect(conductor.text.contains("The profile was not switched. The server has a fault"))
  }

  @Test("R43: switching the profile offline reports that it needs the server")
  func profileOffline() throws {
    var conductor = try Self.remote()
    try conductor.send(.profileSwitchAccepted(2), .requestEnded(1, AccountFailure(.offline)))
    #expect(conductor.text.contains("This needs the server"))
    #expect(conductor.state.account.details?.activeProfileID == 1)
  }

  @Test("R61: a choice from the account is followed, written with its time, and then reported")
  func choiceTaken() throws {
    var conductor = try Self.remote()
    try conductor.send(.accountChoiceTaken(arabic, chosenAt: 1234))
    let write = PreferenceWrite(.explicit(arabic), chosenAt: 1234)
    #expect(conductor.takeEffects().contains(.writePreference(write)))
    #expect(conductor.state.preference == .explicit(arabic))
    try conductor.send(.accountChoiceTaken(arabic, chosenAt: 1234))
    #expect(conductor.takeEffects() == [])
  }

  @Test("R61: a choice of the language that the system resolves to keeps the preference system")
  func systemStays() throws {
    var conductor = try Conductor(
      preference: .system, system: [english],
      account: AccountState(server: server))
    try conductor.send(.accountChoiceTaken(english, chosenAt: 9))
    #expect(conductor.takeEffects() == [])
    #expect(conductor.state.preference == .system)
  }

  @Test("R38: a choice that is not synced yet is shown as such, with the reason")
  func notSynced() throws {
    var conductor = try Self.remote()
    try conductor.send(
      .syncReported(.reported(SyncReport(state: .pending, failure: AccountFailure(.timedOut)))))
    try conductor.show(.sync)
    #expect(conductor.text.contains("Not synced yet"))
    #expect(conductor.text.contains("The server took too long to answer."))
    #expect(conductor.state.isSyncPending)
    try conductor.send(.syncReported(.reported(SyncReport(state: .synced, syncedAt: 50))))
    #expect(conductor.text.contains("Synced"))
    #expect(conductor.text.contains("day 50 in en"))
  }

  @Test("Section 7: without its helper the screen shows that sync is unavailable, and goes on")
  func unavailable() throws {
    var conductor = try Conductor()
    try conductor.send(.syncReported(.unavailable))
    #expect(conductor.text.contains("Sync is unavailable"))
    try conductor.send(.syncReported(.unavailable))
    #expect(conductor.state.toasts.count == 1)
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.state.language.code == arabic)
  }

  @Test("R42: without any choice or answer, the banner says so")
  func banner() throws {
    var conductor = try Conductor(
      preference: .system, account: AccountState(server: server))
    #expect(!conductor.text.contains("Using default language"))
    try conductor.send(
      .syncReported(.reported(SyncReport(state: .pending, failure: AccountFailure(.offline)))))
    #expect(conductor.text.contains("Using default language; connect to update."))
    try conductor.send(.choiceDated(5))
    #expect(!conductor.text.contains("Using default language"))
  }

  @Test("Section 9: Privacy and Developer exist if flags and account allow them")
  func optionalSections() throws {
    #expect(try Conductor().state.sections == [.account, .language, .sync, .appearance, .about])
    #expect(
      try Self.remote(flags: ["analytics"]).state.sections
        == [.account, .language, .sync, .privacy, .appearance, .about])
    #expect(
      try Self.remote(flags: ["developer"]).state.sections
        == [.account, .language, .sync, .appearance, .about])
    var conductor = try Self.remote(flags: ["developer", "diagnostics"], isDeveloper: true)
    #expect(
      conductor.state.sections
        == [.account, .language, .sync, .privacy, .appearance, .developer, .about])
    try conductor.show(.privacy)
    #expect(!conductor.text.contains("Usage statistics"))
    try conductor.press(.right, .enter)
    #expect(
      conductor.takeEffects()
        == [.request(.setPrivacy(analytics: false, diagnostics: true), id: 1)])
    try conductor.send(.requestEnded(1, nil))
    #expect(conductor.text.contains("Diagnostics     [ ◉] On"))
  }

  @Test("Section 9: the made-up languages of Developer change only texts, and can be left")
  func pseudo() throws {
    var conductor = try Self.remote(flags: ["developer"], isDeveloper: true)
    try conductor.show(.developer)
    try conductor.press(.right, .down, .enter)
    #expect(conductor.text.contains("accented"))
    let effects = conductor.takeEffects()
    #expect(effects.count == 1)
    #expect(effects.allSatisfy { if case .loadCatalog = $0 { true } else { false } })
    try conductor.press(.enter, .enter)
    #expect(conductor.text.contains("Tools for translators"))
  }

  @Test("R26, R54: the note is edited in place, kept by Enter, and sent once")
  func note() throws {
    var conductor = try Self.remote()
    try conductor.show(.account)
    try conductor.press(.right, .end, .up)
    #expect(conductor.focus == "account.note")
    try conductor.press(.enter)
    for letter in "شكرا 2q" { try conductor.press(.letter(letter)) }
    #expect(conductor.takeEffects() == [])
    try conductor.press(.enter)
    #expect(
      conductor.takeEffects()
        == [.request(.setNote("شكرا 2q"), id: 1)])
    try conductor.send(.requestEnded(1, nil))
    #expect(conductor.state.account.details?.note == "شكرا 2q")
  }

  @Test("Only Sync now says that there was nothing to send")
  func nothingToSend() throws {
    let told = "There is nothing to send"
    var conductor = try Self.remote()
    try conductor.send(.syncReported(.reported(SyncReport(state: .synced, syncedAt: 50))))
    try conductor.send(.synchronizeChosen, .requestEnded(1, nil))
    #expect(conductor.text.contains(told))
    #expect(conductor.state.toasts.last?.isWarning == false)
    var pending = try Self.remote()
    try pending.send(.syncReported(.reported(SyncReport(state: .pending))))
    try pending.send(.synchronizeChosen, .requestEnded(1, nil))
    #expect(!pending.text.contains(told))
    var failed = try Self.remote()
    try failed.send(.syncReported(.reported(SyncReport(state: .synced, syncedAt: 50))))
    try failed.send(.synchronizeChosen, .requestEnded(1, AccountFailure(.offline)))
    #expect(!failed.text.contains(told))
  }

  @Test(
    "R38: no choice is called synced before the agent has answered, whoever made it",
    arguments: [
      (Action.languageChosen(arabic), true), (.preferenceObserved(.explicit(arabic)), true),
      (.preferenceChosen(.system), false), (.accountChoiceTaken(arabic, chosenAt: 9), false),
    ])
  func unanswered(action: Action, isOwed: Bool) throws {
    var conductor = try Self.remote()
    let synced = Action.syncReported(.reported(SyncReport(state: .synced, syncedAt: 50)))
    try conductor.send(synced, action)
    try conductor.send(.itemChosen(.section(.sync)), .restartDismissed)
    // The first row has the state.
    #expect(conductor.rows[0].contains("✓") != isOwed, "\(conductor.text)")
    #expect(conductor.state.isSyncPending == isOwed)
    try conductor.send(synced)
    #expect(conductor.rows[0].contains("✓") && !conductor.state.isSyncPending)
  }

  @Test("R21, R38: what waits to be sent is the choice, not the language that is shown instead")
  func waiting() throws {
    let britain = MarketCode(rawValue: "GB")!
    var conductor = try Conductor(
      markets: try MarketList(directory: resources), account: AccountState(server: server))
    try conductor.send(.syncReported(.reported(SyncReport(state: .synced, syncedAt: 50))))
    try conductor.send(.languageChosen(arabic), .restartDismissed)
    try conductor.send(.marketAccepted(britain), .requestEnded(1, nil))
    #expect(conductor.state.language.code == english)
    try conductor.show(.sync)
    #expect(conductor.text.contains("الع"), "\(conductor.text)")
    // Without a confirmation it is not known what the account lacks.
    try conductor.send(.syncReported(.reported(SyncReport(state: .unconfirmed))))
    let nothing = Text.message(.nothing).plain(in: conductor.state.wording)
    #expect(!conductor.text.contains(nothing), "\(conductor.text)")
  }

  @Test(
    "R38, R40, R43: each failure of the account has its words, and none is another's by mistake")
  func failures() throws {
    let english = try Self.remote().state.wording
    let words: [AccountFailure.Reason: Message] = [
      .offline: .failureOffline, .invalidServer: .failureOffline, .timedOut: .failureTimedOut,
      .untrusted: .failureUntrusted, .redirected: .failureUntrusted,
      .nonsense: .failureUnintelligible, .notFound: .failureUnintelligible,
      .notSignedIn: .failureSignInNeeded, .wrongCredentials: .failureWrongPassword,
      .signInRefused: .failureSignInRefused, .codeExpired: .failureCodeExpired,
      .forbidden: .failureRefused, .refused: .failureRefused, .noSuchMarket: .failureRefused,
      .noSuchProfile: .failureRefused, .notPossible: .failureTokenGiven,
      .otherDevice: .failureOtherDevice, .sessionDoubted: .failureSessionDoubted,
      .otherDatabase: .failureOtherDatabase, .languageNotOffered: .failureLanguageNotOffered,
      .tooManyRequests: .failureTooMany, .coolingDown: .failureTooMany,
      .serverError: .failureServer, .storage: .failureStorage, .cancelled: .failureCancelled,
      .unavailable: .failureUnavailable,
    ]
    for reason in AccountFailure.Reason.allCases {
      let message = try #require(words[reason], "\(reason)")
      let expected: Text =
        reason == .notPossible
        ? .message(message, .code(AccountFiles.tokenVariable)) : .message(message)
      #expect(
        AccountFailure(reason).text.plain(in: english) == expected.plain(in: english), "\(reason)")
    }
    for reason in [AccountFailure.Reason.tooManyRequests, .coolingDown] {
      let text = AccountFailure(reason, retryAfter: 7).text
      #expect(text == .count(.failureTooManyWait, 7) && text.plain(in: english).contains("7"))
    }
  }

  @Test(
    "R38, R43: a request says what is done, then what was not done and why, or that it needs the server",
    arguments: [
      ([Action.synchronizeChosen], Message.workSynchronizing, Message.synchronizeFailed, false),
      ([.profileSwitchAccepted(2)], .workSwitchingProfile, .profileNotSwitched, true),
      (
        [.marketAccepted(MarketCode(rawValue: "EG")!)], .workChangingMarket, .marketNotChanged, true
      ),
      (
        [.settingChosen(SettingChoice(.analytics, isOn: true))], .workSaving, .accountNotSaved,
        false
      ),
      (
        [.itemChosen(.section(.account)), .itemChosen(.note), .pasted("x"), .keyPressed(.enter)],
        .workSaving, .accountNotSaved, false
      ),
      (
        [
          .itemChosen(.section(.account)), .itemChosen(.signOut), .keyPressed(.character("y")),
        ],
        .workSigningOut, .signOutFailed, false
      ),
    ])
  func failedRequest(
    actions: [Action], progress: Message, failure: Message, needsServer: Bool
  ) throws {
    for reason in [AccountFailure.Reason.serverError, .offline, .timedOut] {
      var conductor = try Conductor.everything()
      for action in actions { try conductor.send(action) }
      #expect(conductor.text.contains(conductor.state.catalog.text(progress)))
      let error = AccountFailure(reason)
      try conductor.send(.requestEnded(1, error))
      let isOffline = needsServer && reason != .serverError
      #expect(
        conductor.state.toasts.last?.text
          == (isOffline ? .message(.needsServer) : .message(failure, error.text)))
      #expect(conductor.state.toasts.last?.isWarning == true)
    }
  }

  @Test("R41: the section Account shows where the session is stored")
  func tokenPlace() throws {
    var conductor = try Self.remote(size: Size(columns: 80, rows: 30))
    try conductor.send(
      .accountReported(.open(record, token: .file)))
    try conductor.show(.account)
    #expect(conductor.text.contains("a file that only you can read"))
  }

  @Test("Section 9: where the focused profile is gone, the focus goes to a part that is there")
  func focusedProfileGone() throws {
    var conductor = try Self.remote()
    try conductor.show(.account)
    try conductor.press(.right)
    for _ in 0..<20 where conductor.focus != "account.profile.2" { try conductor.press(.down) }
    #expect(conductor.focus == "account.profile.2", "\(conductor.text)")
    var left = record
    left.profiles.removeAll { $0.profileID == 2 }
    try conductor.send(.accountReported(.open(left)))
    #expect(conductor.focus.hasPrefix("account.") && conductor.focus != "account.profile.2")
  }

  @Test("Section 9: signing out is asked for first")
  func signOut() throws {
    var conductor = try Self.remote()
    try conductor.show(.account)
    try conductor.press(.right, .end, .enter)
    #expect(conductor.text.contains("Sign out of the account on this device?"))
    try conductor.press(.escape)
    #expect(conductor.takeEffects() == [])
    try conductor.press(.enter, .letter("y"))
    #expect(conductor.takeEffects() == [.request(.signOut, id: 1)])
  }

  @Test("Section 9: ten thousand profiles scroll, and each can be reached")
  func manyProfiles() throws {
    var conductor = try Self.remote(size: Size(columns: 60, rows: 15))
    var record = record
    record.profiles = (1...10_000).map {
      .init(profileID: $0, name: "Number \($0)", languageCode: "en")
    }
    try conductor.send(.accountReported(.open(record)))
    try conductor.show(.account)
    try conductor.press(.right, .end)
    #expect(conductor.focus == "account.signOut")
    while conductor.focus != "account.profile.10000" { try conductor.press(.up) }
    #expect(conductor.text.contains("Number 10000"))
    try conductor.press(.pageUp)
    #expect(conductor.focus == "account.profile.9995")
    #expect(conductor.text.contains("Number 9995"))
    let pages = Effort.rounds(short: 20, long: 500)
    for _ in 0..<pages { try conductor.press(.pageUp) }
    let reached = 9995 - 5 * pages
    #expect(conductor.focus == "account.profile.\(reached)")
    for number in reached - 2...reached + 2 {
      #expect(conductor.text.contains("Number \(number) "))
    }
  }

  @Test("R26: of a person's endless text, as much is shown as a window holds")
  func endlessText() throws {
    var conductor = try Self.remote()
    var record = record
    record.name = String(repeating: "ab ", count: 400_000)
    try conductor.send(.accountReported(.open(record)))
    try conductor.show(.account)
    #expect(conductor.text.contains("ab ab"))
  }

  @Test("The card shows the active profile and its language, and each profile shows its own")
  func profileLanguages() throws {
    var conductor = try Conductor.everything()
    try conductor.send(.itemChosen(.section(.account)))
    let native = "العربية"
    func row(_ label: String) -> String { conductor.rows.last { $0.contains(label) } ?? "" }
    #expect(row(" Home  ").contains("active, English"))
    #expect(row("Work").contains(native))
    // The profile speaks Arabic while the app, by its region, speaks English.
    let record = Account(
      accountID: 1, login: "ana", name: "Ana", preferredLocale: "en", activeProfileID: 2,
      profiles: [
        .init(profileID: 1, name: "Home", languageCode: "en"),
        .init(profileID: 2, name: "Work", languageCode: "ar"),
      ])
    try conductor.send(.accountReported(.open(record)))
    #expect(row("Language  ").contains(native))
    #expect(row("Profile  ").contains("Work"))
    #expect(row("Work  ").contains("active, \(native)"))
    #expect(row(" Home  ").contains("English"))
    // What is chosen here is the active profile's as soon as the account has it.
    try conductor.send(.preferenceObserved(.explicit(english)))
    try conductor.send(.syncReported(.reported(SyncReport(state: .pending))))
    #expect(row("Work  ").contains("active, \(native)"))
    try conductor.send(.syncReported(.reported(SyncReport(state: .synced, syncedAt: 1))))
    #expect(row("Work  ").contains("active, English"))
  }

  @Test("R40: without the helper, the form says only that signing in is impossible")
  func signInWithoutHelper() throws {
    for access in [AccountState.Access.checking, .signedOut(.neverSignedIn)] {
      var conductor = try Conductor(
        account: AccountState(server: "https://a.example", access: access))
      try conductor.send(.syncReported(.unavailable))
      #expect(conductor.text.contains("Signing in is not possible"))
      #expect(conductor.text.contains("lisan.log"))
      #expect(!conductor.text.contains("Everything on this machine works"))
      #expect(!conductor.text.contains("Looking for your session"))
    }
  }

  @Test("R42: no default language is mentioned if the system language is followed")
  func followedIsNotDefault() throws {
    func conductor(_ system: [LanguageCode]) throws -> Conductor {
      var conductor = try Conductor(
        system.isEmpty ? english : arabic, preference: .system, system: system,
        account: AccountState(server: "https://a.example"))
      try conductor.send(
        .syncReported(.reported(SyncReport(state: .pending, failure: AccountFailure(.offline)))))
      return conductor
    }
    let followed = try conductor([arabic])
    #expect(!followed.text.contains(followed.state.catalog.text(.defaultLanguageUsed)))
    #expect(try conductor([]).text.contains("Using default language"))
  }

  @Test("R54: Tab back into a field puts the caret at its end")
  func caretAtEnd() throws {
    var conductor = try Conductor(
      account: AccountState(
        server: "https://a.example", access: .signedOut(.neverSignedIn)))
    try conductor.send(.pasted("ana@example.org"))
    try conductor.press(.home, .tab, .backTab)
    try conductor.send(.pasted("x"))
    #expect(conductor.text.contains("ana@example.orgx"))
    // The whole selected before does not vanish under the next letter either.
    try conductor.press(.holding(.shift, .home), .tab, .backTab, .letter("y"))
    #expect(conductor.text.contains("ana@example.orgxy"))
  }
}
