import Localization

/// Changes the state for an action and returns the effects to run.
///
/// A change of the language goes through the steps of section 3 of the specification strictly in
/// order: each step is requested only when the previous one has completed. It takes three calls: for
/// the choice, the loaded texts, and the written preference. `update` never calls itself.
public func update(_ state: inout SettingsState, _ action: Action) -> [Effect] {
  let effects = handled(&state, action)
  state.shownReading = nil
  if !state.isSteady { state.steady = nil }
  state.isSteady = false
  return state.asksForValues ? effects + state.valuesDue() : effects
}

private func handled(_ state: inout SettingsState, _ action: Action) -> [Effect] {
  if action.isPersons {
    // Somebody who signs in is on the way to the place.
    if case .signedOut = state.account.access {} else { state.awaited = nil }
    // A user who continues has seen them; in a window that is too small, nothing is visible.
    let isCovered = Geometry(state.size).isLow
    if !state.isWindowTooSmall, state.toasts.contains(where: { isCovered || !$0.outlastsKeys }) {
      state.toasts.removeAll { isCovered || !$0.outlastsKeys }
    }
  }
  switch action {
  case .keyPressed(let key): return keyPressed(key, &state) + state.previewDue
  case .itemChosen(let item): return itemChosen(item, &state) + state.previewDue
  case .pointed(let event): return pointed(event, &state) + state.previewDue
  case .pasted(let text): return pasted(text, &state)
  case .languageChosen(let code): return languageChosen(code, &state)
  case .preferenceChosen(let preference): return preferenceChosen(preference, &state)
  case .languagesChosen(let languages): return languagesChosen(languages, &state)
  case .languagesObserved(let languages): return languagesObserved(languages, &state)
  case .followSystemToggled: return followSystemToggled(&state)
  case .settingChosen(let choice): return settingChosen(choice, &state)
  case .settingObserved(let choice): return settingObserved(choice, &state)
  case .programChosen(let choice): return programChosen(choice, &state)
  case .programsObserved(let languages): return programsObserved(languages, &state)
  case .lineChosen(let index): return perform(.choose(index), onTop: &state)
  case .preferenceObserved(let preference): return preferenceObserved(preference, &state)
  case .marketObserved(let code): return marketObserved(code, &state)

  case .marketChosen(let code): return marketChosen(code, &state)
  case .marketAccepted(let code): return marketAccepted(code, &state)
  case .synchronizeChosen: return begin(.synchronize, &state)
  case .profileSwitchAccepted(let id): return begin(.switchProfile(id), &state)

  case .accountReported(let report): return accountReported(report, &state)
  case .syncReported(let status): return syncReported(status, &state)
  case .accountChoiceTaken(let code, let chosenAt):
    return accountChoiceTaken(code, chosenAt: chosenAt, &state)
  case .signInCodeShown(let code): state.signIn?.show(code)
  case .accountNoticed(let notice):
    return raise(notice.text, isWarning: notice.isWarning, isOutcome: false, &state)
  case .requestEnded(let id, let result): return requestEnded(id, result, &state)
  case .workTicked: state.account.work?.step += 1

  case .catalogLoaded(let catalog, let shell): return catalogLoaded(catalog, shell, &state)
  case .previewLoaded(let catalog):
    // Texts already shown for a language do not change.
    if state.previews[catalog.language.code] == nil {
      state.previews[catalog.language.code] = catalog
    }
  case .catalogFailed(let error):
    guard let language = state.change?.language else { return [] }
    state.change = nil
    return raise(
      .message(.switchFailed, .nativeName(language), error.reason, state.logPath), &state)
  case .preferenceWritten(let chosenAt):
    state.languageChosenAt = chosenAt
    return preferenceSettled(&state)
  case .preferenceNotWritten:
    state.change?.writeFailed = true
    let toast = raise(.message(.choiceNotSaved), &state)
    return preferenceSettled(&state) + toast
  case .settingNotStored(let setting):
    state.unsavedSettings.insert(setting)
    return raise(.message(.choiceNotSaved), &state)
  case .programNotStored(let program):
    state.unsavedPrograms.insert(program)
    return raise(.message(.choiceNotSaved), &state)
  case .preferenceNotDurable: return raise(.message(.choiceNotDurable), &state)

  case .formattingBegan: state.asksForValues = true
  case .valuesFormatted(let texts, let language, let digits):
    if !state.formatted.add(texts, in: language, digits: digits) { state.wantedValues = nil }

  case .choiceDated(let milliseconds): state.languageChosenAt = milliseconds
  case .clockRead(let milliseconds): state.now = milliseconds

  case .restartAccepted: return restartAccepted(&state)
  case .restartDismissed: return restartDismissed(&state)
  case .restartFailed(let errno):
    removePrompt(&state)
    return raise(.message(.restartFailed, .restartFailure(errno), state.logPath), &state)

  case .languagesLoaded(let languages):
    // Without the list, the start could not use the language that the preference resolves to.
    let wasMissing = state.languages == nil
    state.languages = languages
    state.languagesError = nil
    state.focus = state.validated(state.focus)
    return previewsDue(state) + (wasMissing ? resolveAnew(&state, by: .file) : [])
  case .screenOpened: return previewsDue(state) + state.previewDue
  case .languagesFailed(let error):
    state.languages = nil
    state.languagesError = error
    state.focus = state.validated(state.focus)
  case .terminalDetected(let report): state.terminal = report
  case .programsConsidered(let order):
    state.programOrder = order
    // The item exists from now on.
    state.goToAwaited()
  case .shellConsidered(let shell):
    state.shell = shell
    state.focus = state.validated(state.focus)
    state.goToAwaited()
  case .packagesFound(let code, let packages, let programs):
    if code == state.language.code { (state.packages, state.programs) = (packages, programs) }
  case .shellProposed(let goal, let proposals):
    state.dialogs.append(.question(QuestionDialog(.setUpShell(goal, proposals))))
  case .surfaceDetected(let surface): state.surface = surface
  case .resized(let size):
    state.size = size
    return promptShown(&state) + previewsDue(state) + state.previewDue
  case .toastRaised(let text): return raise(text, &state)
  case .toastExpired(let id): state.toasts.removeAll { $0.id == id }
  }
  return []
}

