import AccountDatabase
import AccountDatabasePostgreSQL
import CSodium
import Dispatch
import Synchronization

/// What other servers on the same PostgreSQL database have changed (LISTEN), and what this one has
/// (NOTIFY), in batches.
final class NotificationFeed: ChangeFeed {
  /// How long changes are collected, in milliseconds. A NOTIFY for each would cost throughput.
  private static let collecting = 15

  private let storage: PooledStorage
  private let server: PostgreSQLDatabase
  private let log: AccessLog
  /// By which this server knows its own announcements.
  private let name: String
  private let queue = DispatchQueue(label: "announcements")
  private let changed = Mutex<Set<Int64>>([])
  private let listener = Mutex<AnnouncementListener?>(nil)

  init(_ storage: PooledStorage, _ server: PostgreSQLDatabase, log: AccessLog) {
    self.storage = storage
    self.server = server
    self.log = log
    name = (0..<4).map { _ in String(randombytes_random(), radix: 36) }.joined()
  }

  func start(
    isNeeded: @escaping @Sendable () -> Bool, tell: @escaping @Sendable (AccountNews) -> Void
  ) {
    let listener = AnnouncementListener(server, ignoring: name) { news in
      switch news {
      case .changed(let accounts): tell(.changed(accounts))
      case .unknown: tell(.unknown)
      }
    }
    self.listener.withLock { $0 = listener }
    listener.start()
  }

  func publish(_ account: Int64) {
    let isFirst = changed.withLock { changed in
      changed.insert(account)
      return changed.count == 1
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.collecting)) { [self] in announce() }
  }

  func stop() {
    listener.withLock { $0.take() }?.stop()
    queue.sync { announce() }
  }

  private func announce() {
    let accounts = changed.withLock { changed in
      defer { changed = [] }
      return changed
    }
    guard !accounts.isEmpty else { return }
    do throws(DatabaseError) {
      try storage.read { database throws(DatabaseError) in
        try database.announce(accounts, from: name)
      }
    } catch {
      // Followers compare at long intervals.
      log.event("announcement.error", error.description)
    }
  }
}
