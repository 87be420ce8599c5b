import Forms

/// The data that the user shares with the makers. Shows only what feature flags allow, and only for
/// a remote account.
enum PrivacySection: SectionContent {
  static func isShown(in state: SettingsState) -> Bool {
    state.account.isRemote && state.account.details != nil && !settings(state).isEmpty
  }

  private static func settings(_ state: SettingsState) -> [StoredSetting] {
    StoredSetting.allCases.filter { $0.isOfAccount && $0.isOffered(in: state) }
  }

  static func form(_ state: SettingsState) -> SectionForm {
    SectionForm(
      .message(.privacySection), about: .message(.privacyDescription),
      [SectionCard(nil, settings(state).flatMap { $0.parts(state) })])
  }
}