/// The effects that read the texts of the other languages for their previews.
func previewsDue(_ state: SettingsState) -> [Effect] {
  state.languageForm == .pictures ? otherTextsDue(state) : []
}

/// The effects that read the texts of the other languages, if these are few.
func otherTextsDue(_ state: SettingsState) -> [Effect] {
  guard let languages = state.languages, languages.count < SettingsState.fewestSearched else {
    return []
  }
  return languages.filter { $0.code != state.language.code && state.previews[$0.code] == nil }
    .map { .loadPreview($0) }
}

func followSystemToggled(_ state: inout SettingsState) -> [Effect] {
  preferenceChosen(state.preference == .system ? .explicit(state.language.code) : .system, &state)
}

func languageChosen(_ code: LanguageCode, _ state: inout SettingsState) -> [Effect] {
  // Choosing the current language while the system language is followed does nothing (R5). The
  // switch makes it explicit.
  if state.preference == .system, code == state.language.code { return [] }
  return preferenceChosen(.explicit(code), &state)
}

/// Changes the preference. If it is already current and its language is shown, nothing happens. If
/// only the language is shown, only the preference is written (R5).
func preferenceChosen(
  _ preference: LanguagePreference, by origin: LanguageChange.Origin = .choice,
  _ state: inout SettingsState
) -> [Effect] {
  let language: Language?
  switch preference {
  case .system: language = state.systemLanguage
  case .explicit(let code):
    language = state.language(with: code).flatMap { state.isOffered($0) ? $0 : nil }
  }
  // The displayed language may be missing in the list, or the list could not be read (R6).
  let isShown =
    language?.code == state.language.code || preference == .explicit(state.language.code)
  guard isShown || language != nil else { return [] }
  if isShown, preference == state.preference, state.preferenceStanding == .stored { return [] }
  return changeLanguage(
    to: preference, isShown ? nil : language, by: origin, order: state.order(with: preference),
    &state)
}

/// Begins a change with the first step it needs: if the language stays, only the preference is
/// written.
func changeLanguage(
  to preference: LanguagePreference, _ language: Language?, by origin: LanguageChange.Origin,
  order: [LanguageCode]? = nil, _ state: inout SettingsState
) -> [Effect] {
  state.change = LanguageChange(
    preference: preference, order: order, language: language, wasPending: state.isRestartPending,
    origin: origin)
  removeOutcomes(&state)
  guard let language, language.code != state.language.code else {
    state.change?.language = nil
    return preferenceDue(&state)
  }
  return [.record(.languageChangeBegan(language.code)), .loadCatalog(language)]
}

