import Foundation
import PostgreSQLCluster

/// `lisan-server` through HTTP with 32 connections on loopback (wrk): changes and reads of random
/// accounts, on PostgreSQL with a thousand, a hundred thousand and a million accounts, in alternating
/// pairs with pgbench, which runs the same full statements with 32 connections; and on SQLite.
///
/// - Parameters:
///   - sizes: the numbers of accounts.
///   - rounds: how often each is measured.
func measureSharedServer(
  _ table: Table, sizes: [Int], rounds: Int = 5
) async throws {
  try await withScratch(in: "\(RunningServer.directory)/.build") { scratch in
    // What the active people need fits into memory, as the guide advises.
    let cluster = try PostgreSQLCluster(["shared_buffers = 3GB", "max_wal_size = 4GB"])
    try cluster.start()
    let file = try FileSubject(accounts: sizes[0], scratch)
    let subjects = try sizes.map { try SharedSubject(cluster, accounts: $0, scratch) }
    // All in turn, so that load on the machine affects them alike.
    for _ in 0..<rounds {
      try file.traffic.measure()
      for subject in subjects { try subject.measure() }
    }

    table.begin("The account server with many accounts, 32 connections on loopback")
    for subject in subjects {
      let name = "\(subject.accounts) accounts"
      table.add(
        "PATCH /rpc/me, \(name)", "1/s", Measured("PostgreSQL", subject.traffic.changes),
        [Measured("pgbench", subject.directChanges)]
          + (subject.accounts == sizes[0] ? [Measured("SQLite", file.traffic.changes)] : []),
        bars: [.ratioAtLeast(0.5, to: "pgbench")])
      table.add(
        "PATCH /rpc/me, p99, \(name)", "ms", Measured("PostgreSQL", subject.traffic.changeTails))
      table.add(
        "GET /rpc/me, \(name)", "1/s", Measured("PostgreSQL", subject.traffic.reads),
        [Measured("pgbench", subject.directReads)]
          + (subject.accounts == sizes[0] ? [Measured("SQLite", file.traffic.reads)] : []),
        bars: [.ratioAtLeast(0.5, to: "pgbench")])
      table.add(
        "GET /rpc/me, p99, \(name)", "ms", Measured("PostgreSQL", subject.traffic.readTails))
    }
    let (few, many) = (subjects[0], subjects[subjects.count - 1])
    // By how much the most accounts are slower than the fewest, round by round.
    func cost(_ few: [Double], _ many: [Double]) -> [Double] { zip(few, many).map { $0 / $1 } }
    for (what, values, direct) in [
      (
        "changes", cost(few.traffic.changes, many.traffic.changes),
        cost(few.directChanges, many.directChanges)
      ),
      ("changes, p99", cost(many.traffic.changeTails, few.traffic.changeTails), []),
      (
        "reads", cost(few.traffic.reads, many.traffic.reads),
        cost(few.directReads, many.directReads)
      ),
      ("reads, p99", cost(many.traffic.readTails, few.traffic.readTails), []),
    ] {
      table.add(
        "\(sizes[sizes.count - 1]) accounts cost, \(what)", "times", Measured("PostgreSQL", values),
        direct.isEmpty ? [] : [Measured("pgbench", direct)], bars: [.atMost(1.3)])
    }
  }
}

/// What a server does through HTTP: requests a second, and the latency of the slowest hundredth in
/// milliseconds.
private final class Traffic {
  private let server: RunningServer
  private let tokens: String
  private(set) var changes: [Double] = []
  private(set) var changeTails: [Double] = []
  private(set) var reads: [Double] = []
  private(set) var readTails: [Double] = []

  static let seconds = 2
  static let here = URL(filePath: #filePath).deletingLastPathComponent().path(percentEncoded: false)

  init(_ server: RunningServer, tokens: String) {
    (self.server, self.tokens) = (server, tokens)
  }

  func measureChanges() throws { try measure("change", &changes, &changeTails) }
  func measureReads() throws { try measure("read", &reads, &readTails) }

  func measure() throws {
    try measureChanges()
    try measureReads()
  }

  private func measure(
    _ what: String, _ speeds: inout [Double], _ tails: inout [Double]
  ) throws {
    let result = try wrk(
      Self.seconds,
      ["-s", "\(Self.here)change_many.lua", "\(server.url)/rpc/me", "--", tokens, what])
    speeds.append(result.speed)
    tails.append(result.tail)
  }
}

/// Writes the tokens of sessions, and their rows; see `sessions.py`.
private func makeSessions(
  accounts: Int, _ tokens: String, _ rows: String, _ more: [String] = []
) throws -> Int {
  let count = min(accounts, 100_000)
  _ = try output(
    "/usr/bin/python3",
    ["\(Traffic.here)sessions.py", "\(count)", "\(accounts)", tokens, rows] + more)
  return count
}

/// A server on SQLite.
private struct FileSubject {
  let traffic: Traffic

