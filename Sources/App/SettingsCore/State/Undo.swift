import AccountModel
import Localization

/// The action that undoes the last change, made here or elsewhere.
enum Undo: Hashable, Sendable {
  case preference(LanguagePreference)
  case setting(SettingChoice)
  case market(MarketCode)
  case profile(Int64)
  case privacy(Privacy)
  case shell(ShellGoal)

  /// The setting that it changes back, if its changes are reported.
  var subject: Toast.Subject? {
    switch self {
    case .preference: .language
    case .setting(let former): .setting(former.setting)
    case .market: .region
    case .profile, .privacy, .shell: nil
    }
  }
}

/// Shows a change that the user did not make on this screen, and how to undo it. It stays while the
/// user types.
func raiseChange(
  _ message: Message, _ values: [Text], of subject: Toast.Subject, _ state: inout SettingsState
) -> [Effect] {
  raise(
    .message(message, values), isWarning: false, isOutcome: false, outlastsKeys: true,
    subject: subject, &state)
}

/// Undoes the last change, and says so. That is a choice too, so undoing twice chooses again what was
/// undone.
func choiceUndone(_ state: inout SettingsState) -> [Effect] {
  switch state.undo {
  case .preference(let former): preferenceChosen(former, by: .undo, &state)
  case .setting(let former): settingUndone(former, &state)
  case .market(let former): marketAccepted(former, &state)
  case .profile(let former): begin(.switchProfile(former), &state)
  case .privacy(let former):
    begin(.setPrivacy(analytics: former.analytics, diagnostics: former.diagnostics), &state)
  case .shell(let former): shellGoalAccepted(former, &state)
  case nil: []
  }
}

extension SettingsState {
  /// A toast as it reads now: while `u` undoes what it reports, it says so. In a text field and in a
  /// dialog, `u` does not.
  func text(of toast: Toast) -> Text {
    guard case .screen = KeyLayer(self), let undo = toast.undo, undo == self.undo,
      let former = value(of: undo)
    else { return toast.text }
    return .message(.undoOffered, toast.text, .key(.u), former)
  }

  /// The value that an undo goes back to; nil if no toast offers it.
  private func value(of undo: Undo) -> Text? {
    switch undo {
    case .preference(let former):
      guard let language = resolve(former) else { return nil }
      return language.code == self.language.code
        ? .message(former == .system ? .on : .off) : .nativeName(language)
    case .setting(let former): return settings.with(former).value(of: former.setting).meaning
    case .market(let former): return .market(former)
    case .profile, .privacy, .shell: return nil
    }
  }
}
