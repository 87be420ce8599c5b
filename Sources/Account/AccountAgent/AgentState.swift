import AccountModel

/// The agent's state: the session, the sync of choices, and whether the account is followed.
///
/// Only `take` changes it, and it uses no clock, random number or server: events bring these. It
/// returns the steps to take, and `Agent` takes them in this order.
///
/// | sync | `asked`, `compareDue` | `committed` | `succeeded` | `failed` | `leaving` | `left` | `retryDue` |
/// |---|---|---|---|---|---|---|---|
/// | idle | looking | | | | | | |
/// | retrying | looking | | | | idle | | looking |
/// | looking, comparing | looking | | idle ¹ | pausing, retrying or idle ² | idle | looking | |
/// | sending | looking ³ | looking, if that is a later choice | idle ¹ | pausing, retrying or idle ² | idle | | |
/// | pausing | looking | | | | idle | looking | |
///
/// ¹ Or looking, if another comparison is wanted and the app is connected. ² Pausing after an error
/// that may pass soon, a few times in a run and not for long; else retrying while the app is
/// connected and that may help; else idle. ³ Not if the request is for the choice being sent.
///
/// Each "looking" in these columns is a new run that replaces the old one. `cancelled` for the last
/// request that waits for a run leads to idle. `sending`, `sent`, `comparing`, `compared` and
/// `resumed` are the steps within a run; a replaced run does not report its steps.
///
/// | session | `found` | `missing` | `refused` | `signedOut` |
/// |---|---|---|---|---|
/// | embedded | | | | |
/// | signed out | signed in | signed out | | signed out |
/// | signed in | signed in | signed out | signed out, if that is its token | signed out |
///
/// | following | `served` | `followingEnded` | `refused`, `leaving`, `signedOut`, `left` |
/// |---|---|---|---|
/// | off | on, if the account can be followed, somebody is signed in, and the app is connected | | |
/// | on | | off | off |
struct AgentState: Hashable {
  /// The account's owner.
  enum Session: Hashable {
    /// The Unix user, who does not sign in.
    case embedded
    /// Nobody. A token that the server has refused is not used again.
    case signedOut(SignInReason, refused: TokenStore.Found? = nil)
    case signedIn(TokenStore.Found)
  }

  /// The sending of choices, and the comparison with the account.
  enum Sync: Hashable {
    case idle
    /// The last run failed, and another one follows after a pause.
    case retrying
    case running(Run)
  }

  /// One attempt to synchronize the account and this device.
  struct Run: Hashable {
    enum Step: Hashable {
      /// Reads the files, perhaps after waiting for another agent.
      case looking
      /// Sends the choice of the record with this number.
      case sending(UInt64)
      case comparing
      /// Waits before the next try.
      case pausing(Duration)
    }

    var step = Step.looking
    /// The requests that finish once the account has the last choice.
    var waiting: [Int] = []
    var failures = 0
  }

  enum Event {
    /// A request of the app waits for a run. A run that sends the choice is not replaced; `compares`
    /// sets whether a comparison is wanted.
    case asked(Int, choice: UInt64? = nil, compares: Bool? = nil)
    /// The app has cancelled a request.
    case cancelled(Int)
    /// A comparison is due.
    case compareDue
    /// A request of the app was taken.
    case served
    /// The app has disconnected.
    case left

    case found(TokenStore.Found)
    case missing(SignInReason)
    /// The server has ended the session.
    case refused(TokenStore.Found, SignInReason)
    /// The person ends the session.
    case leaving
    case signedOut

    case sending(UInt64)
    case sent
    case comparing
    case compared
    /// Another instance has made the last choice, and does the comparison.
    case overtaken
    /// Another instance has made a choice.
    case committed(UInt64)
    /// The account and this device agree; a failure does not concern them.
    case succeeded(ServiceFailure? = nil)
    /// A try has failed this long after the run's start. The chance, 0 to 1, spreads the pauses.
    case failed(ServiceFailure, after: Duration, chance: Double)
    case resumed
    case retryDue
    /// The server has answered the session after requests that it had not answered.
    case reached
    case followingEnded
  }

  enum Effect: Hashable {
    /// Starts a run in place of the previous run or retry.
    case run
    /// Reports `retryDue` after this pause.
    case retry(after: Duration)
    /// Ends the run or the retry.
    case stop
    case follow
    case stopFollowing
    /// Keeps the pause that the server requests, in seconds.
    case beginPause(Int)
    case endPause
    case reportSync
    /// Finishes requests; without a failure, with the account's refusal if there is one.
    case finish([Int], AccountFailure? = nil)
    /// Handles news of the account that arrived during a run.
    case heed
  }

  /// The latest start of a retry within a run, so that no request waits for more than ten seconds;
  /// the second value applies when no request waits.
  private static let patience = Duration.milliseconds(3500)
  private static let patienceAlone = Duration.seconds(9)

