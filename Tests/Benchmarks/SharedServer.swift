import Foundation
import PostgreSQLCluster

/// `lisan-server` on PostgreSQL, with 32 connections on loopback (wrk): changes of random accounts,
/// in alternating pairs with pgbench, which runs the statement that decides a choice; and reads. With
/// a thousand, a hundred thousand and a million accounts.
func measureSharedServer(_ table: Table) async throws {
  let cluster = try PostgreSQLCluster(["shared_buffers = 256MB", "max_wal_size = 4GB"])
  try cluster.start()
  table.begin("The account server on PostgreSQL, 32 connections on loopback")
  var changes: [Measured] = []
  for accounts in [1_000, 100_000, 1_000_000] {
    try await withScratch { scratch in
      let results = try measureSharedServer(cluster, accounts: accounts, scratch)
      let name = "\(accounts) accounts"
      let ours = Measured("lisan-server", results.changes.map(\.speed))
      changes.append(ours)
      table.add(
        "PATCH /rpc/me, \(name)", "1/s", ours, [Measured("pgbench", results.pgbench)],
        bars: [.ratioAtLeast(0.5, to: "pgbench")])
      table.add(
        "PATCH /rpc/me, p99, \(name)", "ms",
        Measured("lisan-server", results.changes.map(\.tail)))
      table.add(
        "GET /rpc/me, \(name)", "1/s", Measured("lisan-server", results.reads.map(\.speed)))
      table.add(
        "GET /rpc/me, p99, \(name)", "ms",
        Measured("lisan-server", results.reads.map(\.tail)))
    }
  }
  table.add(
    "changes with a thousand accounts to a million", "",
    Measured("lisan-server", [changes[0].median / changes[2].median]), bars: [.atMost(1.3)])
}

private struct SharedResults {
  var changes: [(speed: Double, tail: Double)] = []
  var reads: [(speed: Double, tail: Double)] = []
  var pgbench: [Double] = []
}

private func measureSharedServer(
  _ cluster: PostgreSQLCluster, accounts: Int, _ scratch: String
) throws -> SharedResults {
  let here = URL(filePath: #filePath).deletingLastPathComponent().path(percentEncoded: false)
  let directory = FileManager.default.currentDirectoryPath
  let program = "\(directory)/.build/release/lisan-server"
  let name = cluster.newDatabase()
  defer { cluster.dropDatabase(name) }
  let address = cluster.address(name)
  _ = try output(
    program, ["migrate", "--database", address, "--resources", "\(directory)/Resources"])

  let sessions = min(accounts, 1000)
  let (tokens, rows) = ("\(scratch)/tokens", "\(scratch)/rows")
  _ = try output(
    "/usr/bin/python3", ["\(here)sessions.py", "\(sessions)", "\(accounts)", tokens, rows])
  let fill = """
    INSERT INTO account (id, login, name, preferred_locale)
      SELECT n, 'user' || n, 'User ' || n, 'en' FROM generate_series(1, \(accounts)) n;
    INSERT INTO profile (id, account, name, language_code)
      SELECT n, n, 'User ' || n, 'en' FROM generate_series(1, \(accounts)) n;
    UPDATE account SET active_profile = id;
    INSERT INTO device (account, device, sequence, seen_at, language, chosen_at)
      SELECT n, lpad(to_hex(d), 32, 'f'), 1, 0, 'en', 0
      FROM generate_series(1, \(accounts)) n, generate_series(1, 3) d;
    \\copy session (token_hash, account, device, created_at, expires_at) FROM '\(rows)'
    VACUUM ANALYZE;
    CHECKPOINT;
    """
  _ = try output("/usr/bin/psql", ["-q", "-v", "ON_ERROR_STOP=1", "-d", address], input: fill)
  let statement = """
    \\set account random(1, \(accounts))
    SELECT outcome FROM choose(:account, lpad(to_hex(:client_id), 32, 'e'),
      CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT),
      CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT),
      CASE WHEN :account % 2 = 0 THEN 'ar' ELSE 'en' END,
      CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT), 200);

    """
  try statement.write(toFile: "\(scratch)/choose.sql", atomically: true, encoding: .utf8)

  let server = Process()
  server.executableURL = URL(filePath: program)
  server.arguments = [
    "--listen", "127.0.0.1:0", "--database", address, "--log", "\(scratch)/log", "--resources",
    "\(directory)/Resources",
  ]
  let said = Pipe()
  server.standardOutput = said
  try server.run()
  defer {
    server.terminate()
    server.waitUntilExit()
  }
  let line = String(decoding: said.fileHandleForReading.availableData, as: UTF8.self)
  guard let place = line.range(of: "http://") else { fatalError("the server said: \(line)") }
  let url = line[place.lowerBound...].prefix { !$0.isWhitespace && $0.isASCII }
  let token = try String(contentsOfFile: tokens, encoding: .utf8).prefix { $0 != "\n" }

  var results = SharedResults()
  var start = 0
  for _ in 0..<5 {
    // Each run goes on after the numbers of the one before.
    start += 10_000_000
    results.changes.append(
      try wrk(
        3,
        [
          "-s", "\(here)change_many.lua", "-H", "X-Start: \(start)", "\(url)/rpc/me", "--", tokens,
        ]))
    let text = try output(
      "/usr/lib/postgresql/15/bin/pgbench",
      [
        "-n", "-M", "prepared", "-c", "12", "-j", "2", "-T", "3", "-f", "\(scratch)/choose.sql",
        address,
      ])
    guard let row = text.split(separator: "\n").first(where: { $0.hasPrefix("tps") }),
      let speed = row.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) })
    else { fatalError("pgbench: \(text)") }
    results.pgbench.append(speed)
    results.reads.append(try wrk(3, ["-H", "Authorization: Bearer \(token)", "\(url)/rpc/me"]))
  }
  return results
}
