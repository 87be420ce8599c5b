import AccountDatabasePostgreSQL
import Dispatch

/// Notices that another process has changed the same SQLite file, such as an administration
/// command. SQLite does not say what was changed.
///
/// It asks for `PRAGMA data_version` on the writer's connection: the number changes with the commits
/// of all connections but that one, so this server's own changes do not count.
final class DataVersionFeed: ChangeFeed {
  /// The time between two looks, in milliseconds.
  private static let interval = 250

  private let storage: FileStorage
  private let queue = DispatchQueue(label: "data-version")
  /// Used only on the queue.
  nonisolated(unsafe) private var timer: (any DispatchSourceTimer)?
  nonisolated(unsafe) private var version: Int64?

  init(_ storage: FileStorage) {
    self.storage = storage
  }

  func start(
    isNeeded: @escaping @Sendable () -> Bool, tell: @escaping @Sendable (AnnouncedNews) -> Void
  ) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.look(isNeeded, tell) }
    timer.schedule(deadline: .now(), repeating: .milliseconds(Self.interval))
    timer.activate()
    queue.sync { self.timer = timer }
  }

  /// SQLite tells the others by itself.
  func publish(_ account: Int64) {}

  func stop() {
    queue.sync {
      timer?.cancel()
      timer = nil
    }
  }

  private func look(_ isNeeded: () -> Bool, _ tell: (AnnouncedNews) -> Void) {
    guard timer != nil, isNeeded() else {
      version = nil
      return
    }
    // Not readable now: the next look tries again.
    guard let now = storage.dataVersion() else { return }
    // At the first look, the first follower may have missed something already.
    if version != now { tell(.unknown) }
    version = now
  }
}
