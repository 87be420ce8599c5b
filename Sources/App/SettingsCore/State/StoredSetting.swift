/// A setting other than the language that the preference file keeps.
public enum StoredSetting: Hashable, Sendable {
  /// Whether a new direction applies in the same frame as the texts, or after a restart (R22).
  case appliesDirectionAtOnce(Bool)
  /// The theme of the screen (R51).
  case theme(ThemeName)
  /// The order of rows sent to the terminal, or automatic detection (R28).
  case bidiMode(BidiChoice)
  /// Whether numbered questions replace the screen, from the next start (R53).
  case plainMode(Bool)
  /// Whether options show small pictures of the screen in other languages.
  case previews(Bool)
}

extension StoredSetting {
  /// The identity of a setting, without its value.
  public enum Kind: String, CaseIterable, Sendable {
    case direction, theme, bidi, plain, previews
  }

  public var kind: Kind { identity.kind }

  /// The title of the setting on the screen.
  var title: Message { identity.title }

  private var identity: (kind: Kind, title: Message) {
    switch self {
    case .appliesDirectionAtOnce: (.direction, .applyDirection)
    case .theme: (.theme, .theme)
    case .bidiMode: (.bidi, .aboutTerminal)
    case .plainMode: (.plain, .plainMode)
    case .previews: (.previews, .previews)
    }
  }

  /// The value as the screen shows it.
  var shownValue: Text {
    switch self {
    case .appliesDirectionAtOnce(let isAtOnce): .message(isAtOnce ? .atOnce : .afterRestart)
    case .theme(let theme): .message(theme.title)
    case .bidiMode(.automatic): .message(.automatic)
    case .bidiMode(.fixed(let encoding)): .argument(encoding.rawValue)
    case .plainMode(let isOn), .previews(let isOn): .message(isOn ? .on : .off)
    }
  }

  /// A setting as it is in effect.
  init(_ kind: Kind, in state: SettingsState) {
    switch kind {
    case .direction: self = .appliesDirectionAtOnce(state.appliesDirectionAtOnce)
    case .theme: self = .theme(state.theme)
    case .bidi: self = .bidiMode(state.bidiMode)
    case .plain: self = .plainMode(state.isPlainChosen)
    case .previews: self = .previews(state.showsPreviews)
    }
  }
}

/// Handles a chosen setting: it applies at once, even if it cannot be written (R12).
func settingChosen(_ setting: StoredSetting, _ state: inout SettingsState) -> [Effect] {
  apply(setting, &state)
  return [.storeSetting(setting)] + previewsDue(state)
}

/// Handles a setting that another program wrote: it is applied but not written again (R34).
func settingObserved(_ setting: StoredSetting, _ state: inout SettingsState) -> [Effect] {
  guard apply(setting, &state) else { return [] }
  return raiseChange(
    .settingChangedHere, [.message(setting.title), setting.shownValue], of: .setting(setting.kind),
    &state) + previewsDue(state)
}

/// Goes back to a former setting, and says so.
func settingUndone(_ former: StoredSetting, _ state: inout SettingsState) -> [Effect] {
  settingChosen(former, &state)
    + raise(
      .message(.settingAgain, .message(former.title), former.shownValue), isWarning: false,
      subject: .setting(former.kind), &state)
}

/// Applies a setting; returns whether it changed, which can be undone.
@discardableResult
private func apply(_ setting: StoredSetting, _ state: inout SettingsState) -> Bool {
  let former = StoredSetting(setting.kind, in: state)
  if former != setting {
    state.undo = .setting(former)
    state.toasts.removeAll { $0.subject == .setting(setting.kind) }
  }
  state.unsavedSettings.remove(setting.kind)
  switch setting {
  case .appliesDirectionAtOnce(let isAtOnce):
    state.appliesDirectionAtOnce = isAtOnce
    followDirection(&state)
  case .theme(let theme): state.theme = theme
  case .bidiMode(let mode): state.bidiMode = mode
  case .plainMode(let isPlain): state.isPlainChosen = isPlain
  case .previews(let areShown): state.showsPreviews = areShown
  }
  return former != setting
}

/// Applies the requested direction if no restart is needed for it, and removes a pending restart
/// prompt.
func followDirection(_ state: inout SettingsState) {
  guard state.appliesDirectionAtOnce, state.isRestartPending else { return }
  state.runtimeDirection = state.requestedDirection
  removePrompt(&state)
}
