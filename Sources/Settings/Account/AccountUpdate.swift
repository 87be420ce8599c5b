import AccountModel
import Localization

// What the agent reports of the account, and what people ask of it.

/// The agent reported the account.
func accountReported(_ report: AccountReport, _ state: inout State) -> [Effect] {
  let former = state.account.access
  state.account.take(report)
  if let markets = report.configuration.map({ MarketList($0) }), markets != state.markets {
    state.markets = markets
  }
  accessChanged(from: former, &state)
  if !state.sections.contains(state.section) { state.section = .language }
  state.focus = state.validated(state.focus)
  state.goToAwaited()
  // Markets that are new here may offer what could not be had before, and the other way round.
  return resolveAnew(&state)
}

private func accessChanged(from former: AccountState.Access, _ state: inout State) {
  switch (former, state.account.access) {
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
}

func syncReported(_ status: SyncStatus, _ state: inout State) -> [Effect] {
  let former = state.account.sync
  state.account.sync = status
  if status.state == .synced, former.isPending {
    // The account has what was chosen here, as the active profile's language too (R36).
    let language = state.language.code
    state.account.activeProfileSpeaks(language)
  }
  guard status == .unavailable, former != .unavailable else { return [] }
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
    id: id, request: request, hadNothingToSend: state.account.sync.state == .synced)
  removeOutcomes(&state)
  return [.request(request, id: id)]
}

func requestCancelled(_ state: inout State) -> [Effect] {
  guard let work = state.account.work, !work.isCancelled else { return [] }
  state.account.work?.isCancelled = true
  return [.cancelRequest(id: work.id)]
}

/// A request has come to its end.
///
/// - Parameter failure: why it was not done; nil where it was.
func requestEnded(_ id: Int, _ failure: AccountFailure?, _ state: inout State) -> [Effect] {
  guard let work = state.account.work, work.id == id else { return [] }
  state.account.work = nil
  if let failure { return failed(work.request, failure, &state) }
  switch work.request {
  case .switchProfile(let id):
    // Its language comes as a choice of the account.
    state.account.details?.activeProfileID = id
  case .changeMarket(let code): return marketChanged(to: code, &state)
  case .setNote(let note): state.account.details?.note = note
  case .setPrivacy(let analytics, let diagnostics):
    state.account.details?.privacy = Privacy(analytics: analytics, diagnostics: diagnostics)
  case .synchronize where work.hadNothingToSend:
    return raise(.message(.nothingToSend), isWarning: false, &state)
  case .signIn, .signOut, .synchronize: break
  }
  return []
}

private func failed(
  _ request: AccountRequest, _ failure: AccountFailure, _ state: inout State
) -> [Effect] {
  if case .signIn = request {
    state.signIn?.fail(failure)
    return []
  }
  if failure.reason == .cancelled { return [] }
  // What cannot be done without the server says so (R43).
  if request.needsServer, failure.isOffline { return raise(.message(.needsServer), &state) }
  return raise(.message(request.failureMessage, [failure.text]), &state)
}

extension AccountRequest {
  fileprivate var needsServer: Bool {
    switch self {
    case .switchProfile, .changeMarket: true
    default: false
    }
  }
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