  private(set) var session: Session
  /// Whether the account can be followed (R62).
  let canFollow: Bool
  private(set) var sync = Sync.idle
  private(set) var isFollowing = false
  /// Whether the app has disconnected.
  private(set) var isAlone = false
  /// Whether the account still has to be compared with this device (R61).
  private(set) var wantsComparison = false
  /// The number of consecutive failures, of this run and those before.
  private(set) var failures = 0
  private(set) var lastFailure: ServiceFailure?

  private(set) var run: Run? {
    get { if case .running(let run) = sync { run } else { nil } }
    // An optional chain would assign nil without a run.
    set { if let newValue { sync = .running(newValue) } }
  }

  var token: TokenStore.Found? {
    if case .signedIn(let found) = session { found } else { nil }
  }

  /// The token that the server has refused.
  var refused: TokenStore.Found? {
    if case .signedOut(_, let refused) = session { refused } else { nil }
  }

  mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .asked(let id, let choice, let compares):
      if let compares { wantsComparison = compares }
      guard let choice, run?.step == .sending(choice) else { return startRun(for: [id]) }
      run?.waiting.append(id)
    case .cancelled(let id):
      guard let place = run?.waiting.firstIndex(of: id) else { return [] }
      run?.waiting.remove(at: place)
      let end = Effect.finish([id], AccountFailure(.cancelled))
      return run?.waiting == [] ? stop() + [end] : [end]
    case .compareDue:
      wantsComparison = true
      return startRun()
    case .served:
      guard canFollow, !isFollowing, !isAlone, token != nil else { return [] }
      isFollowing = true
      return [.follow]
    case .left:
      (isAlone, wantsComparison) = (true, false)
      return stopFollowing() + (run == nil || isSending ? [] : startRun())

    case .found(let found):
      guard session != .embedded else { return [] }
      if token == nil { failures = 0 }
      session = .signedIn(found)
    case .missing(let reason): signOut(reason)
    case .refused(let found, let reason):
      guard token == found else { return [] }
      session = .signedOut(reason, refused: found)
      return stopFollowing()
    case .leaving:
      let waiting = run?.waiting ?? []
      return stop() + [.finish(waiting, AccountFailure(.cancelled))] + stopFollowing()
    case .signedOut:
      signOut(.signedOut)
      return stopFollowing()

    case .sending(let choice):
      run?.step = .sending(choice)
      return [.reportSync]
    case .comparing:
      run?.step = .comparing
      return [.reportSync]
    case .sent, .resumed: run?.step = .looking
    case .compared:
      run?.step = .looking
      wantsComparison = false
    case .overtaken: wantsComparison = false
    case .committed(let choice):
      if case .sending(let former)? = run?.step, choice > former { return startRun() }
    case .succeeded(let remark): return succeeded(remark)
    case .failed(let error, let elapsed, let chance): return failed(error, elapsed, chance)
    case .retryDue: return sync == .retrying ? startRun() : []
    case .reached: if lastFailure?.leavesDoubt ?? false { lastFailure = nil }
    case .followingEnded: isFollowing = false
    }
    return []
  }

  private var isSending: Bool { if case .sending? = run?.step { true } else { false } }

  private mutating func startRun(for ids: [Int] = []) -> [Effect] {
    run = Run(waiting: (run?.waiting ?? []) + ids)
    return [.run]
  }

  private mutating func stop() -> [Effect] {
    guard sync != .idle else { return [] }
    sync = .idle
    return [.stop, .reportSync]
  }

  private mutating func stopFollowing() -> [Effect] {
    guard isFollowing else { return [] }
    isFollowing = false
    return [.stopFollowing]
  }

  private mutating func signOut(_ reason: SignInReason) {
    if session != .embedded { session = .signedOut(reason, refused: refused) }
  }

  private mutating func succeeded(_ remark: ServiceFailure?) -> [Effect] {
    guard let run else { return [] }
    (failures, lastFailure) = (0, remark)
    // A comparison was requested while the last answers were processed.
    if wantsComparison, !isAlone { return [.endPause] + startRun() }
    sync = .idle
    return [.endPause, .reportSync, .finish(run.waiting), .heed]
  }

  private mutating func failed(
    _ error: ServiceFailure, _ elapsed: Duration, _ chance: Double
  ) -> [Effect] {
    guard var run else { return [] }
    failures += 1
    run.failures += 1
    lastFailure = error
    let asked = error.failure.retryAfter
    let effects = (asked.map { [.beginPause($0)] } ?? []) + [Effect.reportSync]
    if error.remedy == .soon,
      let pause = Pauses.within(
        request: run.failures, isAttended: !isAlone, asked: asked, chance: chance),
      elapsed + pause < (isAlone ? Self.patienceAlone : Self.patience)
    {
      run.step = .pausing(pause)
      self.run = run
      return effects
    }
    let pause = Pauses.untilNext(error.remedy, failures: failures, asked: asked, chance: chance)
    let ends = effects + [.finish(run.waiting, error.failure)]
    // The network may come back while the app is connected.
    guard let pause, !isAlone else {
      sync = .idle
      return ends
    }
    sync = .retrying
    return ends + [.retry(after: pause)]
  }
}
