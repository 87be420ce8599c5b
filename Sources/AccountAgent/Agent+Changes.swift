import AccountModel
import AgentProtocol
import Localization
import PreferenceStore

// Changes of the account that are no choice of a language. They are sent once: whether an answer
// that did not come meant a change, only the person can judge.
extension Agent {
  func change(_ change: AccountChange) async throws(ServiceFailure) {
    let account = try await ask { service async throws(ServiceFailure) in
      try await service.change(change)
    }
    note(account: account)
  }

  /// Makes a profile the active one, and has its language followed here (R44).
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
    let shown = preference.followsSystemLanguage ? told.language : preference.language
    guard account.preferredLocale != shown else { return }
    take(
      SyncLedger.Taken(
        language: account.preferredLocale, chosenAt: account.lastChange?.chosenAt ?? 0),
      .profile, device: preference.device)
  }

  /// A remote account has to say anew which markets there are (R43).
  func changeMarket(_ code: MarketCode) async throws(ServiceFailure) {
    let configuration = try await ask { service async throws(ServiceFailure) in
      try await service.configuration()
    }
    guard let configuration else { return }
    note(configuration: configuration)
    guard configuration.markets.contains(where: { $0.code == code }) else {
      throw ServiceFailure(AccountFailure(.noSuchMarket), "there is no market \(code)")
    }
  }

  /// Has a choice of the account followed here. That it was taken is on the disk first, so that its
  /// commit is never sent back, whoever dies when.
  func take(
    _ taken: SyncLedger.Taken, _ cause: TakenChoice.Cause, device: DeviceIdentifier
  ) {
    var ledger = ledgerFile.read(device: device.description)
    ledger.taken = taken
    ledgerFile.write(ledger)
    report(.choice(TakenChoice(language: taken.language, chosenAt: taken.chosenAt, cause: cause)))
  }
}
