import AccountDatabase
import AccountModel
import LisanPreferences
import Localization
import SystemCalls

// Sending choices, and comparing with the account.
extension Agent {
  // MARK: Runs

  /// "Sync now" (R38): compares at most as often as the server allows. During the cooldown it still
  /// sends a pending choice, and does nothing if none is pending.
  func synchronizeNow(_ id: Int) {
    let isPending = reconciliation(stored).isPending
    // An unconfirmed state is compared again: the cooldown begins with an answer.
    let compares = !isCoolingDown || !isCertain
    if isPending || !isCertain, let seconds = secondsOfPause {
      finish(id, AccountFailure(.coolingDown, retryAfter: seconds))
    } else if isPending || secondsOfPause == nil && compares {
      tell(.asked(id, choice: sequence, compares: compares))
    } else if let refusal {
      finish(id, refusal)
    } else {
      reportSync()
      finish(id)
    }
  }

  /// The seconds left of the server's `Retry-After`, whichever process received it.
  private var secondsOfPause: Int? {
    guard case .remote = home else { return nil }
    return pause.secondsLeft
  }

  /// Whether the last comparison is within the server's cooldown.
  private var isCoolingDown: Bool {
    guard case .remote = home else { return false }
    let cooldown = Int64(reported.configuration?.cooldowns.syncSeconds ?? 0) * 1000
    // Ignore a time in the future: the clock was set back.
    guard let last = ledger.comparedAt, case let past = SystemClock.millisecondsSince1970() - last,
      past >= 0
    else { return false }
    return past < cooldown
  }

  /// The error if the account refused the last choice.
  var refusal: AccountFailure? {
    reconciliation(stored).isRefused ? AccountFailure(.languageNotOffered, status: 409) : nil
  }

  /// Synchronizes the account and this device, with further tries after failures.
  func run() async {
    let start = ContinuousClock.now
    while !Task.isCancelled {
      let event: AgentState.Event
      do throws(ServiceFailure) {
        event = .succeeded(try await reconcile())
      } catch {
        event = .failed(
          error, after: ContinuousClock.now - start, chance: Double.random(in: 0...1))
        if !Task.isCancelled {
          log.warning("sync", "\(error.failure.reason.rawValue): \(error.detail)")
        }
      }
      tellOfTask(event)
      guard case .pausing(let pause)? = state.run?.step else { return }
      try? await Task.sleep(for: pause)
      tellOfTask(.resumed)
    }
  }

  private func watchCommits() {
    guard !isWatching else { return }
    isWatching = true
    do {
      try CommitWatch.begin(configuration.preferences) { sequence in
        Task { await self.tell(.committed(sequence)) }
      }
    } catch {
      log.warning("watch", "\(error)")
    }
  }

  // MARK: One run

  /// Synchronizes the account and this device, or throws at the first failure.
  ///
  /// - Returns: a failure to fetch the configuration, if the account itself is in sync.
  private func reconcile() async throws(ServiceFailure) -> ServiceFailure? {
    let first = reconciliation(stored)
    if !first.isPending, first.settled == first.ledger, !state.wantsComparison { return nil }
    _ = try await service()
    let lock = try await locked()
    defer { lock.release() }
    var configurationFailure: ServiceFailure?
    // Each further round has a reason: a newer choice, another account, or a number to pass.
    for _ in 0..<6 {
      if Task.isCancelled { throw .cancelled }
      let preference = stored
      guard preference.sequence == sequence else {
        // Each instance sends its own commits.
        tellOfTask(.overtaken)
        break
      }
      let now = reconciliation(preference)
      if now.isOutOfNumbers || now.isNumberSpent {
        try countUp(past: max(preference.sequence, now.ledger.unstored?.sequence ?? 0))
        continue
      }
      if let choice = now.owed {
        try await send(choice, now)
        continue
      }
      settle(now)
      guard state.wantsComparison, !state.isAlone else { break }
      switch try await compare(preference, &configurationFailure) {
      case .nothing: break
      case .take(let taken):
        if case .remote = home { adopt(taken, .elsewhere, device: preference.device) }
      case .pass(let number): try countUp(past: number)
      case .forget: updateLedger(of: preference.device) { $0.acknowledged = nil }
      }
    }
    if let configurationFailure {
      log.warning("configuration", configurationFailure.detail)
    }
    return configurationFailure
  }

