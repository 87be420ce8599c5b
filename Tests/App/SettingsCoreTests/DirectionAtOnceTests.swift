import Localization
import SettingsCore
import Testing

struct DirectionAtOnceTests {
  @Test("R22: at once, a change mirrors the layout with the strings and shows no prompt")
  func atOnce() throws {
    for code in everyLanguage {
      let direction: Direction = code == english ? .leftToRight : .rightToLeft
      var conductor = try Conductor(opposite(of: code), choosing: code)
      try conductor.send(.settingChosen(SettingChoice(.layout, isOn: true)))
      #expect(conductor.takeEffects() == [.storeSetting(SettingChoice(.layout, isOn: true))])
      try conductor.send(.languageChosen(code))
      let effects = conductor.takeEffects()
      #expect(effects.contains(.record(.directionRequested(direction))))
      #expect(effects.contains(.writePreference(PreferenceWrite(.explicit(code)))))
      #expect(!effects.contains(.record(.restartPromptShown)))
      #expect(conductor.state.layoutDirection == direction)
      #expect(!conductor.state.isRestartPending)
      #expect(conductor.state.dialogs.isEmpty)
    }
  }

  @Test("R8, R22: section, focus and dialogs survive it")
  func nothingTornDown() throws {
    var conductor = try Conductor()
    try conductor.send(.settingChosen(SettingChoice(.layout, isOn: true)))
    try conductor.press(.left, .down, .right, .down, .down, .letter("?"), .down)
    let before = conductor.state
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.state.layoutDirection == .rightToLeft)
    #expect(conductor.state.section == before.section)
    #expect(conductor.state.focus == before.focus)
    #expect(conductor.state.dialogs == before.dialogs)
  }

  @Test("R22, R24: the keys follow the layout at once as well")
  func keys() throws {
    var conductor = try Conductor()
    try conductor.send(.settingChosen(SettingChoice(.layout, isOn: true)), .languageChosen(arabic))
    try conductor.press(.right)
    #expect(conductor.focus == "navigation.language")
  }

  @Test("R22: turned on while a restart is pending, it mirrors at once")
  func whilePending() throws {
    var conductor = try Conductor()
    try conductor.send(.languageChosen(arabic), .restartDismissed)
    #expect(conductor.state.isRestartPending)
    try conductor.press(.end)
    #expect(conductor.focus == "language.direction")
    try conductor.press(.enter)
    #expect(conductor.state.layoutDirection == .rightToLeft)
    #expect(!conductor.state.isRestartPending)
    // And off again, the layout stays and the next change waits for a restart.
    try conductor.press(.enter)
    #expect(conductor.state.layoutDirection == .rightToLeft)
    _ = conductor.takeEffects()
    try conductor.send(.languageChosen(english))
    #expect(conductor.takeEffects().contains(.record(.restartPromptShown)))
    #expect(conductor.state.layoutDirection == .rightToLeft)
  }

  @Test("R22, R34: a change and a setting that another program wrote mirror at once as well")
  func observed() throws {
    var conductor = try Conductor()
    try conductor.send(
      .settingObserved(SettingChoice(.layout, isOn: true)), .preferenceObserved(.explicit(arabic)))
    let effects = conductor.takeEffects()
    #expect(!effects.contains { if case .storeSetting = $0 { true } else { false } })
    #expect(!effects.contains(.record(.restartPromptShown)))
    #expect(conductor.state.layoutDirection == .rightToLeft)
    // The prompt that another instance makes pointless goes.
    var asking = try Conductor()
    try asking.send(.languageChosen(arabic))
    #expect(asking.state.dialogs.count == 1)
    try asking.send(.settingObserved(SettingChoice(.layout, isOn: true)))
    #expect(asking.state.dialogs.isEmpty)
    #expect(asking.state.layoutDirection == .rightToLeft)
  }

  @Test("R12, R22: a setting that cannot be written applies to the session, which is reported")
  func notWritten() throws {
    var conductor = try Conductor()
    conductor.writeFails = true
    try conductor.send(.settingChosen(SettingChoice(.layout, isOn: true)))
    #expect(conductor.state.toasts.map(\.text) == [.message(.choiceNotSaved)])
    try conductor.send(.languageChosen(arabic))
    #expect(conductor.state.layoutDirection == .rightToLeft)
  }
}
