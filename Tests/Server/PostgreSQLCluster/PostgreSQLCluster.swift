import Foundation
import Synchronization

/// A PostgreSQL server of this process: its own data in a scratch folder, on a Unix socket, without
/// privileges. It ends with this process, even if that is killed.
package final class PostgreSQLCluster: Sendable {
  /// The data directory.
  package let directory: String
  package let port: Int
  private let process = Mutex<Process?>(nil)

  /// The folder of this process, with the sockets.
  package var socketFolder: String { Scratch.shared.path }

  private init(_ name: String) {
    port = Scratch.shared.nextPort()
    directory = "\(Scratch.shared.path)/\(name)\(port)"
  }

  /// The cluster that tests share. Each takes databases of its own.
  package static let shared: PostgreSQLCluster = {
    do {
      let cluster = try PostgreSQLCluster()
      try cluster.start()
      return cluster
    } catch {
      fatalError("PostgreSQL does not start: \(error)")
    }
  }()

  /// A cluster of a test's own, not started yet.
  ///
  /// - Parameter settings: lines of `postgresql.conf`.
  package convenience init(_ settings: [String] = []) throws {
    self.init("primary")
    try Scratch.shared.copyTemplate(to: directory)
    try configure(
      [
        "shared_buffers = 16MB", "wal_retrieve_retry_interval = 100ms", "max_connections = 150",
      ] + settings)
  }

  /// A standby that follows `primary` (pg_basebackup), not started yet.
  package convenience init(standbyOf primary: PostgreSQLCluster, named name: String) throws {
    self.init("standby")
    try Scratch.shared.run([
      "pg_basebackup", "-d",
      "host=\(socketFolder) port=\(primary.port) user=lisan application_name=\(name)", "-D",
      directory, "-c", "fast", "-X", "stream", "-R", "-C", "-S", "\(name)_\(port)", "--no-sync",
    ])
  }

  deinit { stop(SIGQUIT) }

  /// Appends settings to `postgresql.conf`; of equal ones the last wins.
  package func configure(_ settings: [String]) throws {
    let file = "\(directory)/postgresql.conf"
    let handle = try FileHandle(forWritingTo: URL(filePath: file))
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(settings.map { "\($0)\n" }.joined().utf8))
  }

  /// Starts the server and waits until it accepts connections.
  package func start() throws {
    let started = try Scratch.shared.spawn(
      [
        "postgres", "-D", directory, "-k", socketFolder, "-p", "\(port)", "-c",
        "listen_addresses=",
      ], log: "\(directory).log")
    process.withLock { $0 = started }
    let isUp = waitUntil { PostgreSQLShell.accepts(address("postgres")) || !started.isRunning }
    guard isUp, started.isRunning else { throw PostgreSQLTrouble("no start: \(logText)") }
  }

  /// The server's log.
  package var logText: String {
    (try? String(contentsOf: URL(filePath: "\(directory).log"), encoding: .utf8)) ?? ""
  }

  /// Ends the server: INT ends connections first, QUIT does not write to disk first.
  package func stop(_ signal: Int32 = SIGINT) {
    guard let process = process.withLock({ $0.take() }), process.isRunning else { return }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
  }

  /// Kills the server and all that belongs to it, as a power cut would: nothing is written.
  package func crash() {
    guard let process = process.withLock({ $0.take() }), process.isRunning else { return }
    let backends = children(of: process.processIdentifier)
    kill(process.processIdentifier, SIGKILL)
    for backend in backends { kill(backend, SIGKILL) }
    process.waitUntilExit()
    // The next start refuses while one of them has the shared memory.
    _ = waitUntil { backends.allSatisfy { kill($0, 0) != 0 } }
  }

  /// Makes a standby a primary, and waits until it is one.
  package func promote() throws {
    guard sql("SELECT pg_promote(true, 20)") == "t" else { throw PostgreSQLTrouble("no promotion") }
  }

  /// The address of a database for libpq.
  package func address(_ database: String) -> String {
    "postgresql:///\(database)?host=\(socketFolder)&port=\(port)&user=lisan"
  }

  /// The address of a database on the first of several servers that accepts writes.
  package static func address(_ database: String, of clusters: [PostgreSQLCluster]) -> String {
    let hosts = clusters.map { _ in Scratch.shared.path }.joined(separator: ",")
    let ports = clusters.map { "\($0.port)" }.joined(separator: ",")
    return "postgresql:///\(database)?host=\(hosts)&port=\(ports)&user=lisan"
  }

  /// Runs SQL beside the programs under test; see `PostgreSQLShell.run`.
  @discardableResult
  package func sql(_ statement: String, in database: String = "postgres") -> String? {
    PostgreSQLShell.run(statement, at: address(database))
  }

  /// Creates an empty database with a name of its own.
  package func newDatabase() -> String {
    let name = "lisan\(Scratch.shared.nextNumber())"
    // Copying files costs no log, and a checkpoint that is cheap here.
    precondition(sql("CREATE DATABASE \(name) STRATEGY = wal_log") != nil)
    return name
  }

  package func dropDatabase(_ name: String) { sql("DROP DATABASE IF EXISTS \(name) WITH (FORCE)") }

  private func children(of parent: Int32) -> [Int32] {
    let path = "/proc/\(parent)/task/\(parent)/children"
    let text = (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { Int32($0) }
  }
}

/// Why PostgreSQL could not be run.
package struct PostgreSQLTrouble: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Waits up to twenty seconds for a condition.
func waitUntil(_ condition: () -> Bool) -> Bool {
  let end = Date().addingTimeInterval(20)
  while Date() < end {
    if condition() { return true }
    poll(nil, 0, 10)
  }
  return condition()
}
