import AccountModel
import Cells
import Input
import Localization
import SettingsCore
import Testing

struct LanguageChangeTests {
  @Test("Section 3: a change requests its steps strictly in order, each once")
  func order() throws {
    var conductor = try Conductor()
    try conductor.send(.languageChosen(arabic))
    let language = try #require(conductor.state.languages?.last)
    #expect(
      conductor.takeEffects() == [
        .record(.languageChangeBegan(arabic)), .loadCatalog(language),
        .record(.languageChangeEnded(arabic)), .record(.directionRequested(.rightToLeft)),
        .writePreference(PreferenceWrite(.explicit(arabic))), .record(.restartPromptShown),
        .sendChange(arabic),
      ])
    #expect(conductor.state.preference == .explicit(arabic))
  }

  @Test("Section 3: Enter on a language passes update three times, with a restart and without")
  func passes() throws {
    for isAtOnce in [false, true] {
      var conductor = try Conductor(settings: [SettingChoice(.layout, isOn: isAtOnce)])
      try conductor.press(.down)
      let before = conductor.updates
      try conductor.press(.enter)
      #expect(conductor.updates == before + 3 && conductor.state.language.code == arabic)
      #expect(conductor.state.dialogs.isEmpty == isAtOnce)
    }
  }

  @Test("R5: choosing the current language again does nothing", arguments: [false, true])
  func currentAgain(followsSystem: Bool) throws {
    var conductor = try Conductor(
      preference: followsSystem ? .system : .explicit(english), system: [english])
    try conductor.send(.languageChosen(english))
    #expect(conductor.takeEffects() == [])
    #expect(conductor.state.preference == (followsSystem ? .system : .explicit(english)))
  }

  @Test("R5: a language that only the system resolves to is made explicit from outside")
  func explicitFromOutside() throws {
    var conductor = try Conductor(preference: .system, system: [english])
    try conductor.send(.preferenceChosen(.explicit(english)))
    #expect(
      conductor.takeEffects() == [
        .writePreference(PreferenceWrite(.explicit(english))), .sendChange(english),
      ])
    #expect(conductor.state.preference == .explicit(english))
    try conductor.send(.preferenceChosen(.explicit(english)))
    #expect(conductor.takeEffects() == [])
  }

  @Test("R5: the displayed language can be chosen if it replaces one with broken texts")
  func insteadOfBroken() throws {
    // Arabic is stored, and English replaces its broken catalog.
    var conductor = try Conductor(preference: .explicit(arabic))
    #expect(conductor.text.contains("Press Enter to choose English"))
    try conductor.press(.enter)
    #expect(
      conductor.takeEffects() == [
        .writePreference(PreferenceWrite(.explicit(english))), .sendChange(english),
      ])
    #expect(conductor.text.contains("English is the current language"))
    try conductor.press(.enter)
    #expect(conductor.takeEffects() == [])
  }

  @Test("R5, R20: the displayed language can be chosen if the region does not offer the stored one")
  func insteadOfNotOffered() throws {
    var conductor = try Conductor(
      preference: .explicit(arabic), markets: try MarketList(directory: resources),
      market: MarketCode(rawValue: "GB"))
    try conductor.press(.letter("1"))
    #expect(
      conductor.takeEffects() == [
        .writePreference(PreferenceWrite(.explicit(english))), .sendChange(english),
      ])
  }

  @Test("R5, R19, R32: English that replaces an unreadable choice can be chosen, once")
  func insteadOfDamaged() throws {
    var conductor = try Conductor(standing: .standIn)
    try conductor.press(.enter)
    #expect(
      conductor.takeEffects().first == .writePreference(PreferenceWrite(.explicit(english))))
    try conductor.press(.enter)
    #expect(conductor.takeEffects() == [])
  }

  @Test("R5, R12: a choice that could not be written is written when it is chosen again")
  func insteadOfUnsaved() throws {
    var conductor = try Conductor()
    conductor.writeFails = true
    try conductor.send(.languageChosen(arabic), .restartDismissed)
    conductor.writeFails = false
    _ = conductor.takeEffects()
    try conductor.send(.languageChosen(arabic))
    #expect(
      conductor.takeEffects().first == .writePreference(PreferenceWrite(.explicit(arabic))))
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.takeEffects() == [])
  }

  @Test("A new change's message replaces the last one, and the list of messages keeps both")
  func staleToast() throws {
    var conductor = try Conductor()
    conductor.failingCatalogs = [arabic]
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.text.contains("did not complete"))
    #expect(conductor.text.contains("ar.lproj/Localizable.strings:12"))
    #expect(conductor.text.contains("/home/ana/.local/state/lisan/lisan.log"))
    conductor.failingCatalogs = []
    conductor.writeFails = true
    try conductor.send(.languageChosen(arabic), .restartDismissed)
    #expect(conductor.state.toasts.map(\.text) == [.message(.choiceNotSaved)])
    conductor.writeFails = false
    try conductor.send(.languageChosen(english))
    #expect(conductor.state.toasts.isEmpty)
    try conductor.press(.letter("m"))
    #expect(conductor.text.contains("did not complete"))
    #expect(conductor.text.contains("will not survive"))
  }

  @Test("R8: focus, section and open dialogs survive the switch")
  func nothingTornDown() throws {
    var conductor = try Conductor()
    try conductor.press(.left, .end, .right, .down, .down, .letter("?"), .down)
    let before = conductor.state
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.state.section == .about)
    #expect(conductor.state.focus == before.focus)
    #expect(conductor.state.dialogs.first == before.dialogs.first)
  }

  @Test("R10: an invalid catalog changes nothing, and a toast reports it")
  func catalogFails() throws {
    var conductor = try Conductor()
    conductor.failingCatalogs = [arabic]
    try conductor.send(.languageChosen(arabic))
    let language = try #require(conductor.state.languages?.last)
    #expect(
      conductor.takeEffects() == [.record(.languageChangeBegan(arabic)), .loadCatalog(language)])
    #expect(conductor.state.language.code == english)
    #expect(conductor.state.requestedDirection == .leftToRight)
    #expect(conductor.state.preference == .explicit(english))
    #expect(conductor.text.contains("The switch to الع"))
    conductor.failingCatalogs = []
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.state.language.code == arabic)
  }

  @Test("R12: a failed write does not stop the change, is reported, and is retried by the next")
  func writeFails() throws {
    var conductor = try Conductor()
    conductor.writeFails = true
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.state.language.code == arabic)
    #expect(conductor.state.dialogs.count == 1)
    #expect(conductor.state.toasts.map(\.text) == [.message(.choiceNotSaved)])
    // The account gets it once.
    #expect(conductor.takeEffects().filter { $0 == .sendUnstored(arabic) }.count == 1)
    conductor.writeFails = false
    try conductor.send(.languageChosen(english))
    #expect(conductor.takeEffects().contains(.writePreference(PreferenceWrite(.explicit(english)))))
  }

  @Test("R14: one prompt for one change of direction, with the restart focused first")
  func prompt() throws {
    var conductor = try Conductor()
    try conductor.press(.down, .enter)
    #expect(conductor.state.dialogs.count == 1)
    #expect(conductor.focus == "restart.now")
    try conductor.press(.enter)
    #expect(conductor.takeEffects().suffix(2) == [.record(.restartAccepted), .restart])
  }

  @Test(
    "R14: y restarts, Esc and n mean later, also on an Arabic keyboard",
    arguments: [
      (Key.letter("y"), true), (.letter("غ"), true), (.escape, false),
      (.letter("n"), false), (.letter("ى"), false),
    ])
  func promptKeys(key: Key, restarts: Bool) throws {
    var conductor = try Conductor()
    try conductor.send(.languageChosen(arabic))
    _ = conductor.takeEffects()
    try conductor.press(key)
    #expect(
      conductor.takeEffects()
        == (restarts ? [.record(.restartAccepted), .restart] : [.record(.restartDismissed)]))
    #expect(conductor.state.dialogs.isEmpty == !restarts)
  }

  @Test("R15: until the restart the layout stays, and a line shows that it is pending")
  func pendingLine() throws {
    var conductor = try Conductor()
    try conductor.send(.languageChosen(arabic), .restartDismissed)
    #expect(conductor.state.layoutDirection == .leftToRight)
    let catalog = conductor.state.catalog
    let line = catalog.text(.restartPending, ["r"])
      .unicodeScalars.filter { !$0.isDirectionalFormatting }
    #expect(conductor.text.contains(String(String.UnicodeScalarView(line))))
    _ = conductor.takeEffects()
    try conductor.press(.letter("r"))
    #expect(conductor.takeEffects() == [.record(.restartAccepted), .restart])
  }

  @Test("R16: a failed restart is reported and stays pending")
  func restartFails() throws {
    var conductor = try Conductor()
    conductor.restartFails = true
    try conductor.send(.languageChosen(arabic), .restartAccepted)
    #expect(conductor.state.isRestartPending)
    #expect(conductor.state.toasts.count == 1)
    #expect(conductor.text.contains(conductor.state.catalog.text(.reasonProgramMissing)))
    #expect(conductor.text.contains("/home/ana/.local/state/lisan/lisan.log"))
    #expect(conductor.state.dialogs.isEmpty)
  }

  @Test("R17: later, back, and there again: no second prompt for the way back, one for the next")
  func thereAndBack() throws {
    var conductor = try Conductor()
    try conductor.send(.languageChosen(arabic), .restartDismissed)
    _ = conductor.takeEffects()
    try conductor.send(.languageChosen(english))
    #expect(!conductor.takeEffects().contains(.record(.restartPromptShown)))
    #expect(!conductor.state.isRestartPending)
    #expect(conductor.state.dialogs.isEmpty)
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.takeEffects().filter { $0 == .record(.restartPromptShown) }.count == 1)
  }

  @Test("R17: r does nothing if no restart is pending")
  func nothingPending() throws {
    var conductor = try Conductor()
    try conductor.press(.letter("r"))
    #expect(conductor.takeEffects() == [])
  }

  @Test("R20, R21: the switch follows the system language at once and back")
  func followSystem() throws {
    var conductor = try Conductor(system: [try #require(LanguageCode(rawValue: "ar-EG"))])
    try conductor.send(.followSystemToggled)
    #expect(conductor.state.preference == .system)
    #expect(conductor.state.language.code == arabic)
    #expect(conductor.takeEffects().contains(.writePreference(PreferenceWrite(.system))))
    try conductor.send(.followSystemToggled)
    #expect(conductor.state.preference == .explicit(arabic))
    #expect(
      conductor.takeEffects() == [
        .writePreference(PreferenceWrite(.explicit(arabic))), .sendChange(arabic),
      ])
  }

  @Test("R21: following a system that asks for the current language writes that and nothing else")
  func followSame() throws {
    var conductor = try Conductor(system: [english])
    try conductor.send(.followSystemToggled)
    #expect(
      conductor.takeEffects() == [.writePreference(PreferenceWrite(.system)), .sendChange(english)])
    #expect(conductor.state.preference == .system)
    try conductor.send(.preferenceChosen(.system))
    #expect(conductor.takeEffects() == [])
  }

  @Test("R21: choosing another language makes the preference explicit")
  func explicitAgain() throws {
    var conductor = try Conductor(preference: .system, system: [english])
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.state.preference == .explicit(arabic))
  }

  @Test("Section 3: without a screen there is no prompt and nothing pending")
  func withoutScreen() throws {
    var conductor = try Conductor(withoutScreen: true)
    try conductor.send(.languageChosen(arabic))
    let effects = conductor.takeEffects()
    #expect(effects.contains(.record(.directionRequested(.rightToLeft))))
    #expect(!effects.contains(.record(.restartPromptShown)))
    #expect(!conductor.state.isRestartPending)
  }

  @Test("R10, R12: failures stay until a key, news also expire, and m lists both")
  func toasts() throws {
    var conductor = try Conductor.everything()
    conductor.failingCatalogs = [arabic]
    try conductor.send(.languageChosen(arabic), .languageChosen(arabic))
    // The same is not said twice at once.
    let failure = try #require(conductor.state.toasts.first)
    #expect(conductor.state.toasts.count == 1 && failure.seconds == nil)
    #expect(!conductor.effects.contains(.expireToast(failure)))
    // Neither the time, nor another size, nor what others do takes it away; a key does.
    try conductor.send(
      .clockRead(90_000_000), .resized(Size(columns: 100, rows: 30)),
      .settingObserved(.theme(.monochrome)))
    #expect(conductor.state.toasts.first == failure && conductor.state.toasts.count == 2)
    try conductor.send(.toastExpired(try #require(conductor.state.toasts.last).id))
    try conductor.press(.down)
    #expect(conductor.state.toasts.isEmpty && conductor.focus == "language.option.ar")
    try conductor.send(.synchronizeChosen, .requestEnded(1, nil))
    let news = try #require(conductor.state.toasts.first)
    #expect(!news.isWarning && news.seconds == 6)
    #expect(conductor.effects.contains(.expireToast(news)))
    try conductor.send(.toastExpired(news.id))
    #expect(conductor.state.toasts.isEmpty)
    // A key does not remove its own message; in a window that shows nothing, no key does.
    try conductor.press(.letter("2"))
    #expect(conductor.state.toasts.count == 1)
    try conductor.send(.resized(Size(columns: 10, rows: 3)))
    try conductor.press(.down, .letter("m"))
    #expect(conductor.state.toasts.count == 1)
    try conductor.send(.resized(Size(columns: 80, rows: 24)))
    try conductor.press(.letter("m"))
    #expect(conductor.state.toasts.isEmpty)
    #expect(
      conductor.text.contains("did not complete") && conductor.text.contains("nothing to send"))
  }

  @Test("R31: a commit that did not become durable causes one warning and no more")
  func notDurable() throws {
    var conductor = try Conductor()
    try conductor.send(.languageChosen(arabic))
    _ = conductor.takeEffects()
    let before = conductor.state.language.code
    try conductor.send(.preferenceNotDurable)
    #expect(conductor.takeEffects() == [])
    #expect(conductor.state.toasts.map(\.text) == [.message(.choiceNotDurable)])
    #expect(conductor.state.language.code == before)
  }

  @Test("R34: a preference that another program wrote is followed and not written again")
  func observed() throws {
    var conductor = try Conductor(system: [arabic])
    try conductor.send(.preferenceObserved(.explicit(english)))
    #expect(conductor.takeEffects() == [])
    try conductor.send(.preferenceObserved(.system))
    let effects = conductor.takeEffects()
    #expect(!effects.contains { if case .writePreference = $0 { true } else { false } })
    #expect(effects.contains(.record(.directionRequested(.rightToLeft))))
    #expect(effects.last == .tellLanguage(arabic))
    #expect(conductor.state.preference == .system)
    try conductor.send(.preferenceObserved(.explicit(arabic)))
    #expect(conductor.takeEffects() == [])
    #expect(conductor.state.preference == .explicit(arabic))
  }

  @Test(
    "R14, R15, R34, R61: a change from elsewhere takes no key, names its source, and u undoes it",
    arguments: [
      (Action.preferenceObserved(.explicit(arabic)), "برنامج آخر على هذا الجهاز"),
      (.accountChoiceTaken(arabic, chosenAt: 77), "جهاز آخر"),
    ])
  func fromElsewhere(action: Action, source: String) throws {
    var conductor = try Conductor.everything()
    try conductor.send(.itemChosen(.section(.account)), .itemChosen(.note))
    try conductor.press(.letter("a"))
    _ = conductor.takeEffects()
    try conductor.send(action)
    #expect(!conductor.takeEffects().contains(.record(.restartPromptShown)))
    #expect(conductor.state.dialogs.isEmpty)
    // It is still said, and the restart offered, when more was typed.
    try conductor.press(.letter("b"), .enter)
    let effects = conductor.takeEffects()
    #expect(
      effects.contains { if case .request(.setNote("ab"), _) = $0 { true } else { false } })
    try conductor.send(.requestEnded(1, nil))
    #expect(conductor.text.contains(source), "\(conductor.text)")
    #expect(conductor.text.contains("بانتظار إعادة التشغيل: اضغط r"), "\(conductor.text)")
    try conductor.press(.letter("u"))
    #expect(conductor.state.preference == .explicit(english))
    #expect(conductor.state.language.code == english && !conductor.state.isRestartPending)
    #expect(
      conductor.takeEffects().contains(.writePreference(PreferenceWrite(.explicit(english)))))
  }

  @Test("R34: of several changes of the language from elsewhere, the newest has the one line")
  func newestOfLanguage() throws {
    let hebrew = everyLanguage[3]
    var conductor = try Conductor(choosing: hebrew, size: Size(columns: 120, rows: 24))
    func lines(_ text: String) -> Int { conductor.text.components(separatedBy: text).count - 1 }
    for code in [arabic, hebrew, english] {
      try conductor.send(.preferenceObserved(.explicit(code)))
      #expect(conductor.state.toasts.count == 1)
    }
    #expect(
      conductor.text.contains(
        "Another program on this device changed the language to English. Press u to go back to עברית."
      ), "\(conductor.text)")
    #expect(lines("Press u") == 1)
    // After an undo the line says what the key does now, and keeps its word.
    try conductor.press(.letter("u"))
    #expect(conductor.state.language.code == hebrew)
    #expect(conductor.state.toasts.count == 1)
    #expect(conductor.text.contains("השפה היא שוב עברית."), "\(conductor.text)")
    try conductor.press(.escape, .letter("u"))
    #expect(conductor.state.language.code == english)
    #expect(
      conductor.text.contains("The language is English again. Press u to go back to עברית."),
      "\(conductor.text)")
    #expect(lines("Another program") == 0 && lines("Press u") == 1)
    // So does a change by another device.
    try conductor.send(.accountChoiceTaken(arabic, chosenAt: 7), .preferenceObserved(.system))
    #expect(conductor.state.toasts.count == 1)
    // A choice made here leaves nothing to say.
    try conductor.press(.letter("2"))
    #expect(conductor.state.toasts.isEmpty)
  }

  @Test("R16, R50: after a restart u undoes what it would have undone before")
  func undoAfterRestart() throws {
    var before = try Conductor()
    try before.press(.letter("2"), .enter)
    #expect(before.takeEffects().contains(.restart))
    var after = try Conductor(arabic)
    after.state.resume(before.state.resumption)
    try after.press(.letter("u"))
    #expect(after.state.language.code == english)
    #expect(after.takeEffects().contains(.writePreference(PreferenceWrite(.explicit(english)))))
  }

  @Test("R21, R50: undoing the switch that follows the system says so, though no language changes")
  func followUndone() throws {
    var conductor = try Conductor(size: Size(columns: 120, rows: 24))
    try conductor.send(.followSystemToggled)
    #expect(conductor.state.preference == .system && conductor.state.toasts.isEmpty)
    try conductor.press(.letter("u"))
    #expect(conductor.state.preference == .explicit(english))
    #expect(
      conductor.text.contains(
        "“Follow the system language” is Off again. Press u to go back to On."),
      "\(conductor.text)")
  }

  @Test(
    "R34: of several changes of a setting from elsewhere, the newest has the one line, which says what u does",
    arguments: StoredSetting.allCases.filter { $0.privacy == nil })
  func newestOfSetting(setting: StoredSetting) throws {
    let standard = StoredSettings().value(of: setting).word
    let word = try #require(setting.words.last { $0 != standard })
    let first = try #require(SettingChoice(setting, word))
    let second = try #require(
      setting.words.first { $0 != word }.flatMap { SettingChoice(setting, $0) })
    var conductor = try Conductor(size: Size(columns: 120, rows: 24))
    func lines(_ text: String) -> Int { conductor.text.components(separatedBy: text).count - 1 }
    try conductor.send(.settingObserved(first), .settingObserved(second))
    #expect(lines("Another program on this device changed") == 1, "\(conductor.text)")
    #expect(lines("Press u to go back to") == 1)
    try conductor.press(.letter("u"))
    #expect(conductor.takeEffects().contains(.storeSetting(first)))
    #expect(lines("Another program") == 0 && lines("again. Press u to go back to") == 1)
    try conductor.press(.letter("u"))
    #expect(conductor.takeEffects().contains(.storeSetting(second)))
    #expect(conductor.state.toasts.count == 1)
    // Once something else was changed, the key undoes that, and no line says otherwise.
    let other: SettingChoice =
      setting == .theme ? SettingChoice(.plain, isOn: true) : .theme(.light)
    try conductor.send(.settingObserved(other))
    #expect(conductor.state.toasts.count == 2)
    #expect(lines("Press u") == 1, "\(conductor.text)")
    // A choice made here takes the line about the same setting away.
    try conductor.send(
      .settingChosen(first),
      .settingChosen(setting == .theme ? SettingChoice(.plain, isOn: false) : .theme(.dark)))
    #expect(conductor.state.toasts.isEmpty)
  }

  @Test("R12, R34: a setting by another program is reported, and u undoes it")
  func settingFromElsewhere() throws {
    var conductor = try Conductor(size: Size(columns: 100, rows: 24))
    try conductor.send(.settingObserved(.theme(.monochrome)))
    #expect(
      conductor.text.contains(
        "Another program on this device changed “Theme” to Monochrome. "
          + "Press u to go back to Default."),
      "\(conductor.text)")
    try conductor.press(.down)
    #expect(conductor.text.contains("Another program"))
    try conductor.press(.letter("u"))
    #expect(conductor.state.theme == .standard)
    #expect(conductor.takeEffects() == [.storeSetting(.none(.theme))])
    // Where it would cover the section, a key takes it away.
    try conductor.send(
      .resized(Size(columns: 20, rows: 6)), .settingObserved(.theme(.monochrome)))
    #expect(!conductor.state.toasts.isEmpty)
    try conductor.press(.down)
    #expect(conductor.state.toasts.isEmpty)
  }

  @Test("R6, R20: a repaired list of languages is used, with the language of the system")
  func mendedList() throws {
    var conductor = try Conductor(preference: .system, system: [arabic], withoutLanguages: true)
    let languages = try LanguageList(directory: resources).languages
    try conductor.send(.languagesLoaded(languages))
    #expect(conductor.state.language.code == arabic && conductor.state.preference == .system)
    // As at a start with the list, nothing is written.
    #expect(
      !conductor.takeEffects().contains { if case .writePreference = $0 { true } else { false } })
    var explicit = try Conductor(system: [arabic], withoutLanguages: true)
    try explicit.send(.languagesLoaded(languages))
    #expect(explicit.state.language.code == english)
  }
}