  /// Sends a choice. The account's answer is written to disk before anything else happens.
  private func send(_ choice: Choice, _ now: Reconciliation) async throws(ServiceFailure) {
    watchCommits()
    tellOfTask(.sending(now.record))
    log.request(choice)
    let account: Account
    do throws(ServiceFailure) {
      account = try await ask { service async throws(ServiceFailure) in
        try await service.change(AccountChange(choice: choice))
      }
    } catch {
      log.result(choice, error)
      if error.failure.reason == .languageNotOffered { refuse(choice, now) }
      throw error
    }
    log.result(choice)
    var ledger = now.acknowledged(choice, by: account)
    // A later choice may have been made in the meantime.
    ledger.unstored = SyncLedger.read(ledgers, device: ledger.device).unstored
    ledger.syncedAt = SystemClock.millisecondsSince1970()
    ledgers.write(ledger)
    tellOfTask(.sent)
    note(account: account)
    let after = Reconciliation(
      preference: now.preference, language: now.language, ledger: ledger)
    if !now.isUnstored, case .pass(let number) = after.finding(account) {
      try countUp(past: number)
    }
  }

  /// Fetches the account and the configuration concurrently (R42), and returns the finding.
  private func compare(
    _ preference: Preference, _ configurationFailure: inout ServiceFailure?
  ) async throws(ServiceFailure) -> Reconciliation.Finding {
    tellOfTask(.comparing)
    async let configuration = fetchConfiguration()
    var account: Account
    do throws(ServiceFailure) {
      account = try await ask { service async throws(ServiceFailure) in
        try await service.account()
      }
    } catch {
      // The configuration is valid even if the account request failed.
      if case .success(let configuration?) = await configuration {
        note(configuration: configuration)
      }
      throw error
    }
    switch await configuration {
    case .success(let configuration): note(account: account, configuration: configuration)
    case .failure(let failure):
      note(account: account)
      configurationFailure = failure
    }
    tellOfTask(.compared)
    updateLedger(of: preference.device) { ledger in
      ledger.belong(to: account.accountID)
      ledger.syncedAt = SystemClock.millisecondsSince1970()
      ledger.comparedAt = ledger.syncedAt
      if let refused = ledger.refused?.language,
        reported.configuration?.languages.contains(refused) ?? false
      {
        ledger.refused = nil
      }
    }

    // The next round handles what arrived in the meantime.
    let present = stored
    guard present.sequence == preference.sequence, present.sequence == sequence else {
      return .nothing
    }
    // Without a choice, the embedded account shows what the app shows.
    if case .embedded(let embedded) = home, account.lastChange == nil,
      account.preferredLocale != language
    {
      account = try await embedded.begin(with: language)
      note(account: account)
      return .nothing
    }
    let now = reconciliation(present)
    return now.owed == nil ? now.finding(account) : .nothing
  }

  private func fetchConfiguration() async -> Result<AppConfiguration?, ServiceFailure> {
    do throws(ServiceFailure) {
      return .success(try await service().configuration())
    } catch {
      return .failure(error)
    }
  }

  /// Records that the account refused a choice, and notifies the user.
  private func refuse(_ choice: Choice, _ now: Reconciliation) {
    updateLedger(of: now.preference.device) {
      $0.refused = .init(sequence: now.preference.sequence, language: choice.language)
    }
    if let code = LanguageCode(rawValue: choice.language) {
      report(.notice(.languageRefused(code)))
    }
  }

  /// Increases the choice's number in the preference file, so that it can be submitted again.
  private func countUp(past number: UInt64) throws(ServiceFailure) {
    do throws(PreferenceError) {
      let commit = try preferences.commit(
        PreferenceChanges(isNumberedAnew: true, sequencePassed: number))
      sequence = commit.preference.sequence
      if commit.isNewDevice {
        log.warning(
          "device",
          "the choices of this device have no numbers left; it goes on as the new device "
            + commit.preference.device.description)
      }
      try preferences.makeDurable(commit)
    } catch {
      throw ServiceFailure(AccountFailure(.storage), error.description)
    }
  }

