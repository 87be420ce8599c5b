import AccountDatabase
import Glibc
import Synchronization
import SystemCalls

/// What is announced.
public enum AnnouncedNews: Hashable, Sendable {
  /// These accounts were changed.
  case changed([Int64])
  /// Any account may have been changed.
  case unknown
}

/// Tells the servers on one database which accounts were changed (NOTIFY). Nothing is kept: who is
/// not listening compares later.
enum Announcements {
  static let channel = "lisan_accounts"
  /// PostgreSQL takes payloads of less than 8,000 bytes.
  static let payloadLimit = 7900

  /// The payloads `SENDER:1,2,3` for any number of accounts, or `SENDER:*`.
  static func payloads(_ news: AnnouncedNews, from sender: String) -> [String] {
    guard case .changed(let accounts) = news else { return ["\(sender):*"] }
    var payloads: [String] = []
    var payload = ""
    for account in accounts {
      let number = String(account)
      if payload.utf8.count + number.utf8.count + 1 > payloadLimit {
        payloads.append(payload)
        payload = ""
      }
      payload += payload.isEmpty ? "\(sender):\(number)" : ",\(number)"
    }
    return payload.isEmpty ? payloads : payloads + [payload]
  }

  /// What a payload says, and who sent it; nil for one of another program.
  static func parse(_ payload: String) -> (sender: Substring, news: AnnouncedNews)? {
    let parts = payload.split(separator: ":")
    guard parts.count == 2 else { return nil }
    if parts[1] == "*" { return (parts[0], .unknown) }
    return (parts[0], .changed(parts[1].split(separator: ",").compactMap { Int64($0) }))
  }
}

extension AccountDatabase {
  /// Announces changes that have been committed. On a file this does nothing.
  ///
  /// Changes are announced in batches and not in their own transactions: a NOTIFY takes a lock of
  /// the whole server at its commit, which would cut the changes a second to less than half.
  ///
  /// - Parameter sender: a name of letters and digits, by which a server knows its own.
  public func announce(_ news: AnnouncedNews, from sender: String) throws(DatabaseError) {
    guard connection.engine == .postgresql else { return }
    for payload in Announcements.payloads(news, from: sender) {
      try connection.run(
        "SELECT pg_notify('\(Announcements.channel)', ?1)", .text(payload))
    }
  }
}

/// Listens to announcements on a connection and a thread of its own, and connects again whenever the
/// connection is lost.
///
/// Whenever it begins to listen it may have missed something, so it tells that anything may have
/// changed.
public final class AnnouncementListener: Sendable {
  private let server: PostgreSQLDatabase
  private let name: String
  private let tell: @Sendable (AnnouncedNews) -> Void
  private let isStopped = Atomic(false)

  /// How long a wait may take until the end is noticed, in milliseconds.
  private static let round = Duration.milliseconds(250)
  /// How long it may take until a dead connection is noticed, in nanoseconds.
  private static let checkPeriod: Int64 = 30_000_000_000
  private static let firstPause: Int32 = 50
  private static let longestPause: Int32 = 2000

  /// - Parameters:
  ///   - name: the sender whose announcements are left out.
  ///   - tell: called on the listener's thread.
  public init(
    _ server: PostgreSQLDatabase, ignoring name: String,
    tell: @escaping @Sendable (AnnouncedNews) -> Void
  ) {
    self.server = server
    self.name = name
    self.tell = tell
  }

  public func start() {
    SystemThread.mustStart { [self] in run() }
  }

  /// Ends within a quarter of a second.
  public func stop() { isStopped.store(true, ordering: .relaxed) }

  private var goesOn: Bool { !isStopped.load(ordering: .relaxed) }

  private func run() {
    var pause = Self.firstPause
    while goesOn {
      do throws(DatabaseError) {
        let connection = try server.connect()
        try connection.execute("LISTEN \(Announcements.channel)")
        pause = Self.firstPause
        tell(.unknown)
        try listen(on: connection)
      } catch {
        // Servers that lost the database together come back at different times.
        idle(for: .milliseconds(Int32.random(in: pause / 2...pause)))
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }

  private func listen(on connection: PostgreSQLConnection) throws(DatabaseError) {
    var checkedAt = SystemClock.monotonic()
    while goesOn {
      for payload in try connection.notifications(within: Self.round) {
        guard let (sender, news) = Announcements.parse(payload), sender != name else { continue }
        tell(news)
      }
      // A host that vanished sends no end.
      if SystemClock.monotonic() - checkedAt > Self.checkPeriod {
        connection.deadline = SystemClock.monotonic() + 3_000_000_000
        try server.look(through: connection)
        checkedAt = SystemClock.monotonic()
      }
    }
  }
}
