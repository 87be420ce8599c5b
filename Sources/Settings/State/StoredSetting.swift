/// A setting besides the language that the preference file keeps.
public enum StoredSetting: Hashable, Sendable {
  /// Whether the layout takes a new direction in the same frame as the strings, or after a restart
  /// (R22).
  case appliesDirectionAtOnce(Bool)
  /// How the roles look (R51).
  case theme(ThemeName)
  /// In which order rows are sent to the terminal, or that it is found out (R28).
  case bidiMode(BidiMode)
}

extension StoredSetting {
  /// Which setting it is, whatever its value.
  public enum Kind: String, CaseIterable, Sendable {
    case direction, theme, bidi
  }

  public var kind: Kind {
    switch self {
    case .appliesDirectionAtOnce: .direction
    case .theme: .theme
    case .bidiMode: .bidi
    }
  }
}

/// The person chose a setting: it holds from now on, also where it cannot be written (R12).
func settingChosen(_ setting: StoredSetting, _ state: inout State) -> [Effect] {
  apply(setting, &state)
  state.unsavedSettings.remove(setting.kind)
  return [.storeSetting(setting)]
}

/// Another program wrote a setting: it is followed and not written again (R34).
func settingObserved(_ setting: StoredSetting, _ state: inout State) -> [Effect] {
  apply(setting, &state)
  state.unsavedSettings.remove(setting.kind)
  return []
}

private func apply(_ setting: StoredSetting, _ state: inout State) {
  switch setting {
  case .appliesDirectionAtOnce(let isAtOnce):
    state.appliesDirectionAtOnce = isAtOnce
    followDirection(&state)
  case .theme(let theme): state.theme = theme
  case .bidiMode(let mode): state.bidiMode = mode
  }
}

/// Lays the screen out by the direction that the language asks for, where that need not wait for a
/// restart; what waited for one is settled by it.
func followDirection(_ state: inout State) {
  guard state.appliesDirectionAtOnce, state.isRestartPending else { return }
  state.runtimeDirection = state.requestedDirection
  removePrompt(&state)
}
