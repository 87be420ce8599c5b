import Foundation
import PostgreSQLCluster
import ServerHarness

extension Attack {
  /// Two servers on a primary with a synchronous standby, while people change their languages. Servers
  /// and backends are killed, the primary restarts, is killed, and is replaced by its standby; the
  /// old one comes back. Nothing that was acknowledged is missing afterwards, nothing was applied
  /// twice or in another order, and nobody gets an error that is not 503.
  ///
  /// With time for it, this goes on until 10,000 changes are acknowledged.
  static let databaseFailures: @Sendable (Date, Score) throws -> Void = { end, score in
    let goal: Int64 = end.timeIntervalSinceNow > 20 ? 10_000 : 0
    repeat {
      let siege = try Siege(score)
      defer { siege.end() }
      try siege.run(until: goal)
    } while Date() < end
  }
}

/// Servers and their databases, while both fail.
private final class Siege {
  private let score: Score
  private let start = Date()
  private let primary: PostgreSQLCluster
  private let standby: PostgreSQLCluster
  private let servers: [Server]
  private let devices = "abcd".map { String(repeating: $0, count: 32) }
  private let writers: [PersistentWriter]
  private var history: ChoiceHistory
  /// The database that accepts writes.
  private var current: PostgreSQLCluster

  private static let name = "accounts"

  init(_ score: Score) throws {
    self.score = score
    primary = try PostgreSQLCluster(["wal_level = replica", "wal_log_hints = on"])
    current = primary
    try primary.start()
    primary.sql("CREATE DATABASE \(Self.name)")
    standby = try PostgreSQLCluster(standbyOf: primary, named: "standby")
    try standby.start()
    primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    primary.sql("SELECT pg_reload_conf()")
    let isSynchronous = eventually { [primary] in
      primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1"
    }
    score.hold(isSynchronous, "the standby is not synchronous")

    let address = PostgreSQLCluster.address(Self.name, of: [primary, standby])
    let users = ["ana", "bob", "eve", "zoe"]
    let servers = [
      try Server(users: users, database: address), try Server(users: [], database: address),
    ]
    for server in servers { try server.start() }
    self.servers = servers
    history = ChoiceHistory(at: primary.address(Self.name))
    writers = try zip(users, devices).map { user, device in
      let token = try servers[0].signIn(user, device: device.first)
      return PersistentWriter(servers, token, device: device)
    }
  }

  func end() {
    for writer in writers { writer.stop() }
  }

  private var acknowledged: [Int64] { writers.map(\.acknowledged) }
  private var total: Int64 { acknowledged.reduce(0, +) }

  func run(until goal: Int64) throws {
    progress("the start", 50)
    // More than half before the standby takes over.
    var round = 0
    repeat {
      try fail(round)
      round += 1
    } while total < goal * 6 / 10
    try loseStandby()
    try promote()
    while total < goal {
      try fail(round)
      round += 1
    }
    let last = acknowledged
    end()
    compare("the end", last)
    score.hold(history.repeated == 0, "\(history.repeated) changes were applied twice")
    score.hold(history.disordered == 0, "\(history.disordered) changes in another order")
    for writer in writers {
      score.hold(writer.nonsense.isEmpty, "an answer was \(writer.nonsense.first ?? "")")
    }
    let pause = writers.map(\.longestPause).max() ?? 0
    score.note(
      "\(last.reduce(0, +)) acknowledged changes in \(round) rounds, "
        + String(format: "longest pause %.2f s", pause))
  }

  /// Waits until all writers go on, and then for as many changes again.
  private func progress(_ event: String, _ count: Int64 = 20) {
    let goals = acknowledged.map { $0 + count }
    let isReached = eventually { zip(acknowledged, goals).allSatisfy { $0 >= $1 } }
    score.hold(isReached, "no changes after \(event)")
    score.note(String(format: "%.2f s: %@", Date().timeIntervalSince(start), event))
    score.tried()
  }

  /// Looks for each change in the list that is acknowledged.
  private func compare(_ event: String, _ acknowledged: [Int64]) {
    for (device, last) in zip(devices, acknowledged) {
      let missing = history.missing(device: device, through: last)
      score.hold(missing == 0, "\(event): \(missing) of \(last) acknowledged changes are missing")
    }
  }

  /// Ends all connections of the servers.
  private func endConnections() {
    current.sql(
      """
      SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
      WHERE application_name = 'lisan-server'
      """)
  }

  /// What passes: a server, connections and the database are killed and come back.
  private func fail(_ round: Int) throws {
    let server = servers[round % servers.count]
    server.kill(SIGKILL)
    progress("kill -9 of a server")
    try server.start()
    progress("its restart")
    for _ in 0..<3 {
      endConnections()
      progress("pg_terminate_backend")
    }
    current.stop()
    try current.start()
    progress("a restart of the database")
    current.crash()
    try current.start()
    progress("kill -9 of the database")
    compare("kill -9 of the database", acknowledged)
  }

  /// The standby goes away: nothing is acknowledged meanwhile, and nobody gets an error but "try
  /// again".
  private func loseStandby() throws {
    standby.stop()
    let before = acknowledged
    let isHeld = eventually {
      primary.sql("SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event = 'SyncRep'") == "t"
    }
    score.hold(isHeld, "no commit waits for the standby")
    for (was, now) in zip(before, acknowledged) {
      // One may have been on its way.
      score.hold(now - was <= 1, "\(now - was) changes were acknowledged without the standby")
    }
    try standby.start()
    progress("the return of the standby")
  }

  /// The primary's machine is gone with its disk, and the standby takes over. Then the former primary
  /// comes back, is named first in the address, and takes writes; nobody may use it.
  private func promote() throws {
    primary.crash()
    let before = acknowledged
    try standby.promote()
    current = standby
    history = history.on(standby.address(Self.name))
    compare("a promotion", before)
    progress("a promotion")
    try primary.start()
    primary.sql("ALTER SYSTEM RESET synchronous_standby_names")
    primary.sql("SELECT pg_reload_conf()")
    endConnections()
    progress("the return of the former primary")
    compare("the return of the former primary", acknowledged)
  }
}