  // MARK: What is stored and pending

  /// The stored preference, as far as it is readable. This only inspects the file; the app detects
  /// and reports damage.
  var stored: Preference {
    (try? FileReport(path: configuration.preferences))?.current?.preference ?? .initial
  }

  func reconciliation(_ preference: Preference) -> Reconciliation {
    Reconciliation(
      preference: preference, language: language, ledger: ledger(of: preference.device))
  }

  /// The account's knowledge of a device's choices.
  func ledger(of device: DeviceIdentifier) -> SyncLedger {
    SyncLedger.read(ledgers, device: device.description)
  }

  private var ledger: SyncLedger { ledger(of: stored.device) }

  func updateLedger(of device: DeviceIdentifier, _ change: (inout SyncLedger) -> Void) {
    var ledger = ledger(of: device)
    change(&ledger)
    ledgers.write(ledger)
  }

  /// Records that nothing is to be sent.
  func settle(_ now: Reconciliation) {
    if now.settled != now.ledger { ledgers.write(now.settled) }
  }

  /// Keeps a choice that the preference file could not take as this device's next one (R12).
  ///
  /// - Returns: whether the account must be informed of it.
  func keepUnstored() -> Bool {
    let preference = stored
    // If another instance has written since, the app follows it.
    guard preference.sequence == sequence else { return false }
    let now = reconciliation(preference)
    var ledger = now.ledger
    let isFurther =
      ledger.unstored?.record == preference.sequence && ledger.unstored?.isSuperseded != true
    let known = isFurther ? ledger.unstored?.language : now.owed == nil ? now.chosen : nil
    let last = max(
      preference.sequence, ledger.unstored?.sequence ?? 0, ledger.acknowledged?.submitted ?? 0)
    guard language != known, last < Preference.sequenceLimit else { return false }
    if preference.device == .none, ledger.knownAs == nil {
      let digits = (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }
      ledger.knownAs = digits.joined()
    }
    ledger.unstored = .init(
      record: preference.sequence, sequence: last + 1, language: language,
      chosenAt: SystemClock.millisecondsSince1970())
    ledgers.write(ledger)
    return true
  }

  /// Records that the app has chosen the file's record again, not the one it could not write.
  func supersedeUnstored() {
    let preference = stored
    guard let unstored = ledger(of: preference.device).unstored, unstored.record == sequence,
      preference.followsSystemLanguage || unstored.language != preference.language
    else { return }
    updateLedger(of: preference.device) { $0.unstored?.isSuperseded = true }
  }

  /// Discards the ledger of another account.
  func belong(to account: Int64) async throws(ServiceFailure) {
    let lock = try await locked()
    defer { lock.release() }
    updateLedger(of: stored.device) { $0.belong(to: account) }
  }

  func locked() async throws(ServiceFailure) -> FileLock {
    do throws(PrivateFile.Failure) {
      return try await FileLock.acquired(places.lock(of: configuration.preferences))
    } catch {
      throw ServiceFailure(error)
    }
  }

  func reportSync() {
    let sync = syncReport()
    reportedSync = sync
    report(.sync(sync))
  }

  /// Reports the sync if a request of the session or another instance has changed it.
  func reportCertainty() {
    if syncReport() != reportedSync { reportSync() }
  }

  private func syncReport() -> SyncReport {
    let refusal = refusal
    let progress: SyncReport.State =
      switch state.run?.step {
      case .sending, .comparing: .sending
      default:
        reconciliation(stored).isPending || refusal != nil
          ? .pending : isCertain ? .synced : .unconfirmed
      }
    return SyncReport(
      state: progress, syncedAt: ledger.syncedAt,
      failure: state.lastFailure?.failure ?? refusal ?? doubt, request: lastChoiceRequest)
  }

  /// The failure of the session's last request, which left the account's state in doubt.
  var doubt: AccountFailure? { state.token.flatMap { rule.failure(of: $0.token) } }

  /// Whether an answer of the account has confirmed the known state, and no later request has left
  /// it in doubt.
  private var isCertain: Bool {
    guard case .remote = home else { return true }
    return state.token != nil && doubt == nil && ledger.syncedAt != nil
  }
}