private func preferenceObserved(
  _ preference: LanguagePreference, _ state: inout SettingsState
) -> [Effect] {
  if preference == state.preference { state.preferenceStanding = .stored }
  guard preference != state.preference, let language = state.resolve(preference) else { return [] }
  return changeLanguage(to: preference, language, by: .file, &state)
}

/// Publishes the texts of a change, and with them the direction that their language asks for; the
/// preference comes next. Without a change, these are the real texts, either to derive a
/// pseudo-language from or to return to.
private func catalogLoaded(
  _ catalog: Catalog<Message>, _ shell: ShellState?, _ state: inout SettingsState
) -> [Effect] {
  guard state.change != nil else {
    state.catalog = state.pseudo.map { catalog.pseudo($0) } ?? catalog
    return []
  }
  if state.pseudo == nil { state.previews[state.language.code] = state.catalog }
  state.catalog = catalog
  state.pseudo = nil
  if let shell { state.shell = shell }
  let language = catalog.language
  state.requestedDirection = language.direction
  followDirection(&state)
  return [
    .record(.languageChangeEnded(language.code)), .record(.directionRequested(language.direction)),
  ] + preferenceDue(&state)
}

private func preferenceDue(_ state: inout SettingsState) -> [Effect] {
  guard let change = state.change else { return [] }
  return change.write.map { [.writePreference($0)] } ?? preferenceSettled(&state)
}

/// The last steps: the prompt, if the change made a restart due (R14), and the account.
private func preferenceSettled(_ state: inout SettingsState) -> [Effect] {
  guard let change = state.change else { return [] }
  state.change = nil
  let isReordered = change.order.map { $0 != state.orderedLanguages } ?? false
  if change.language != nil || change.preference != state.preference || isReordered {
    state.toasts.removeAll { $0.subject == .language }
  }
  switch change.origin {
  case .choice, .undo, .file, .account:
    if isReordered {
      state.undo = .languages(state.languageOrder, state.preference)
    } else if change.preference != state.preference {
      // Nobody chose what stands in for a choice that cannot be used.
      state.undo =
        state.preferenceStanding == .standIn ? nil : .preference(state.preference)
    }
  case .market: state.undo = state.market.map { .market($0.code) }
  case .profile, .resolution: state.undo = nil
  }
  state.languageOrder =
    change.order ?? (change.origin == .file ? nil : state.order(with: change.preference))
    ?? state.languageOrder
  state.preference = change.preference
  switch change.origin {
  case .choice, .undo, .account, .profile:
    state.preferenceStanding = change.writeFailed ? .unsaved : .stored
  case .file: state.preferenceStanding = .stored
  // The choice itself is as it was.
  case .market, .resolution: break
  }
  var effects: [Effect] = []
  if case .market(let code) = change.origin {
    state.chosenMarket = code
    effects += raise(marketNews(state), isWarning: false, subject: .region, &state)
  }
  effects += languageNews(change, &state)
  effects += promptDue(change, &state)
  return effects + accountDue(change, &state)
}

/// What the agent is told of a change. Only a choice of a language is sent (R21).
private func accountDue(_ change: LanguageChange, _ state: inout SettingsState) -> [Effect] {
  let shown = state.language.code
  let chosen: LanguageCode? =
    if case .explicit(let code) = change.preference { code } else { nil }
  switch change.origin {
  case .choice, .undo:
    if chosen != nil { state.account.awaitConfirmation() }
    if !change.writeFailed { return [.sendChange(shown)] }
    if let chosen { return [.sendUnstored(chosen)] }
  case .account, .profile:
    if !change.writeFailed { return [.sendChange(shown)] }
  case .file:
    if chosen != nil { state.account.awaitConfirmation() }
  case .market, .resolution: break
  }
  return change.language == nil ? [] : [.tellLanguage(shown)]
}

