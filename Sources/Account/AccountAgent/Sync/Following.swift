import AccountModel
import PreferenceStore
import SystemCalls

// Following the account while the app is open (R62).
extension Agent {
  /// The time between two whole comparisons, which also fetch the configuration.
  private static let comparisonInterval = Duration.seconds(3600)
  /// The minimum time from one request to the next: several changes at once are one.
  private static let requestInterval = Duration.milliseconds(250)
  /// How much later than the following instance the others apply a choice, if it has not.
  private static let precedence = Duration.milliseconds(300)

  /// Follows until the task is cancelled or nobody is signed in. Of several instances on this
  /// device, only one follows; the others wait for the lock and watch its cache.
  func follow() async {
    guard let seconds = configuration.followSeconds else { return }
    do throws(PrivateFile.Failure) {
      let lock = try await FileLock.awaited(places.following(of: configuration.preferences))
      defer { lock.release() }
      await followLocked(seconds)
    } catch {
      log.warning("follow", error.description)
    }
  }

  private func followLocked(_ seconds: Int) async {
    // It has one connection. Each of several dead ones would take its time to fail.
    let client = HTTPClient(log)
    var version: String?
    var pauses = FollowingPauses(seconds: seconds)
    var nextComparison = ContinuousClock.now + Self.comparisonPause()
    while true {
      // The run may compare or send the news.
      await settle()
      if Task.isCancelled { return }
      let start = ContinuousClock.now
      var pause = Duration.zero
      do throws(ServiceFailure) {
        let known = version
        let news = try await askServer(isFollowing: true) {
          server async throws(ServiceFailure) in
          try await server.by(client).news(after: known, within: seconds)
        }
        if Task.isCancelled { return }
        version = news.version
        let time = ContinuousClock.now - start
        guard news.version != known || time > .seconds(seconds) / 2 else {
          throw ServiceFailure(AccountFailure(.nonsense), "GET /rpc/follow: it does not wait")
        }
        pauses.succeeded()
        if let account = news.account {
          // What has changed is the account, or else what the server offers.
          let isConfiguration = known != nil && account == reported.account
          let configuration = isConfiguration ? try await service().configuration() : nil
          note(account: account, configuration: configuration)
          await heed()
        }
        pause = Self.requestInterval - time
      } catch {
        if Task.isCancelled || error.failure.reason == .notSignedIn { return }
        pause = pauses.failed(error)
        log.info("following: \(error.failure.reason.rawValue): \(error.detail)")
        // Otherwise the account would never be asked.
        if error.remedy != .soon { nextComparison = min(nextComparison, .now + pause) }
      }
      if pause > .zero { try? await Task.sleep(for: pause) }
      if Task.isCancelled { return }
      if ContinuousClock.now >= nextComparison {
        nextComparison = ContinuousClock.now + Self.comparisonPause()
        tell(.compareDue)
      }
    }
  }

  /// A random time from now to the next comparison, so that the devices of many people do not ask at once.
  static func comparisonPause() -> Duration { comparisonInterval * Double.random(in: 0.75...1.25) }

  /// Takes the account's choice if it is later than this device's, and nothing is pending here. If
  /// it must wait, it is handled after the next run, or once the app has followed another instance.
  func heed() async {
    guard state.canFollow, isHeedful else { return }
    do throws(ServiceFailure) {
      let lock = try await locked()
      defer { lock.release() }
      heedLocked()
    } catch {
      log.info("following: \(error.detail)")
    }
  }

  private func heedLocked() {
    let preference = stored
    // Another instance sends its commits itself.
    guard isHeedful, let account = reported.account, preference.sequence == sequence else {
      return
    }
    let now = reconciliation(preference)
    guard now.owed == nil, !now.isOutOfNumbers, now.ledger.accountID == account.accountID else {
      return
    }
    settle(now)
    switch reconciliation(preference).finding(account) {
    case .take(let taken) where taken != lastTaken:
      adopt(taken, .elsewhere, device: preference.device)
    case .forget: tell(.compareDue)
    case .nothing, .take, .pass: break
    }
  }

  /// Whether the account is known to be current and no run is about to handle it.
  private var isHeedful: Bool { !state.isAlone && state.run == nil && reported.isFresh }

  // MARK: Other instances

  /// Watches the account's news from other instances on this device.
  func watchOtherInstances() {
    guard configuration.followSeconds != nil else { return }
    do throws(SystemError) {
      try ReplacementWatch.begin(places.directory) { Task { await self.lookAtCache() } }
    } catch {
      log.warning("watch", "\(places.directory): \(error.description)")
    }
  }

  private func lookAtCache() async {
    if case .signedOut = state.session { return }
    // The account may have a choice of another instance now.
    if reportedSync != nil, state.run == nil { reportCertainty() }
    guard !state.isAlone, let kept = cache.read()?.account, kept != reported.account,
      reported.account.map({ $0.accountID == kept.accountID }) ?? true
    else { return }
    if case .embedded(let embedded) = home {
      // The database knows which of the two is later.
      if let account = try? await embedded.account() { note(account: account) }
      return
    }
    reported.account = kept
    reported.isFresh = true
    reportAccount()
    // Usually the app of the instance that heard it commits it.
    try? await Task.sleep(for: Self.precedence)
    await heed()
  }
}
