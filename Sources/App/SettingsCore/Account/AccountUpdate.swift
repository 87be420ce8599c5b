import AccountModel
import Localization

// Handles reports of the agent and requests to it.

/// Handles the agent's report of the account.
func accountReported(_ report: AccountReport, _ state: inout SettingsState) -> [Effect] {
  let former = state.account.access
  // An agent that replaced a dead one has not been asked yet.
  state.wantedValues = nil
  state.account.apply(report)
  if let markets = report.configuration.map({ MarketList($0) }), markets != state.markets {
    state.markets = markets
  }
  accessChanged(from: former, &state)
  if !state.sections.contains(state.section) { state.section = .language }
  state.focus = state.validated(state.focus)
  state.goToAwaited()
  let missing = state.account.isRemote ? state.missingPlace : nil
  if missing != nil { state.awaited = nil }
  // New markets may offer languages that were not available before, or no longer offer some.
  return (missing.map { raise($0, &state) } ?? []) + resolveAnew(&state)
}

private func accessChanged(from former: AccountState.Access, _ state: inout SettingsState) {
  switch (former, state.account.access) {
  case (.signedOut, .open), (.checking, .open):
    state.signIn = nil
    state.focus = state.validated(.language(state.language.code))
  case (.open, .signedOut), (.open, .checking), (.checking, .signedOut):
    // Open dialogs and fields belong to the user who is no longer signed in.
    state.dialogs.removeAll { !$0.isRestart }
    state.editing = nil
    state.signIn = SignInForm()
  default: break
  }
}

func syncReported(_ status: SyncStatus, _ state: inout SettingsState) -> [Effect] {
  let former = state.account.sync
  state.account.sync = status
  if status.state == .synced, former.isPending {
    // The account now has the choice made here, also as the active profile's language (R36).
    if case .explicit(let chosen) = state.preference { state.account.activeProfileSpeaks(chosen) }
  }
  guard status == .unavailable, former != .unavailable else { return [] }
  // The sign-in form shows this itself, and nothing else can be reached.
  guard state.signIn == nil else { return [] }
  return raise(.message(.syncUnavailable), isOutcome: false, &state)
}

/// Begins a request. Only one runs at a time.
func begin(_ request: AccountRequest, _ state: inout SettingsState) -> [Effect] {
  guard state.account.work == nil else { return [] }
  let id = state.account.nextRequest
  state.account.nextRequest += 1
  state.account.work = Work(
    id: id, request: request, hadNothingToSend: state.account.sync.hasNothingToSend,
    undo: state.account.details.flatMap { request.undo($0) })
  removeOutcomes(&state)
  return [.request(request, id: id)]
}

func requestCancelled(_ state: inout SettingsState) -> [Effect] {
  guard let work = state.account.work, !work.isCancelled else { return [] }
  state.account.work?.isCancelled = true
  return [.cancelRequest(id: work.id)]
}

/// Handles the end of a request.
///
/// - Parameter failure: why it failed; nil if it succeeded.
func requestEnded(_ id: Int, _ failure: AccountFailure?, _ state: inout SettingsState) -> [Effect] {
  guard let work = state.account.work, work.id == id else { return [] }
  state.account.work = nil
  if let failure { return failed(work.request, failure, &state) }
  if let undo = work.undo { state.undo = undo }
  switch work.request {
  case .switchProfile(let id):
    // The profile's language arrives as a choice of the account.
    state.account.details?.activeProfileID = id
  case .changeMarket(let code): return marketChanged(to: code, &state)
  case .setNote(let note): state.account.details?.note = note
  case .setPrivacy(let analytics, let diagnostics):
    state.account.details?.privacy = Privacy(analytics: analytics, diagnostics: diagnostics)
  case .synchronize where work.hadNothingToSend:
    return raise(.message(.nothingToSend), isWarning: false, &state)
  case .signIn, .signInByCode, .signOut, .synchronize: break
  }
  return []
}

private func failed(
  _ request: AccountRequest, _ failure: AccountFailure, _ state: inout SettingsState
) -> [Effect] {
  switch request {
  case .signIn, .signInByCode:
    state.signIn?.fail(failure)
    return []
  default: break
  }
  if failure.reason == .cancelled { return [] }
  // A request that needs the server reports that it is offline (R43).
  if request.needsServer, failure.isOffline { return raise(.message(.needsServer), &state) }
  return raise(.message(request.failureMessage, failure.text), &state)
}

extension AccountRequest {
  /// The action that undoes the request: it restores the values from before.
  fileprivate func undo(_ former: Account) -> Undo? {
    switch self {
    case .switchProfile: former.activeProfileID.map { .profile($0) }
    case .setPrivacy: .privacy(former.privacy)
    case .signIn, .signInByCode, .signOut, .changeMarket, .setNote, .synchronize: nil
    }
  }

  fileprivate var needsServer: Bool {
    switch self {
    case .switchProfile, .changeMarket: true
    default: false
    }
  }
}

// MARK: The choice that follows the user (R61)

/// Handles a later choice from the account: it is applied but not sent back. If the user is
/// switching the profile here, it is the new profile's language.
///
/// - Parameter chosenAt: when the choice was made, in milliseconds since 1970.
func accountChoiceTaken(
  _ code: LanguageCode, chosenAt: Int64, _ state: inout SettingsState
) -> [Effect] {
  guard let languages = state.languages, languages.contains(where: { $0.code == code }),
    state.change == nil
  else { return [] }
  // If the system language resolves to this language, the preference stays "system".
  if state.preference == .system, state.systemLanguage?.code == code { return [] }
  guard state.preference != .explicit(code) || state.preferenceStanding == .standIn else {
    return []
  }
  let isOfProfile =
    if case .switchProfile = state.account.work?.request { true } else { false }
  return changeLanguage(
    to: .explicit(code), state.resolve(.explicit(code)),
    by: isOfProfile ? .profile(chosenAt: chosenAt) : .account(chosenAt: chosenAt), &state)
}
