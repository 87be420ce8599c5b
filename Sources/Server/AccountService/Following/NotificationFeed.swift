import AccountDatabase
import AccountDatabasePostgreSQL
import Dispatch
import Synchronization

/// What other servers on the same PostgreSQL database have changed (LISTEN), and what this one has
/// (NOTIFY), in batches.
///
/// What could not be announced is kept until it can be. If that becomes too much, others are told
/// that anything may have changed.
final class NotificationFeed: ChangeFeed {
  /// How long changes are collected, in milliseconds. A NOTIFY for each would cost throughput.
  private static let collecting = 15
  /// The pause after an announcement that failed, in milliseconds.
  private static let pause = 1000

  private struct State {
    var accounts: Set<Int64> = []
    /// Whether there were too many accounts to name them.
    var isEverything = false
    /// Whether an announcement is on the queue.
    var isQueued = false
    /// Whether the last announcement failed, so that each failure is logged once.
    var isFailing = false

    /// What there is to announce; nil for nothing.
    mutating func take() -> AnnouncedNews? {
      defer { (accounts, isEverything) = ([], false) }
      if isEverything { return .unknown }
      return accounts.isEmpty ? nil : .changed(Array(accounts))
    }

    mutating func add(_ news: AnnouncedNews, limit: Int) {
      switch news {
      case .changed(let accounts) where !isEverything: self.accounts.formUnion(accounts)
      case .changed: break
      case .unknown: isEverything = true
      }
      if isEverything || accounts.count > limit { (accounts, isEverything) = ([], true) }
    }
  }

  private let storage: PooledStorage
  private let server: PostgreSQLDatabase
  private let log: AccessLog
  private let limit: Int
  /// By which this server knows its own announcements.
  private let name: String
  private let queue = DispatchQueue(label: "announcements")
  private let state = Mutex(State())
  private let listener = Mutex<AnnouncementListener?>(nil)

  /// - Parameter limit: how many accounts may wait to be announced.
  init(
    _ storage: PooledStorage, _ server: PostgreSQLDatabase, log: AccessLog, limit: Int = 50_000
  ) {
    self.storage = storage
    self.server = server
    self.log = log
    self.limit = limit
    name = randomIdentifier()
  }

  func start(
    isNeeded: @escaping @Sendable () -> Bool, tell: @escaping @Sendable (AnnouncedNews) -> Void
  ) {
    let listener = AnnouncementListener(server, ignoring: name, tell: tell)
    self.listener.withLock { $0 = listener }
    listener.start()
  }

  func publish(_ account: Int64) {
    state.withLock { $0.add(.changed([account]), limit: limit) }
    queueAnnouncement(after: Self.collecting)
  }

  func stop() {
    listener.withLock { $0.take() }?.stop()
    _ = queue.sync { announce() }
  }

  private func queueAnnouncement(after milliseconds: Int) {
    let isFirst = state.withLock { state in
      defer { state.isQueued = true }
      return !state.isQueued
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in
      state.withLock { $0.isQueued = false }
      if !announce() { queueAnnouncement(after: Self.pause) }
    }
  }

  /// Whether nothing is left to announce.
  @discardableResult
  private func announce() -> Bool {
    guard let news = state.withLock({ $0.take() }) else { return true }
    do throws(DatabaseError) {
      try storage.read { database throws(DatabaseError) in
        try database.announce(news, from: name)
      }
      state.withLock { $0.isFailing = false }
      return true
    } catch {
      let isFirst = state.withLock { state in
        state.add(news, limit: limit)
        defer { state.isFailing = true }
        return !state.isFailing
      }
      if isFirst { log.event("announcement.error", error.description) }
      return false
    }
  }
}
