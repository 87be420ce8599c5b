import AccountModel
import Localization

/// The action that undoes the last change, made here or elsewhere.
enum Undo: Hashable, Sendable {
  case preference(LanguagePreference)
  case setting(StoredSetting)
  case market(MarketCode)
  case profile(Int64)
  case privacy(Privacy)
  case shell(ShellGoal)
}

/// Shows a change that the user did not make on this screen, and how to undo it. It stays while the
/// user types.
func raiseChange(
  _ message: Message, _ values: [Text], _ state: inout SettingsState
) -> [Effect] {
  raise(
    .message(message, values + [.key(.u)]), isWarning: false, isOutcome: false, outlastsKeys: true,
    &state)
}
