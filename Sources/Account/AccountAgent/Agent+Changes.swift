import AccountModel
import AgentProtocol
import LisanPreferences
import Localization

// Changes of the account other than the language. They are sent only once: if the answer is lost,
// only the user can judge whether the change was made.
extension Agent {
  func change(_ change: AccountChange) async throws(ServiceFailure) {
    let account = try await ask { service async throws(ServiceFailure) in
      try await service.change(change)
    }
    note(account: account)
  }

  /// Activates a profile, and applies its language here (R44).
  func switchProfile(_ profile: Int64) async throws(ServiceFailure) {
    let account = try await ask { service async throws(ServiceFailure) in
      let id = try await service.account().accountID
      do throws(ServiceFailure) {
        return try await service.activate(profile: profile, of: id)
      } catch  where error.failure.reason == .notFound {
        throw ServiceFailure(AccountFailure(.noSuchProfile, status: 404), error.detail)
      }
    }
    note(account: account)
    let preference = stored
    let own = preference.followsSystemLanguage ? language : preference.language
    guard account.preferredLocale != own else { return }
    adopt(
      SyncLedger.Taken(
        language: account.preferredLocale, chosenAt: account.lastChange?.chosenAt ?? 0),
      .profile, device: preference.device)
  }

  /// Checks the market against a remote account's current configuration (R43).
  func changeMarket(_ code: MarketCode) async throws(ServiceFailure) {
    guard let configuration = try await service().configuration() else { return }
    note(configuration: configuration)
    guard configuration.markets.contains(where: { $0.code == code }) else {
      throw ServiceFailure(AccountFailure(.noSuchMarket), "there is no market \(code)")
    }
  }

  /// Passes a choice of the account to the app. The ledger is written first, so that the resulting
  /// commit is never sent back, even after a crash.
  func adopt(
    _ taken: SyncLedger.Taken, _ cause: TakenChoice.Cause, device: DeviceIdentifier
  ) {
    updateLedger(of: device) { $0.taken = taken }
    lastTaken = taken
    report(
      .choice(
        TakenChoice(
          language: taken.language, chosenAt: taken.chosenAt, cause: cause,
          request: lastChoiceRequest)))
  }
}
