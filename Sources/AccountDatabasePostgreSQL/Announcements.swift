import AccountDatabase
import CPostgreSQL
import Glibc
import Synchronization
import SystemCalls

/// Tells the servers on one database which accounts were changed (NOTIFY). Nothing is kept: who is
/// not listening compares later.
public enum Announcements {
  static let channel = "lisan_accounts"
  /// PostgreSQL takes payloads of less than 8,000 bytes.
  static let payloadLimit = 7900

  /// The payloads `SENDER:1,2,3` for any number of accounts.
  static func payloads(_ accounts: some Sequence<Int64>, from sender: String) -> [String] {
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

  /// The accounts of a payload, and who sent it; nil for one of another program.
  static func parse(_ payload: String) -> (sender: Substring, accounts: [Int64])? {
    let parts = payload.split(separator: ":")
    guard parts.count == 2 else { return nil }
    return (parts[0], parts[1].split(separator: ",").compactMap { Int64($0) })
  }
}

extension AccountDatabase {
  /// Announces changes that have been committed. On a file this does nothing.
  ///
  /// Changes are announced in batches and not in their own transactions: a NOTIFY takes a lock of
  /// the whole server at its commit, which would cut the changes a second to less than half.
  ///
  /// - Parameter sender: a name of letters and digits, by which a server knows its own.
  public func announce(
    _ accounts: some Sequence<Int64>, from sender: String
  ) throws(DatabaseError) {
    guard connection.engine == .postgresql else { return }
    for payload in Announcements.payloads(accounts, from: sender) {
      try connection.run(
        "SELECT pg_notify('\(Announcements.channel)', ?1)", .text(payload))
    }
  }
}

/// Listens to announcements on a connection and a thread of its own, and connects again whenever the
/// connection is lost.
public final class AnnouncementListener: Sendable {
  public enum News: Hashable, Sendable {
    /// These accounts were changed.
    case changed([Int64])
    /// The listener has just begun to listen, so it may have missed something.
    case unknown
  }

  private let server: PostgreSQLDatabase
  private let name: String
  private let tell: @Sendable (News) -> Void
  private let isStopped = Atomic(false)

  /// How long a wait may take until the end is noticed, in milliseconds.
  private static let round: Int32 = 250
  /// How long it may take until a dead connection is noticed, in nanoseconds.
  private static let checkPeriod: Int64 = 30_000_000_000
  private static let firstPause: Int32 = 50
  private static let longestPause: Int32 = 2000

  /// - Parameters:
  ///   - name: the sender whose announcements are left out.
  ///   - tell: called on the listener's thread.
  public init(
    _ server: PostgreSQLDatabase, ignoring name: String,
    tell: @escaping @Sendable (News) -> Void
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
        poll(nil, 0, Int32.random(in: pause / 2...pause))
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }

  private func listen(on connection: PostgreSQLConnection) throws(DatabaseError) {
    var checkedAt = SystemClock.monotonic()
    while goesOn {
      let payloads = try connection.notifications(withinMilliseconds: Self.round)
      var accounts: [Int64] = []
      for payload in payloads {
        guard let (sender, changed) = Announcements.parse(payload), sender != name else {
          continue
        }
        accounts += changed
      }
      if !accounts.isEmpty { tell(.changed(accounts)) }
      // A host that vanished sends no end.
      if SystemClock.monotonic() - checkedAt > Self.checkPeriod {
        connection.deadline = SystemClock.monotonic() + 3_000_000_000
        try server.look(through: connection)
        checkedAt = SystemClock.monotonic()
      }
    }
  }
}

extension PostgreSQLConnection {
  /// The payloads that have arrived; waits for the first one.
  func notifications(withinMilliseconds limit: Int32) throws(DatabaseError) -> [String] {
    var payloads = takeNotifications()
    guard payloads.isEmpty else { return payloads }
    var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    if poll(&watched, 1, limit) > 0 {
      try receive()
      payloads = takeNotifications()
    }
    return payloads
  }
}
