import Cells
import Localization
import Settings
import Testing

struct LanguageChangeTests {
  @Test("Section 3: a change asks for its steps strictly in their order, each once")
  func order() throws {
    var conductor = try Conductor()
    try conductor.send(.languageChosen(arabic))
    let language = try #require(conductor.state.languages?.last)
    #expect(
      conductor.takeEffects() == [
        .record(.languageChangeBegan(arabic)), .loadCatalog(language),
        .record(.languageChangeEnded(arabic)), .forceDirection(.rightToLeft),
        .writePreference(PreferenceWrite(.explicit(arabic))), .record(.restartPromptShown),
        .sendChange(arabic),
      ])
    #expect(conductor.state.preference == .explicit(arabic))
  }

  @Test("R5: choosing the current language again does nothing", arguments: [false, true])
  func currentAgain(followsSystem: Bool) throws {
    var conductor = try Conductor(
      preference: followsSystem ? .system : .explicit(english), system: [english])
    try conductor.send(.languageChosen(english))
    #expect(conductor.takeEffects() == [])
    #expect(conductor.state.preference == (followsSystem ? .system : .explicit(english)))
  }

  @Test(
    "R7: after the choice no text of the former language is on screen", arguments: [false, true])
  func allStringsChange(help: Bool) throws {
    for section in Section.allCases {
      var conductor = try Conductor()
      if help { try conductor.press(.letter("?")) }
      try conductor.show(section)
      try conductor.send(.languageChosen(arabic))
      let english = Catalog<Message>.builtIn()
      // Identifiers and native names stay; what is left must not hold an English text.
      for message in Message.allCases where !message.isPlural {
        let text = english.text(message)
        guard text.count > 2, text != "English", !text.contains("%") else { continue }
        let isShown = conductor.rows.contains { row in
          row.range(of: text).map { !Self.isInsideIdentifier(row, $0) } ?? false
        }
        #expect(!isShown, "\(text) is on screen:\n\(conductor.text)")
      }
    }
  }

  private static func isInsideIdentifier(_ row: String, _ range: Range<String.Index>) -> Bool {
    row[range.upperBound...].hasPrefix("/") || row[..<range.lowerBound].hasSuffix("/")
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

  @Test("R9: a direction that cannot be set is answered by a message, and the choice is written")
  func directionFails() throws {
    var conductor = try Conductor()
    conductor.directionFails = true
    try conductor.send(.languageChosen(arabic))
    let effects = conductor.takeEffects()
    #expect(effects.filter { $0 == .forceDirection(.rightToLeft) }.count == 1)
    #expect(effects.contains(.writePreference(PreferenceWrite(.explicit(arabic)))))
    #expect(!effects.contains(.record(.restartPromptShown)))
    #expect(conductor.state.dialogs.isEmpty)
    #expect(conductor.state.toasts.map(\.text) == [.message(.restartByHand)])
  }

  @Test("R10: a catalog that is not valid changes nothing, and a toast says so")
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
    #expect(conductor.text.contains("The switch to \u{0627}\u{0644}\u{0639}"))
    conductor.failingCatalogs = []
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.state.language.code == arabic)
  }

  @Test("R12: a failed write does not stop the change, is said, and is tried again by the next")
  func writeFails() throws {
    var conductor = try Conductor()
    conductor.writeFails = true
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.state.language.code == arabic)
    #expect(conductor.state.dialogs.count == 1)
    #expect(conductor.state.toasts.map(\.text) == [.message(.choiceNotSaved)])
    _ = conductor.takeEffects()
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
      (Key.letter("y"), true), (.letter("\u{063A}"), true), (.escape, false),
      (.letter("n"), false), (.letter("\u{0649}"), false),
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

  @Test("R15: until the restart the layout stays, and a line says that it is pending")
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

  @Test("R16: a restart that fails is said and stays pending")
  func restartFails() throws {
    var conductor = try Conductor()
    conductor.restartFails = true
    try conductor.send(.languageChosen(arabic), .restartAccepted)
    #expect(conductor.state.isRestartPending)
    #expect(conductor.state.toasts.map(\.text) == [.message(.restartFailed)])
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

  @Test("R17: r does nothing where no restart is pending")
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
    try conductor.send(.systemLanguageChosen)
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
    #expect(effects.contains(.forceDirection(.rightToLeft)))
    #expect(!effects.contains(.record(.restartPromptShown)))
    #expect(!conductor.state.isRestartPending)
  }

  @Test("Toasts go by themselves, and the same is not said twice at once")
  func toasts() throws {
    var conductor = try Conductor()
    conductor.failingCatalogs = [arabic]
    try conductor.send(.languageChosen(arabic), .languageChosen(arabic))
    #expect(conductor.state.toasts.count == 1)
    let toast = try #require(conductor.state.toasts.first)
    try conductor.send(.toastExpired(toast.id))
    #expect(conductor.state.toasts.isEmpty)
  }

  @Test("R31: a commit that did not become durable is a warning of its own, and nothing else")
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
    #expect(effects.contains(.forceDirection(.rightToLeft)))
    #expect(effects.suffix(2) == [.record(.restartPromptShown), .tellLanguage(arabic)])
    #expect(conductor.state.preference == .system)
    try conductor.send(.preferenceObserved(.explicit(arabic)))
    #expect(conductor.takeEffects() == [])
    #expect(conductor.state.preference == .explicit(arabic))
  }
}