/// The message about a change of the language that was not just chosen on this screen.
private func languageNews(_ change: LanguageChange, _ state: inout SettingsState) -> [Effect] {
  let language = Text.nativeName(state.language)
  switch change.origin {
  case .undo:
    let text: Text =
      change.language == nil && change.order != nil
      ? .message(.settingAgain, .message(.moreLanguages), state.orderText)
      : change.language == nil
        ? .message(
          .settingAgain, .message(.followSystemLanguage),
          .message(state.preference == .system ? .on : .off))
        : .message(.languageAgain, language)
    return raise(text, isWarning: false, subject: .language, &state)
  case .file where change.language != nil:
    return raiseChange(.languageChangedHere, [language], of: .language, &state)
  case .account where change.language != nil:
    return raiseChange(.languageChangedElsewhere, [language], of: .language, &state)
  case .resolution where change.language != nil:
    return raise(resolutionNews(state), isWarning: false, subject: .language, &state)
  case .choice, .profile, .market, .file, .account, .resolution: return []
  }
}

private func promptDue(_ change: LanguageChange, _ state: inout SettingsState) -> [Effect] {
  guard state.isRestartPending else {
    removePrompt(&state)
    return []
  }
  // A change from elsewhere must not take the keys that the user is typing (R14).
  guard change.origin.isMadeHere, !change.wasPending else { return [] }
  state.dialogs.append(.question(QuestionDialog(.restart)))
  state.isPromptHidden = true
  return state.isWindowTooSmall ? [.record(.restartPromptHidden)] : promptShown(&state)
}

/// Shows a waiting prompt as soon as there is room.
private func promptShown(_ state: inout SettingsState) -> [Effect] {
  guard state.isPromptHidden, !state.isWindowTooSmall else { return [] }
  state.isPromptHidden = false
  return [.record(.restartPromptShown)]
}

func restartAccepted(_ state: inout SettingsState) -> [Effect] {
  state.isRestartPending ? [.record(.restartAccepted), .restart] : []
}

func restartDismissed(_ state: inout SettingsState) -> [Effect] {
  guard state.dialogs.contains(where: \.isRestart) else { return [] }
  removePrompt(&state)
  return [.record(.restartDismissed)]
}

func removePrompt(_ state: inout SettingsState) {
  state.dialogs.removeAll(where: \.isRestart)
  state.isPromptHidden = false
}

/// The message about a market's effect on the language; it says that an explicit choice is kept.
private func marketNews(_ state: SettingsState) -> Text {
  guard let market = state.market else { return .message(.regionSection) }
  let name = Text.market(market.code)
  if case .explicit(let code) = state.preference, code != state.language.code,
    let choice = state.language(with: code)
  {
    return .message(.marketLacksChoice, name, .nativeName(choice), .nativeName(state.language))
  }
  return .message(.marketChanged, name, .nativeName(state.language))
}

/// The message about a change of the language that nobody here chose: why it changed.
private func resolutionNews(_ state: SettingsState) -> Text {
  guard case .explicit(let code) = state.preference,
    let choice = state.language(with: code), state.isWithdrawn(choice)
  else { return marketNews(state) }
  return .message(.languageWithdrawn, .nativeName(choice), .nativeName(state.language))
}

/// Shows a toast.
///
/// - Parameters:
///   - isOutcome: whether the next change or request removes it, also without a key.
///   - subject: the setting that it is about. The toast replaces the former one about it, and says
///     what `u` does as long as that changes the setting back.
func raise(
  _ text: Text, isWarning: Bool = true, isOutcome: Bool = true, outlastsKeys: Bool = false,
  subject: Toast.Subject? = nil, _ state: inout SettingsState
) -> [Effect] {
  let toast = Toast(
    id: state.nextToast, text: text, isWarning: isWarning, isOutcome: isOutcome,
    outlastsKeys: outlastsKeys, subject: subject,
    undo: subject != nil && state.undo?.subject == subject ? state.undo : nil)
  state.nextToast += 1
  // Replace an equal toast instead of showing it twice.
  state.toasts.removeAll { $0.text == text || subject != nil && $0.subject == subject }
  state.toasts.append(toast)
  state.messages.append(toast)
  if state.messages.count > Toast.kept { state.messages.removeFirst() }
  return toast.seconds == nil ? [] : [.expireToast(toast)]
}

/// Removes the results of the previous request, which no longer apply.
func removeOutcomes(_ state: inout SettingsState) {
  state.toasts.removeAll(where: \.isOutcome)
}
