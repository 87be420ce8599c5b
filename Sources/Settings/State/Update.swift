import Cells
import Localization

/// Changes the state by what happened and says what is to be done about it.
///
/// A change of the language goes through the steps of section 3 of the specification strictly in
/// their order, because each step is asked for only when the one before has come back.
public func update(_ state: inout State, _ action: Action) -> [Effect] {
  switch action {
  case .keyPressed(let key): return keyPressed(key, &state)
  case .pointed(let event): return pointed(event, &state)
  case .pasted(let text): return pasted(text, &state)
  case .languageChosen(let code): return languageChosen(code, &state)
  case .systemLanguageChosen:
    return state.preference == .system ? [] : followSystem(&state)
  case .followSystemToggled:
    return state.preference == .system
      ? preferenceChosen(.explicit(state.language.code), &state) : followSystem(&state)

  case .settingChosen(let setting): return settingChosen(setting, &state)
  case .settingObserved(let setting): return settingObserved(setting, &state)
  case .preferenceObserved(let preference): return preferenceObserved(preference, &state)

  case .catalogLoaded(let catalog):
    guard state.change != nil else { return [] }
    state.catalog = catalog
    let language = catalog.language
    return [.record(.languageChangeEnded(language.code)), .forceDirection(language.direction)]
  case .catalogFailed:
    guard let language = state.change?.language else { return [] }
    state.change = nil
    return raise(.message(.switchFailed, [.nativeName(language)]), &state)
  case .directionForced(let direction):
    state.requestedDirection = direction
    followDirection(&state)
    return directionSettled(&state)
  case .directionFailed:
    state.change?.directionFailed = true
    return directionSettled(&state)
  case .preferenceWritten: return preferenceSettled(&state)
  case .preferenceNotWritten:
    let toast = raise(.message(.choiceNotSaved), &state)
    return preferenceSettled(&state) + toast
  case .settingNotStored: return raise(.message(.choiceNotSaved), &state)
  case .preferenceNotDurable:
    return raise(.message(.choiceNotDurable), &state)

  case .choiceDated(let milliseconds):
    state.languageChosenAt = milliseconds
    return []
  case .clockRead(let milliseconds):
    state.now = milliseconds
    return []

  case .restartAccepted:
    guard state.isRestartPending else { return [] }
    return [.record(.restartAccepted), .restart]
  case .restartDismissed:
    guard state.dialogs.contains(where: \.isRestart) else { return [] }
    state.dialogs.removeAll(where: \.isRestart)
    return [.record(.restartDismissed)]
  case .restartFailed:
    state.dialogs.removeAll(where: \.isRestart)
    return raise(.message(.restartFailed), &state)

  case .languagesLoaded(let languages):
    state.languages = languages
    state.focus = state.validated(state.focus)
    return []
  case .languagesFailed:
    state.languages = nil
    state.focus = state.validated(state.focus)
    return []
  case .resized(let size):
    state.size = size
    return []
  case .toastRaised(let text): return raise(text, &state)
  case .toastExpired(let id):
    state.toasts.removeAll { $0.id == id }
    return []
  }
}

private func languageChosen(_ code: LanguageCode, _ state: inout State) -> [Effect] {
  // The current language again: nothing at all (R5), also while the system language is followed.
  guard code != state.language.code,
    let language = state.languages?.first(where: { $0.code == code })
  else { return [] }
  return begin(.explicit(code), language, &state)
}

private func followSystem(_ state: inout State) -> [Effect] {
  guard let language = state.systemLanguage else { return [] }
  return language.code == state.language.code
    ? preferenceChosen(.system, &state) : begin(.system, language, &state)
}

private func begin(
  _ preference: LanguagePreference, _ language: Language, _ state: inout State
) -> [Effect] {
  state.change = Change(
    preference: preference, language: language, wasPending: state.isRestartPending)
  return [.record(.languageChangeBegan(language.code)), .loadCatalog(language)]
}

private func preferenceObserved(
  _ preference: LanguagePreference, _ state: inout State
) -> [Effect] {
  guard preference != state.preference, let languages = state.languages,
    let language = state.resolve(preference, among: languages)
  else { return [] }
  guard language.code != state.language.code else {
    state.preference = preference
    return []
  }
  let effects = begin(preference, language, &state)
  state.change?.isWritten = false
  return effects
}

private func directionSettled(_ state: inout State) -> [Effect] {
  guard let change = state.change else { return [] }
  return change.isWritten ? [.writePreference(change.preference)] : preferenceSettled(&state)
}

/// Another preference that comes to the same language: it is written, and nothing else.
private func preferenceChosen(
  _ preference: LanguagePreference, _ state: inout State
) -> [Effect] {
  state.change = Change(preference: preference, language: nil, wasPending: state.isRestartPending)
  return [.writePreference(preference)]
}

/// The last step here: the prompt, where the change made a restart due (R14).
private func preferenceSettled(_ state: inout State) -> [Effect] {
  guard let change = state.change else { return [] }
  state.change = nil
  state.preference = change.preference
  if change.directionFailed {
    let differs = state.runtimeDirection.map { $0 != state.language.direction } ?? false
    return differs ? raise(.message(.restartByHand), &state) : []
  }
  guard state.isRestartPending else {
    state.dialogs.removeAll(where: \.isRestart)
    return []
  }
  guard !change.wasPending else { return [] }
  state.dialogs.append(.restart(RestartDialog()))
  return [.record(.restartPromptShown)]
}

private func raise(_ text: Text, _ state: inout State) -> [Effect] {
  let toast = Toast(id: state.nextToast, text: text)
  state.nextToast += 1
  // What is said already need not be said twice.
  state.toasts.removeAll { $0.text == text }
  state.toasts.append(toast)
  return [.expireToast(toast)]
}
