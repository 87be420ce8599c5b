import Foundation
import PostgreSQLCluster
import ServerHarness

extension Attack {
  /// Two servers on a primary with a synchronous standby, while people change their languages. Servers
  /// and backends are killed, the primary restarts, is killed, and is replaced by its standby; the
  /// old one comes back. Nothing that was acknowledged is missing afterwards, nothing was applied
  /// twice or in another order, and nobody gets an error that is not 503.
  static let databaseFailures: @Sendable (Date, Score) throws -> Void = { end, score in
    repeat { try databaseFailure(end, score) } while Date() < end
  }

  private static func databaseFailure(_ end: Date, _ score: Score) throws {
    let name = "accounts"
    let primary = try PostgreSQLCluster(["wal_level = replica", "wal_log_hints = on"])
    try primary.start()
    primary.sql("CREATE DATABASE \(name)")
    let standby = try PostgreSQLCluster(standbyOf: primary, named: "standby")
    try standby.start()
    primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    primary.sql("SELECT pg_reload_conf()")
    let isSynchronous = eventually {
      primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1"
    }
    score.hold(isSynchronous, "the standby is not synchronous")

    let address = PostgreSQLCluster.address(name, of: [primary, standby])
    let users = ["ana", "bob", "eve", "zoe"]
    let servers = [
      try Server(users: users, database: address), try Server(users: [], database: address),
    ]
    for server in servers { try server.start() }
    var history = ChoiceHistory(at: primary.address(name))
    let devices = "abcd".map { String(repeating: $0, count: 32) }
    var writers: [PersistentWriter] = []
    for (user, device) in zip(users, devices) {
      let token = try servers[0].signIn(user, device: device.first)
      writers.append(PersistentWriter(servers, token, device: device))
    }
    defer { for writer in writers { writer.stop() } }

    let start = Date()

    /// Waits until all writers go on, and then for as many changes again.
    func progress(_ event: String, _ count: Int64 = 20) {
      let goals = writers.map { $0.acknowledged + count }
      let isReached = eventually {
        zip(writers, goals).allSatisfy { $0.acknowledged >= $1 }
      }
      score.hold(isReached, "no changes after \(event)")
      score.note(String(format: "%.2f s: %@", Date().timeIntervalSince(start), event))
      score.tried()
    }
    func compare(_ event: String, _ acknowledged: [Int64]) {
      for (device, last) in zip(devices, acknowledged) {
        let missing = history.missing(device: device, through: last)
        score.hold(missing == 0, "\(event): \(missing) of \(last) acknowledged changes are missing")
      }
    }

    progress("the start", 50)
    servers[0].kill(SIGKILL)
    progress("kill -9 of a server")
    try servers[0].start()
    progress("its restart")
    for _ in 0..<3 {
      primary.sql(
        """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE application_name = 'lisan-server'
        """)
      progress("pg_terminate_backend")
    }
    primary.stop()
    try primary.start()
    progress("a restart of the primary")
    primary.crash()
    try primary.start()
    progress("a crash of the primary")
    compare("a crash of the primary", writers.map(\.acknowledged))

    // The standby is gone: nothing is acknowledged, reading goes on, and nobody gets an error but
    // "try again".
    standby.stop()
    let before = writers.map(\.acknowledged)
    let isHeld = eventually {
      primary.sql("SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event = 'SyncRep'") == "t"
    }
    score.hold(isHeld, "no commit waits for the standby")
    let during = writers.map(\.acknowledged)
    for (was, now) in zip(before, during) {
      // One may have been on its way.
      score.hold(now - was <= 1, "\(now - was) changes were acknowledged without the standby")
    }
    try standby.start()
    progress("the return of the standby")

    // The primary's machine is gone with its disk.
    primary.crash()
    let acknowledged = writers.map(\.acknowledged)
    try standby.promote()
    history = history.on(standby.address(name))
    compare("a promotion", acknowledged)
    progress("a promotion")
    // It comes back, is named first in the address, and takes writes. Nobody may use it.
    primary.sql("ALTER SYSTEM RESET synchronous_standby_names")
    try primary.configure(["synchronous_standby_names = ''"])
    try primary.start()
    standby.sql(
      """
      SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
      WHERE application_name = 'lisan-server'
      """)
    progress("the return of the former primary")
    let last = writers.map(\.acknowledged)
    for writer in writers { writer.stop() }
    compare("the return of the former primary", last)
    score.hold(history.repeated == 0, "\(history.repeated) changes were applied twice")
    score.hold(history.disordered == 0, "\(history.disordered) changes in another order")
    for writer in writers {
      score.hold(writer.nonsense.isEmpty, "an answer was \(writer.nonsense.first ?? "")")
    }
    score.note(
      "\(last.reduce(0, +)) acknowledged changes, "
        + String(format: "longest pause %.2f s", writers.map(\.longestPause).max() ?? 0))
  }
}