  init(accounts: Int, _ scratch: String) throws {
    let (database, tokens) = ("\(scratch)/accounts.db", "\(scratch)/tokens")
    try RunningServer.administer(["init"], at: database)
    _ = try makeSessions(accounts: accounts, tokens, "\(scratch)/rows", [database])
    traffic = Traffic(try RunningServer(database, log: "\(scratch)/log"), tokens: tokens)
  }
}

/// A server on PostgreSQL, and pgbench beside it on the same database.
private final class SharedSubject {
  let accounts: Int
  let traffic: Traffic
  /// Statements a second.
  private(set) var directChanges: [Double] = []
  private(set) var directReads: [Double] = []
  private let address: String
  private let scratch: String

  init(_ cluster: PostgreSQLCluster, accounts: Int, _ directory: String) throws {
    self.accounts = accounts
    scratch = "\(directory)/\(accounts)"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    address = cluster.address(cluster.newDatabase())
    try RunningServer.administer(["init"], at: address)
    let (tokens, rows) = ("\(scratch)/tokens", "\(scratch)/rows")
    let sessions = try makeSessions(accounts: accounts, tokens, rows)
    _ = try output(
      "/usr/bin/psql", ["-q", "-v", "ON_ERROR_STOP=1", "-d", address],
      input: Self.fill(accounts, rows))
    try Self.change(sessions).write(
      toFile: "\(scratch)/change.sql", atomically: true, encoding: .utf8)
    try Self.read(sessions).write(
      toFile: "\(scratch)/read.sql", atomically: true, encoding: .utf8)
    traffic = Traffic(try RunningServer(address, log: "\(scratch)/log"), tokens: tokens)
  }

  func measure() throws {
    try traffic.measureChanges()
    directChanges.append(try pgbench("change.sql"))
    try traffic.measureReads()
    directReads.append(try pgbench("read.sql"))
  }

  private func pgbench(_ script: String) throws -> Double {
    let text = try output(
      "/usr/lib/postgresql/15/bin/pgbench",
      [
        "-n", "-M", "prepared", "-c", "32", "-j", "2", "-T", "\(Traffic.seconds)", "-f",
        "\(scratch)/\(script)", address,
      ])
    guard let row = text.split(separator: "\n").first(where: { $0.hasPrefix("tps") }),
      let speed = row.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) }),
      text.contains("number of failed transactions: 0 ")
    else { fatalError("pgbench: \(text)") }
    return speed
  }

  /// Accounts with a profile and three devices each, and the sessions. `subject` tells pgbench what
  /// the requests contain.
  private static func fill(_ accounts: Int, _ rows: String) -> String {
    """
    INSERT INTO account (id, login, name, preferred_locale)
      SELECT n, 'user' || n, 'User ' || n, 'en' FROM generate_series(1, \(accounts)) n;
    INSERT INTO profile (id, account, name, language_code)
      SELECT n, n, 'User ' || n, 'en' FROM generate_series(1, \(accounts)) n;
    UPDATE account SET active_profile = id;
    INSERT INTO device (account, device, sequence, seen_at, language, chosen_at)
      SELECT n, lpad(to_hex(d), 32, 'f'), 1, 0, 'en', 0
      FROM generate_series(1, \(accounts)) n, generate_series(1, 3) d;
    CREATE TABLE subject (n BIGINT PRIMARY KEY, hash BYTEA, account BIGINT, device TEXT);
    \\copy subject FROM '\(rows)'
    INSERT INTO session (token_hash, account, device, created_at, expires_at)
      SELECT hash, account, device, 0, 9223372036854775807 FROM subject;
    VACUUM ANALYZE;
    CHECKPOINT;

    """
  }

  /// The statement of a change.
  private static func change(_ sessions: Int) -> String {
    """
    \\set n random(1, \(sessions))
    SELECT chosen.* FROM subject,
      choose_and_read(hash, account, device,
        CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT),
        CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT),
        (ARRAY['ar', 'en'])[1 + CAST(random() AS INTEGER)],
        CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT), 200) chosen
      WHERE subject.n = :n;

    """
  }

  /// The statement of a read.
  private static func read(_ sessions: Int) -> String {
    """
    \\set n random(1, \(sessions))
    SELECT session.account, expires_at, session.device, account.id, login, account.name, email,
      phone, note, is_developer, preferred_locale, choice_device, choice_sequence, choice_at,
      active_profile, analytics, diagnostics, profile.id, profile.name, profile.language_code
      FROM session JOIN account ON account.id = session.account
      LEFT JOIN profile ON profile.account = account.id
      WHERE token_hash = (SELECT hash FROM subject WHERE subject.n = :n) ORDER BY profile.id;

    """
  }
}
