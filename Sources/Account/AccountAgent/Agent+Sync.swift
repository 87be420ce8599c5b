import AccountDatabase
import AccountModel
import LisanPreferences
import Localization
import SystemCalls

// Sending choices, and comparing with the account.
extension Agent {
  /// The latest start of a retry within a run, so that nobody waits for more than ten seconds; the
  /// second value applies when nobody waits.
  private static let patience = Duration.milliseconds(3500)
  private static let patienceAlone = Duration.seconds(9)

  // MARK: Runs

  /// Sends pending choices, and finishes the request when the account has them.
  func synchronize(_ id: Int) {
    waiting.append(id)
    // Do not submit the same choice twice, and do not make a new one wait.
    if run != nil, sending == told.sequence { return }
    startRun()
  }

  /// "Sync now" (R38): compares at most as often as the server allows. During the cooldown it still
  /// sends a pending choice, and does nothing if none is pending.
  func synchronizeNow(_ id: Int) {
    let isOwed = isOwed()
    // What nobody has confirmed is asked again: the cooldown begins with an answer.
    let compares = !isCoolingDown || !isCertain
    if isOwed || !isCertain, let seconds = secondsOfPause {
      finish(id, AccountFailure(.coolingDown, retryAfter: seconds))
    } else if isOwed || secondsOfPause == nil && compares {
      wantsComparison = compares
      synchronize(id)
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
    if let notBefore, notBefore > .now {
      return Int((notBefore - .now).components.seconds) + 1
    }
    return pause.secondsLeft(at: SystemClock.millisecondsSince1970())
  }

  /// Whether the last comparison is within the server's cooldown.
  private var isCoolingDown: Bool {
    guard case .remote = home else { return false }
    let ledger = ledgerFile.read(device: stored.device.description)
    let cooldown = Int64(reported.configuration?.cooldowns.syncSeconds ?? 0) * 1000
    // Ignore a time in the future: the clock was set back.
    guard let last = ledger.comparedAt, case let past = SystemClock.millisecondsSince1970() - last,
      past >= 0
    else { return false }
    return past < cooldown
  }

  /// The error if the account refused the last choice.
  private var refusal: AccountFailure? {
    reconciliation(stored).isRefused ? AccountFailure(.languageNotOffered, status: 409) : nil
  }

  /// Starts a new run for what is pending now, and cancels the current run.
  func startRun() {
    retry?.cancel()
    retry = nil
    run?.cancel()
    runNumber += 1
    let number = runNumber
    run = Task { await self.run(number) }
  }

  /// Cancels the current run; unsent choices stay pending.
  func stopRun() {
    guard run != nil else { return }
    run?.cancel()
    run = nil
    runNumber += 1
    (sending, isComparing) = (nil, false)
    reportSync()
  }

  private func run(_ number: Int) async {
    let start = ContinuousClock.now
    var failures = 0
    while true {
      do throws(ServiceFailure) {
        let remark = try await reconcile()
        guard number == runNumber else { return }
        pauses.succeeded()
        (lastFailure, notBefore) = (remark, nil)
        pause.end()
        return end(nil)
      } catch {
        guard number == runNumber else { return }
        noteFailure(error)
        failures += 1
        guard error.remedy == .soon,
          let pause = Pauses.within(
            request: failures, isAttended: !isAlone, asked: error.failure.retryAfter),
          ContinuousClock.now - start + pause < (isAlone ? Self.patienceAlone : Self.patience)
        else { return end(error) }
        reportSync()
        try? await Task.sleep(for: pause)
        guard number == runNumber else { return }
      }
    }
  }

  private func noteFailure(_ error: ServiceFailure) {
    (sending, isComparing) = (nil, false)
    pauses.failed()
    lastFailure = error
    notBefore = error.failure.retryAfter.map { .now + .seconds($0) }
    if let seconds = error.failure.retryAfter {
      pause.begin(seconds: seconds, at: SystemClock.millisecondsSince1970())
    }
    log.warning("sync", "\(error.failure.reason.rawValue): \(error.detail)")
  }

  private func end(_ error: ServiceFailure?) {
    run = nil
    (sending, isComparing) = (nil, false)
    // A comparison was requested while the last answers were processed.
    if error == nil, wantsComparison, !isAlone { return startRun() }
    reportSync()
    let ended = waiting
    waiting = []
    let failure = error?.failure ?? refusal
    for id in ended { finish(id, failure) }
    if let error {
      scheduleRetry(after: error)
    } else {
      // What was heard in the meantime had to wait.
      Task { await heed() }
    }
  }

  /// Retries automatically while the app is connected: the network may come back.
  private func scheduleRetry(after error: ServiceFailure) {
    guard !isAlone,
      let pause = pauses.untilNext(error.remedy, asked: error.failure.retryAfter)
    else { return }
    retry = Task {
      try? await Task.sleep(for: pause)
      if !Task.isCancelled, run == nil { startRun() }
    }
  }

  /// Handles a commit by another instance. It supersedes the choice being sent, which must not
  /// delay it (R13).
  private func committed(_ sequence: UInt64) {
    if let sending, sequence > sending { startRun() }
  }

  private func watchCommits() {
    guard !isWatching else { return }
    isWatching = true
    do throws(ReadFailure) {
      try CommitWatch.begin(configuration.preferences) { sequence in
        Task { await self.committed(sequence) }
      }
    } catch {
      log.warning("watch", error.description)
    }
  }

  // MARK: One run

  /// Brings the account and this device together, or throws at the first failure.
  ///
  /// - Returns: a failure to fetch the configuration, if the account itself is in sync.
  private func reconcile() async throws(ServiceFailure) -> ServiceFailure? {
    let first = reconciliation(stored)
    if first.owed == nil, first.settled == first.ledger, !first.isOutOfNumbers,
      !first.isNumberSpent, !wantsComparison
    {
      return nil
    }
    _ = try await service()
    let lock = try await locked()
    defer { lock.release() }
    var configurationFailure: ServiceFailure?
    // Each further round has a reason: a newer choice, another account, or a number to pass.
    for _ in 0..<6 {
      if Task.isCancelled { throw .cancelled }
      let preference = stored
      guard preference.sequence == told.sequence else {
        // Each instance sends its own commits.
        wantsComparison = false
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
      ledgerFile.write(now.settled)
      guard wantsComparison, !isAlone else { break }
      switch try await compare(preference, &configurationFailure) {
      case .nothing: break
      case .take(let taken):
        if case .remote = home { take(taken, .elsewhere, device: preference.device) }
      case .countUp: try countUp(past: 0)
      case .pass(let number): try countUp(past: number)
      case .forget:
        var ledger = ledgerFile.read(device: preference.device.description)
        ledger.acknowledged = nil
        ledgerFile.write(ledger)
      }
    }
    if let configurationFailure {
      log.warning("configuration", configurationFailure.detail)
    }
    return configurationFailure
  }

  /// Sends a choice. The account's answer is written to disk before anything else happens.
  private func send(_ choice: Choice, _ now: Reconciliation) async throws(ServiceFailure) {
    sending = now.record
    watchCommits()
    reportSync()
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
    // A later one may have come in the meantime.
    ledger.unstored = ledgerFile.read(device: ledger.device).unstored
    ledger.syncedAt = SystemClock.millisecondsSince1970()
    ledgerFile.write(ledger)
    sending = nil
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
    isComparing = true
    defer { isComparing = false }
    reportSync()
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
    wantsComparison = false
    var ledger = ledgerFile.read(device: preference.device.description)
    ledger.belong(to: account.accountID)
    ledger.syncedAt = SystemClock.millisecondsSince1970()
    ledger.comparedAt = ledger.syncedAt
    if let refused = ledger.refused?.language,
      reported.configuration?.languages.contains(refused) ?? false
    {
      ledger.refused = nil
    }
    ledgerFile.write(ledger)

    // The next round handles what arrived in the meantime.
    let present = stored
    guard present.sequence == preference.sequence, present.sequence == told.sequence else {
      return .nothing
    }
    if case .embedded(let embedded) = home, present.sequence == 0,
      account.preferredLocale != told.language
    {
      account = try await embedded.begin(with: told.language)
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
    var ledger = now.ledger
    ledger.refused = .init(sequence: now.preference.sequence, language: choice.language)
    ledgerFile.write(ledger)
    if let code = LanguageCode(rawValue: choice.language) {
      report(.notice(.languageRefused(code)))
    }
  }

  /// Increases the choice's number in the preference file, so that it can be submitted again.
  private func countUp(past number: UInt64) throws(ServiceFailure) {
    do throws(PreferenceError) {
      let commit = try preferences.commit(
        PreferenceChanges(isResolvedAnew: true, sequencePassed: number))
      told.sequence = commit.preference.sequence
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

  /// The stored preference, as far as it is readable. This only inspects the file; detecting and
  /// reporting damage is the app's task.
  var stored: Preference {
    (try? FileReport(path: configuration.preferences))?.current?.preference ?? .initial
  }

  func reconciliation(_ preference: Preference) -> Reconciliation {
    Reconciliation(
      preference: preference, language: told.language,
      ledger: ledgerFile.read(device: preference.device.description))
  }

  private func isOwed() -> Bool {
    let now = reconciliation(stored)
    return now.owed != nil || now.isOutOfNumbers || now.isNumberSpent
  }

  /// Keeps a choice that the preference file could not take as the next one of this device (R12).
  ///
  /// - Returns: whether the account has to be told of it.
  func keepUnstored() -> Bool {
    let preference = stored
    // If another instance has written since, the app follows it.
    guard preference.sequence == told.sequence else { return false }
    let now = reconciliation(preference)
    var ledger = now.ledger
    let isFurther =
      ledger.unstored?.record == preference.sequence && ledger.unstored?.isSuperseded != true
    let known =
      isFurther
      ? ledger.unstored?.language : now.owed == nil ? ledger.acknowledged?.language : nil
    let last = max(
      preference.sequence, ledger.unstored?.sequence ?? 0, ledger.acknowledged?.submitted ?? 0)
    guard told.language != known, last < Preference.sequenceLimit else { return false }
    if preference.device == .none, ledger.knownAs == nil {
      let digits = (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }
      ledger.knownAs = digits.joined()
    }
    ledger.unstored = .init(
      record: preference.sequence, sequence: last + 1, language: told.language,
      chosenAt: SystemClock.millisecondsSince1970())
    ledgerFile.write(ledger)
    return true
  }

  /// Notes that the app has chosen the file's record again, instead of what the file could not take.
  func supersedeUnstored() {
    var ledger = ledgerFile.read(device: stored.device.description)
    guard let unstored = ledger.unstored, unstored.record == told.sequence,
      unstored.language != told.language
    else { return }
    ledger.unstored?.isSuperseded = true
    ledgerFile.write(ledger)
  }

  /// Discards the ledger of another account.
  func belong(to account: Int64) async throws(ServiceFailure) {
    let lock = try await locked()
    defer { lock.release() }
    let device = stored.device.description
    var ledger = ledgerFile.read(device: device)
    ledger.belong(to: account)
    ledgerFile.write(ledger)
  }

  func locked() async throws(ServiceFailure) -> FileLock {
    do throws(PrivateFile.Failure) {
      return try await FileLock.taken(places.lock(of: configuration.preferences))
    } catch {
      throw ServiceFailure(error)
    }
  }

  func reportSync() {
    let sync = syncReport()
    reportedSync = sync
    report(.sync(sync))
  }

  /// Reports the sync if a request of the session has changed it.
  func reportCertainty() {
    if syncReport() != reportedSync { reportSync() }
  }

  private func syncReport() -> SyncReport {
    let preference = stored
    let refusal = refusal
    let state: SyncReport.State =
      if sending != nil || isComparing {
        .sending
      } else {
        isOwed() || refusal != nil ? .pending : isCertain ? .synced : .unconfirmed
      }
    return SyncReport(
      state: state, syncedAt: ledgerFile.read(device: preference.device.description).syncedAt,
      failure: lastFailure?.failure ?? refusal ?? doubt)
  }

  /// What the last request of the session left in doubt.
  var doubt: AccountFailure? { token.flatMap { session.failure(of: $0.token) } }

  /// Whether an answer of the account has confirmed what is known of it, and no later request has
  /// left that in doubt.
  private var isCertain: Bool {
    guard case .remote = home else { return true }
    return token != nil && doubt == nil
      && ledgerFile.read(device: stored.device.description).syncedAt != nil
  }
}
