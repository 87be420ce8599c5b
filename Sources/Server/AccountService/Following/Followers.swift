import AccountDatabasePostgreSQL
import Dispatch
import Synchronization
import SystemCalls

/// The requests that wait for a change of their account (R62). Each holds a connection and some
/// memory, but no thread, and is answered exactly once.
package final class Followers: Sendable {
  /// How many requests may wait.
  package struct Limits: Sendable {
    /// For all accounts together.
    package var all = 10_000
    let account = 50
    /// A device needs one. The others leave room for requests whose client has gone: a server
    /// notices that only when it has something to send.
    let session = 4
  }

  /// How long a client that cannot wait here should wait before it asks again, in seconds.
  private static let pause: Int64 = 60

  private struct State {
    var followers: [UInt64: Follower] = [:]
    /// The numbers of an account's followers; the longest waiting first.
    var byAccount: [Int64: [UInt64]] = [:]
    /// Those that wait until a second of the monotonic clock.
    var byEnd: [Int64: [UInt64]] = [:]
    var lastNumber: UInt64 = 0
    /// All ends up to this second are answered.
    var endedUntil = Followers.second()
    /// The accounts to look at, while a look at them is on the queue.
    var changed: Set<Int64> = []
    /// Whether everything has to be looked at, and whether that is on the queue.
    var needsRound = false
    var isRoundQueued = false
    var isStopping = false

    mutating func remove(_ number: UInt64) -> Follower? {
      guard let follower = followers.removeValue(forKey: number) else { return nil }
      byAccount[follower.account]?.removeAll { $0 == number }
      if byAccount[follower.account]?.isEmpty == true { byAccount[follower.account] = nil }
      return follower
    }
  }

  private let limits: Limits
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "followers")
  /// Created at the start and cancelled by `stop`.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  init(limits: Limits) {
    self.limits = limits
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.endDue() }
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.activate()
  }

  package var count: Int { state.withLock { $0.followers.count } }

  // MARK: Waiting

  /// Lets a request wait, and looks once more for news: its account may have changed before it was
  /// in the list. The longest waiting request of its session or account may have to go for it.
  func add(_ follower: Follower) {
    let result = state.withLock { state -> Result<(UInt64, [Follower]), Refused> in
      guard !state.isStopping else { return .failure(Refused(.unavailable)) }
      let others = state.byAccount[follower.account] ?? []
      let session = others.filter { state.followers[$0]?.tokenHash == follower.tokenHash }
      var displaced: [Follower] = []
      if session.count >= limits.session {
        displaced = session.prefix(1).compactMap { state.remove($0) }
      } else if others.count >= limits.account {
        displaced = others.prefix(1).compactMap { state.remove($0) }
      }
      guard state.followers.count < limits.all else {
        return .failure(Refused(.unavailable, retryAfter: Self.pause))
      }
      state.lastNumber += 1
      state.followers[state.lastNumber] = follower
      state.byAccount[follower.account, default: []].append(state.lastNumber)
      // The current second has begun already.
      state.byEnd[Self.second() + follower.seconds + 1, default: []].append(state.lastNumber)
      return .success((state.lastNumber, displaced))
    }
    switch result {
    case .success((let number, let displaced)):
      look(number)
      for displaced in displaced {
        displaced.tell(.failure(Refused(.tooManyAttempts, retryAfter: Self.pause)))
      }
    case .failure(let refused): follower.tell(.failure(refused))
    }
  }

  /// Answers a follower if there is news for it.
  private func look(_ number: UInt64) {
    guard let follower = state.withLock({ $0.followers[number] }), let news = follower.news else {
      return
    }
    // Somebody else may have answered it meanwhile.
    state.withLock { $0.remove(number) }?.tell(news)
  }

  // MARK: Changes

  /// Answers the followers for whom there is news, soon and on another thread.
  func changed(_ news: AnnouncedNews) {
    switch news {
    case .changed(let accounts): changed(accounts)
    case .unknown:
      let isFirst = state.withLock { state in
        guard !state.followers.isEmpty else { return false }
        state.needsRound = true
        defer { state.isRoundQueued = true }
        return !state.isRoundQueued
      }
      if isFirst { queue.async { [self] in beginRound() } }
    }
  }

  private func changed(_ accounts: [Int64]) {
    let isFirst = state.withLock { state in
      let followed = accounts.filter { state.byAccount[$0] != nil }
      defer { state.changed.formUnion(followed) }
      return state.changed.isEmpty && !followed.isEmpty
    }
    guard isFirst else { return }
    queue.async { [self] in
      let numbers = state.withLock { state in
        defer { state.changed = [] }
        return state.changed.flatMap { state.byAccount[$0] ?? [] }
      }
      look(numbers)
    }
  }

  private func look(_ numbers: [UInt64]) {
    DispatchQueue.concurrentPerform(iterations: numbers.count) { look(numbers[$0]) }
  }

  /// Looks at all followers, because nobody knows what has changed.
  private func beginRound() {
    let numbers = state.withLock { state in
      state.needsRound = false
      return Array(state.followers.keys)
    }
    goRound(numbers[...], spent: 0)
  }

  /// Looks at some followers and queues the rest, so that known changes get in between.
  private func goRound(_ numbers: ArraySlice<UInt64>, spent: Int64) {
    let start = SystemClock.monotonic()
    look(Array(numbers.prefix(256)))
    let spent = spent + SystemClock.monotonic() - start
    let rest = numbers.dropFirst(256)
    guard rest.isEmpty else { return queue.async { [self] in goRound(rest, spent: spent) } }
    // However often something changes, rounds take at most a tenth of the time.
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(spent) * 9)) { [self] in
      let goesOn = state.withLock { state in
        state.isRoundQueued = state.needsRound
        return state.needsRound
      }
      if goesOn { beginRound() }
    }
  }

  // MARK: Ends

  private func endDue() {
    let now = Self.second()
    let due = state.withLock { state -> [Follower] in
      var due: [Follower] = []
      while state.endedUntil < now {
        state.endedUntil += 1
        let numbers = state.byEnd.removeValue(forKey: state.endedUntil) ?? []
        due += numbers.compactMap { state.remove($0) }
      }
      return due
    }
    for follower in due { follower.tell(.success(.unchanged(follower.known))) }
  }

  /// Answers all requests; no other may wait from now on.
  func stop(_ end: (Follower) -> Void) {
    timer.cancel()
    let rest = state.withLock { state -> [Follower] in
      state.isStopping = true
      defer { (state.followers, state.byAccount, state.byEnd) = ([:], [:], [:]) }
      return Array(state.followers.values)
    }
    for follower in rest { end(follower) }
  }

  /// The current second of the monotonic clock.
  private static func second() -> Int64 { SystemClock.monotonic() / 1_000_000_000 }
}
