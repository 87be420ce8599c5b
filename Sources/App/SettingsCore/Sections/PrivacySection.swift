import AccountModel
import Forms

/// The data that the user shares with the makers. Shows only what feature flags allow, and only for
/// a remote account.
enum PrivacySection: SectionContent {
  static func isShown(in state: SettingsState) -> Bool {
    state.account.isRemote && state.account.details != nil && !switches(state).isEmpty
  }

  private static func switches(_ state: SettingsState) -> [PrivacySwitch] {
    PrivacySwitch.allCases.filter { state.account.flags.contains($0.rawValue) }
  }

  static func form(_ state: SettingsState) -> SectionForm {
    let parts = switches(state).flatMap { privacySwitch in
      [
        SectionPart.toggle(
          privacySwitch.words.label, isOn: privacySwitch.isOn(in: state),
          id: .privacy(privacySwitch)),
        .paragraph(.message(privacySwitch.words.meaning), .quiet),
      ]
    }
    return SectionForm(
      .message(.privacySection), about: .message(.privacyDescription), [SectionCard(nil, parts)])
  }

  static func hint(for item: Item, _ state: SettingsState) -> Text? {
    guard case .privacy(let privacySwitch) = item else { return nil }
    return .message(privacySwitch.isOn(in: state) ? .hintSwitchOff : .hintSwitchOn)
  }

  static func activate(_ item: Item, _ state: inout SettingsState) -> [Effect] {
    guard case .privacy(let privacySwitch) = item else { return [] }
    return update(&state, .privacyToggled(privacySwitch))
  }
}

extension PrivacySwitch {
  fileprivate var words: (label: Message, meaning: Message) {
    switch self {
    case .analytics: (.privacyAnalytics, .privacyAnalyticsMeaning)
    case .diagnostics: (.privacyDiagnostics, .privacyDiagnosticsMeaning)
    }
  }

  func isOn(in state: SettingsState) -> Bool {
    state.account.details?.privacy[keyPath: place] ?? false
  }

  /// The request that toggles the switch.
  func toggled(in state: SettingsState) -> AccountRequest {
    var privacy = state.account.details?.privacy ?? Privacy()
    privacy[keyPath: place].toggle()
    return .setPrivacy(analytics: privacy.analytics, diagnostics: privacy.diagnostics)
  }
}
