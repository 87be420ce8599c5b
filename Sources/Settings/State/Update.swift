import Cells
import Localization

/// Changes the state by what happened and says what is to be done about it.
///
/// A change of the language goes through the steps of section 3 of the specification strictly in
/// their order, because each step is asked for only when the one before has come back.
public func update(_ state: inout State, _ action: Action) -> [Effect] {
  if action.isPersons { state.awaited = nil }
  switch action {
  case .keyPressed(let key): return keyPressed(key, &state)
  case .itemChosen(let item): return itemChosen(item, &state)
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
  case .marketObserved(let code): return marketObserved(code, &state)

  case .marketChosen(let code): return marketChosen(code, &state)
  case .synchronizeChosen: return begin(.synchronize, &state)
  case .signOutChosen: return begin(.signOut, &state)
  case .profileSwitchAccepted(let id): return begin(.switchProfile(id), &state)
  case .privacyToggled(let privacySwitch): return begin(privacySwitch.toggled(in: state), &state)
  case .requestCancelled: return requestCancelled(&state)

  case .accountReported(let report): return accountReported(report, &state)
  case .syncReported(let status): return syncReported(status, &state)
  case .accountChoiceTaken(let code, let chosenAt):
    return accountChoiceTaken(code, chosenAt: chosenAt, &state)
  case .accountNoticed(let notice): return raise(notice.text, &state)
  case .requestEnded(let id, let result): return requestEnded(id, result, &state)
  case .workTicked:
    state.account.work?.step += 1
    return []

  case .catalogLoaded(let catalog):
    guard state.change != nil else {
      // The real texts, for a made-up language to be made of, or to come back to.
      state.catalog = state.pseudo.map { catalog.pseudo($0) } ?? catalog
      return []
    }
    state.catalog = catalog
    state.pseudo = nil
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
    state.change?.writeFailed = true
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
  case .terminalDetected(let report):
    state.terminal = report
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
    let language = state.languages?.first(where: { $0.code == code }), state.isOffered(language)
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
  changeLanguage(
    Change(preference: preference, language: language, wasPending: state.isRestartPending), &state)
}

/// Begins a change, from the step that it needs: where the language stays, only the preference is
/// written.
func changeLanguage(_ change: Change, _ state: inout State) -> [Effect] {
  state.change = change
  guard let language = change.language, language.code != state.language.code else {
    state.change?.language = nil
    return preferenceDue(&state)
  }
  return [.record(.languageChangeBegan(language.code)), .loadCatalog(language)]
}

private func preferenceObserved(
  _ preference: LanguagePreference, _ state: inout State
) -> [Effect] {
  guard preference != state.preference, let languages = state.languages,
    let language = state.resolve(preference, among: languages)
  else { return [] }
  return changeLanguage(
    Change(
      preference: preference, language: language, wasPending: state.isRestartPending, origin: .file),
    &state)
}

private func directionSettled(_ state: inout State) -> [Effect] {
  preferenceDue(&state)
}

private func preferenceDue(_ state: inout State) -> [Effect] {
  guard let change = state.change else { return [] }
  return change.write.map { [.writePreference($0)] } ?? preferenceSettled(&state)
}

/// Another preference that comes to the same language: it is written, and nothing else.
private func preferenceChosen(
  _ preference: LanguagePreference, _ state: inout State
) -> [Effect] {
  changeLanguage(
    Change(preference: preference, language: nil, wasPending: state.isRestartPending), &state)
}

/// The last steps: the prompt, where the change made a restart due (R14), and the account's turn.
private func preferenceSettled(_ state: inout State) -> [Effect] {
  guard let change = state.change else { return [] }
  state.change = nil
  state.preference = change.preference
  var effects: [Effect] = []
  if case .market(let code) = change.origin {
    state.chosenMarket = code
    effects += raise(marketNews(state), isWarning: false, &state)
  }
  effects += promptDue(change, &state)
  let code = state.language.code
  if change.write != nil, !change.writeFailed {
    effects.append(.sendChange(code))
  } else if change.language != nil {
    effects.append(.tellLanguage(code))
  }
  return effects
}

private func promptDue(_ change: Change, _ state: inout State) -> [Effect] {
  if change.directionFailed {
    let differs = state.runtimeDirection.map { $0 != state.language.direction } ?? false
    return differs ? raise(.message(.restartByHand), &state) : []
  }
  guard state.isRestartPending else {
    state.dialogs.removeAll(where: \.isRestart)
    return []
  }
  guard !change.wasPending else { return [] }
  state.dialogs.append(.question(QuestionDialog(.restart)))
  return [.record(.restartPromptShown)]
}

/// What a market means for the language; the explicit choice is kept, and that is said.
private func marketNews(_ state: State) -> Text {
  guard let market = state.market else { return .message(.regionSection) }
  let name = Text.market(market.code, state)
  if case .explicit(let code) = state.preference, code != state.language.code,
    let choice = state.languages?.first(where: { $0.code == code })
  {
    return .message(
      .marketLacksChoice, [name, .nativeName(choice), .nativeName(state.language)])
  }
  return .message(.marketChanged, [name, .nativeName(state.language)])
}

func raise(_ text: Text, isWarning: Bool = true, _ state: inout State) -> [Effect] {
  let toast = Toast(id: state.nextToast, text: text, isWarning: isWarning)
  state.nextToast += 1
  // What is said already need not be said twice.
  state.toasts.removeAll { $0.text == text }
  state.toasts.append(toast)
  state.messages.append(toast)
  if state.messages.count > Toast.kept { state.messages.removeFirst() }
  return [.expireToast(toast)]
}
