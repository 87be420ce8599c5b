import Localization

/// What the helper process says, and what people ask of it.
func accountReported(_ report: AccountReport, _ state: inout State) -> [Effect] {
  state.account.record = report.record
  state.account.isCached = report.isCached
  state.account.flags = report.flags
  state.account.tokenPlace = report.tokenPlace
  if let markets = report.markets, markets != state.markets { state.markets = markets }
  var effects = accessChanged(to: report.access, &state)
  if !state.sections.contains(state.section) { state.section = .language }
  state.focus = state.validated(state.focus)
  state.goToAwaited()
  // Markets that are new here may offer what could not be had before, and the other way round.
  effects += resolveAnew(&state)
  return effects
}

private func accessChanged(to access: AccountState.Access, _ state: inout State) -> [Effect] {
  let former = state.account.access
  state.account.access = access
  switch (former, access) {
  case (.signedOut, .open), (.checking, .open):
    state.signIn = nil
    state.focus = state.validated(.language(state.language.code))
  case (.open, .signedOut), (.open, .checking), (.checking, .signedOut):
    // What was open belongs to somebody who is not there any more.
    state.dialogs.removeAll { !$0.isRestart }
    state.editing = nil
    state.signIn = SignInForm()
  default: break
  }
  return []
}

func syncReported(_ status: SyncStatus, _ state: inout State) -> [Effect] {
  let former = state.account.sync.phase
  let wasUnavailable = former == .unavailable
  state.account.sync = status
  if status.phase == .synced, former == .pending || former == .sending {
    // The account has what was chosen here, as the active profile's language too (R36).
    let language = state.language.code
    state.account.record?.activeProfileSpeaks(language)
  }
  guard status.phase == .unavailable, !wasUnavailable else { return [] }
  // Who has to sign in reads it in the form: nothing else can be reached.
  guard state.signIn == nil else { return [] }
  return raise(.message(.syncUnavailable), isOutcome: false, &state)
}

/// Begins a request, one at a time: what the person waits for is on the screen.
func begin(_ request: AccountRequest, _ state: inout State) -> [Effect] {
  guard state.account.work == nil else { return [] }
  let id = state.account.nextRequest
  state.account.nextRequest += 1
  state.account.work = Work(
    id: id, request: request, hadNothingToSend: state.account.sync.phase == .synced)
  removeOutcomes(&state)
  return [.request(request, id: id)]
}

func requestCancelled(_ state: inout State) -> [Effect] {
  guard let work = state.account.work, !work.isCancelled else { return [] }
  state.account.work?.isCancelled = true
  return [.cancelRequest(id: work.id)]
}

func requestEnded(_ id: Int, _ result: RequestResult, _ state: inout State) -> [Effect] {
  guard let work = state.account.work, work.id == id else { return [] }
  state.account.work = nil
  switch (result, work.request) {
  case (.failed(let failure), .signIn):
    state.signIn?.fail(failure)
    return []
  case (.failed(.cancelled), _): return []
  case (.failed(let failure), let request):
    // What cannot be done without the server says so (R43).
    if request.needsServer, failure == .offline || failure == .timedOut {
      return raise(.message(.needsServer), &state)
    }
    return raise(.message(request.failureMessage, [failure.text]), &state)
  case (.succeeded, .switchProfile(let id)):
    // Its language comes as a choice of the account.
    state.account.record?.activeProfile = id
    return []
  case (.succeeded, .changeMarket(let code)): return marketChanged(to: code, &state)
  case (.succeeded, .setNote(let note)):
    state.account.record?.note = note
    return []
  case (.succeeded, .setPrivacy(let analytics, let diagnostics)):
    state.account.record?.analytics = analytics
    state.account.record?.diagnostics = diagnostics
    return []
  case (.succeeded, .synchronize) where work.hadNothingToSend:
    return raise(.message(.nothingToSend), isWarning: false, &state)
  case (.succeeded, _): return []
  }
}

extension AccountRequest {
  fileprivate var needsServer: Bool {
    switch self {
    case .switchProfile, .changeMarket: true
    default: false
    }
  }
}

// MARK: Markets (R20)

func marketChosen(_ code: MarketCode, _ state: inout State) -> [Effect] {
  guard code != state.market?.code, state.markets[code] != nil else { return [] }
  if state.isOtherLanguage(in: code) {
    state.dialogs.append(.question(QuestionDialog(.changeMarket(code))))
    return []
  }
  return marketAccepted(code, &state)
}

func marketAccepted(_ code: MarketCode, _ state: inout State) -> [Effect] {
  state.account.isRemote
    ? begin(.changeMarket(code), &state) : marketChanged(to: code, &state)
}

extension State {
  /// The language that another market comes to.
  func language(in market: MarketCode) -> Language? {
    languages.flatMap { resolve(preference, among: $0, market: market) }
  }

  /// Whether a market would change the language of the whole app, and not to the person's own choice.
  fileprivate func isOtherLanguage(in market: MarketCode) -> Bool {
    guard let language = language(in: market), language.code != self.language.code else {
      return false
    }
    return preference != .explicit(language.code)
  }
}

/// The market is another one: the language is resolved anew, and the explicit choice is kept.
func marketChanged(to code: MarketCode, _ state: inout State) -> [Effect] {
  guard state.markets[code] != nil, let languages = state.languages else { return [] }
  let language = state.resolve(state.preference, among: languages, market: code)
  return changeLanguage(
    Change(
      preference: state.preference, language: language, wasPending: state.isRestartPending,
      origin: .market(code)), &state)
}

/// Another program changed the market in the preference file.
func marketObserved(_ code: MarketCode?, _ state: inout State) -> [Effect] {
  guard code != state.chosenMarket else { return [] }
  state.chosenMarket = code
  return resolveAnew(&state, isWritten: false)
}

/// What the preference comes to in the markets as they are now, where that is another language.
private func resolveAnew(_ state: inout State, isWritten: Bool = true) -> [Effect] {
  guard state.change == nil, let languages = state.languages,
    let language = state.resolve(state.preference, among: languages),
    language.code != state.language.code
  else { return [] }
  return changeLanguage(
    Change(
      preference: state.preference, language: language, wasPending: state.isRestartPending,
      origin: isWritten ? .resolution : .file), &state)
}

// MARK: The choice that follows the person (R61)

/// A later choice came from the account: it is followed as if chosen here, and not sent back.
///
/// - Parameter chosenAt: when it was made, in milliseconds since 1970.
func accountChoiceTaken(
  _ code: LanguageCode, chosenAt: Int64, _ state: inout State
) -> [Effect] {
  guard let languages = state.languages, languages.contains(where: { $0.code == code }),
    state.change == nil
  else { return [] }
  // What the system comes to as well stays the system's.
  if state.preference == .system, state.systemLanguage?.code == code { return [] }
  guard state.preference != .explicit(code) else { return [] }
  return changeLanguage(
    Change(
      preference: .explicit(code), language: state.resolve(.explicit(code), among: languages),
      wasPending: state.isRestartPending, origin: .account(chosenAt: chosenAt)), &state)
}
