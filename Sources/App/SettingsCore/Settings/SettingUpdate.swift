import AccountModel
import Forms
import Localization

// What the screen does with a setting.

extension SettingsState {
  public var theme: ThemeName { settings.theme }
  public var bidiMode: BidiChoice { settings.bidiMode }
  /// Whether a new direction applies without a restart (R22).
  public var appliesDirectionAtOnce: Bool { settings.isOn(.layout) }

  /// Whether a setting with two values, such as a switch, has the second one.
  public func isOn(_ setting: StoredSetting) -> Bool { place(of: setting) == 1 }

  /// The index of a setting's value.
  func place(of setting: StoredSetting) -> Int {
    guard let privacy = setting.privacy else { return settings.place(of: setting) }
    return account.details?.privacy[keyPath: privacy] == true ? 1 : 0
  }
}

extension StoredSetting {
  /// Whether the setting exists now.
  func isOffered(in state: SettingsState) -> Bool {
    guard case .account = store else { return true }
    return state.account.flags.contains(rawValue)
  }

  /// The parts of a section that show it.
  func parts(_ state: SettingsState) -> [SectionPart] {
    let place = state.place(of: self)
    switch description.control {
    case .toggle(let meaning):
      return [
        .toggle(title, isOn: place == 1, id: .setting(self)), .paragraph(.message(meaning), .quiet),
      ]
    case .turn:
      return [
        .toggle(
          .message(title), isOn: place == 1, word: values[place].meaning, id: .setting(self))
      ]
    case .page:
      return [.value(.message(title), values[place].meaning, id: .setting(self))]
    case .list:
      return values.indices.map {
        .option(
          values[$0].meaning, detail: values[$0].detail.map { .message($0) },
          .radio(isCurrent: $0 == place), id: .choice(SettingChoice(self, at: $0)))
      }
    }
  }

  /// The index of the value that Enter chooses.
  private func next(_ state: SettingsState) -> Int {
    (state.place(of: self) + 1) % values.count
  }

  /// The hint about its part, or about one of its values in a list.
  func hint(_ choice: SettingChoice?, _ state: SettingsState) -> Text? {
    switch description.control {
    case .toggle: return .message(state.isOn(self) ? .hintSwitchOff : .hintSwitchOn)
    case .turn(let hint): return .message(hint(state))
    case .page(let hint, _): return .message(hint)
    case .list(let hint, let current):
      guard let choice, let value = choice.value else { return nil }
      return .message(choice.place == state.place(of: self) ? current : hint, value.meaning)
    }
  }

  /// Handles the choice of its part.
  func activate(_ state: inout SettingsState) -> [Effect] {
    if case .page(_, let open) = description.control {
      open(&state)
      return []
    }
    return settingChosen(SettingChoice(self, at: next(state)), &state)
  }
}

/// Handles a choice or a reset: it applies at once, even if it cannot be written (R12). What the
/// account keeps, a request changes.
func settingChosen(_ choice: SettingChoice, _ state: inout SettingsState) -> [Effect] {
  if choice.setting.isOfAccount {
    var privacy = state.account.details?.privacy ?? Privacy()
    privacy.set(choice)
    return begin(
      .setPrivacy(analytics: privacy.analytics, diagnostics: privacy.diagnostics), &state)
  }
  apply(choice, &state)
  return [.storeSetting(choice)] + previewsDue(state)
}

/// Handles what another program chose or reset: it is applied but not written again (R34).
func settingObserved(_ choice: SettingChoice, _ state: inout SettingsState) -> [Effect] {
  let setting = choice.setting
  // That a choice is not in the file is no news if it could not be written.
  if choice.place == nil, state.unsavedSettings.contains(setting) { return [] }
  guard apply(choice, &state) else { return [] }
  return raiseChange(
    .settingChangedHere, [.message(setting.title), state.settings.value(of: setting).meaning],
    of: .setting(setting), &state) + previewsDue(state)
}

/// Goes back to a former choice, and says so.
func settingUndone(_ former: SettingChoice, _ state: inout SettingsState) -> [Effect] {
  let setting = former.setting
  return settingChosen(former, &state)
    + raise(
      .message(
        .settingAgain, .message(setting.title), state.settings.value(of: setting).meaning),
      isWarning: false, subject: .setting(setting), &state)
}

/// Applies a choice; returns whether it changed the setting, which can be undone.
@discardableResult
private func apply(_ choice: SettingChoice, _ state: inout SettingsState) -> Bool {
  let setting = choice.setting
  let (former, formerPlace) = (state.settings[setting], state.place(of: setting))
  state.settings[setting] = choice
  state.unsavedSettings.remove(setting)
  guard state.place(of: setting) != formerPlace else { return false }
  state.undo = .setting(former)
  state.toasts.removeAll { $0.subject == .setting(setting) }
  followDirection(&state)
  return true
}

/// Applies the requested direction if no restart is needed for it, and removes a pending restart
/// prompt.
func followDirection(_ state: inout SettingsState) {
  guard state.appliesDirectionAtOnce, state.isRestartPending else { return }
  state.runtimeDirection = state.requestedDirection
  removePrompt(&state)
}
