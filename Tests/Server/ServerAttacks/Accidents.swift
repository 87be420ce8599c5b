import AccountDatabase
import AccountModel
import Foundation
import PostgreSQLCluster
import ServerHarness
import Synchronization

extension Attack {
  /// Whatever happens to the files under a server: nobody is told that they are not signed in, and
  /// no change that begins afterwards is acknowledged and lost.
  static let accidents: @Sendable (Date, Score) throws -> Void = { end, score in
    var round = 0
    repeat {
      let server = try Server()
      try server.start()
      let token = try server.signIn()
      for sequence in Int64(1)...5 {
        _ = try server.choose("ar", sequence: sequence, at: sequence, token: token)
      }
      let copy = "\(server.directory)/copy.db"
      _ = try server.administer(["backup", copy])
      let accident = round % 4
      switch accident {
      case 0: unlink(server.database)
      case 1: rename(copy, server.database)
      case 2: unlink("\(server.database)-wal")
      default: damage(server.database)
      }
      for sequence in Int64(6)...15 {
        let reply = try server.choose("en", sequence: sequence, at: sequence, token: token)
        score.tried()
        score.hold(reply.status != 401, "a session was denied")
        // What was written over in place can be found out at the next start only.
        if accident != 3 { score.hold(reply.code == .outOfService, "answered \(reply.status)") }
      }
      score.hold(try server.ask("GET", "/healthz").status == 200, "it does not live any more")
      if accident == 3 {
        try server.restart(after: SIGKILL)
        let reply = try server.ask("GET", "/rpc/me", token: token)
        score.hold(
          reply.status == 200 || reply.code == .outOfService, "damaged: \(reply.status)")
      }
      server.signal(SIGTERM)
      score.hold(server.wait() == 0, "it did not end well")
      round += 1
    } while Date() < end
    score.note("\(round) accidents")
  }

  /// The disk of the file is not mounted when the server starts, or an empty database is in the place
  /// of the right one: nothing is answered until that is back, and then every session goes on.
  static let missingDatabases: @Sendable (Date, Score) throws -> Void = { end, score in
    let cluster = PostgreSQLCluster.shared
    let name = cluster.newDatabase()
    defer { cluster.dropDatabase(name) }
    let disk = FileManager.default.temporaryDirectory
      .appending(path: "lisan-disk-\(UUID().uuidString)").path(percentEncoded: false)
    defer {
      for path in [disk, "\(disk).away"] { try? FileManager.default.removeItem(atPath: path) }
    }
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let file = "\(disk)/accounts.db"
    let servers = [
      try Server(database: file), try Server(database: cluster.address(name)),
    ]
    let tokens = try servers.map { server in
      try server.start()
      return try server.signIn()
    }
    /// Starts while the database is away; whatever answers must not know better than 503.
    func startWithout(_ server: Server, _ token: String, _ what: String) {
      score.tried()
      if (try? server.start()) != nil {
        let reply = try? server.ask("GET", "/rpc/me", token: token)
        score.hold(false, "\(what): it serves, and answers \(reply?.status ?? 0)")
      }
      server.kill(SIGKILL)
    }
    repeat {
      for server in servers { server.kill(SIGKILL) }
      rename(disk, "\(disk).away")
      startWithout(servers[0], tokens[0], "no folder")
      mkdir(disk, 0o700)
      startWithout(servers[0], tokens[0], "an empty folder")
      score.hold(servers[0].names(disk).isEmpty, "a database was made")
      _ = FileManager.default.createFile(atPath: file, contents: nil)
      startWithout(servers[0], tokens[0], "an empty file")
      try FileManager.default.removeItem(atPath: disk)
      rename("\(disk).away", disk)

      cluster.sql("ALTER DATABASE \(name) RENAME TO \(name)away")
      startWithout(servers[1], tokens[1], "no PostgreSQL database")
      cluster.sql("CREATE DATABASE \(name)")
      startWithout(servers[1], tokens[1], "an empty PostgreSQL database")
      cluster.sql("DROP DATABASE \(name)")
      cluster.sql("ALTER DATABASE \(name)away RENAME TO \(name)")

      for (server, token) in zip(servers, tokens) {
        try server.start()
        let reply = try server.ask("GET", "/rpc/me", token: token)
        score.hold(reply.status == 200, "a session is lost: \(reply.status)")
      }
    } while Date() < end
  }

  /// Overwrites the schema and what follows, as a failing disk would.
  private static func damage(_ path: String) {
    let descriptor = open(path, O_WRONLY)
    let bytes = [UInt8](repeating: 0xA5, count: 16_384)
    pwrite(descriptor, bytes, bytes.count, 0)
    close(descriptor)
  }

  /// Clocks of devices and server jump by years; a device's own order holds, and when the clocks are
  /// right again, so does the last choice.
  static let clocks: @Sendable (Date, Score) throws -> Void = { end, score in
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "lisan-clocks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let now = Mutex(Int64(1_000_000_000_000))
    let database = try AccountDatabase(
      path: directory.appending(path: "accounts.db").path, now: { now.withLock { $0 } })
    let year: Int64 = 365 * 86_400_000
    var random = SystemRandomNumberGenerator()
    var number = 0
    repeat {
      number += 1
      try database.transaction { () throws(DatabaseError) in
        let account = try database.addAccount(
          NewAccount(login: "user\(number)", name: "User", language: "en"))
        var sequences: [Character: Int64] = [:]
        for _ in 0..<30 {
          let jump = Int64.random(in: -year...year, using: &random)
          now.withLock { $0 = 1_000_000_000_000 + jump }
          let device: Character = ["a", "b", "c"].randomElement(using: &random)!
          let isLate = Int.random(in: 0..<4, using: &random) == 0
          let last = sequences[device, default: 0]
          let sequence = isLate ? max(1, last) : last + 1
          let time = max(0, 1_000_000_000_000 + Int64.random(in: -year...year, using: &random))
          let outcome = try database.apply(
            choice(sequence % 2 == 0 ? "en" : "ar", device, sequence, time), account: account)
          score.tried()
          if sequence <= last {
            score.hold(outcome == .repeated, "a late choice was \(outcome)")
          }
          sequences[device] = max(last, sequence)
          let record = try database.account(account)
          if let origin = record.lastChange, let letter = origin.device.first {
            score.hold(
              origin.sequence == sequences[letter],
              "\(origin.sequence) of \(letter) holds, and not \(sequences[letter] ?? 0)")
          }
        }
        // All clocks are right again, later than they ever were told to be right.
        now.withLock { $0 = 1_000_000_000_000 }
        for (step, device) in [Character](["a", "b", "c", "a"]).enumerated() {
          now.withLock { $0 += 1000 }
          let sequence = sequences[device, default: 0] + 1
          sequences[device] = sequence
          let language = step % 2 == 0 ? "ar" : "en"
          let outcome = try database.apply(
            choice(language, device, sequence, now.withLock { $0 }), account: account)
          score.hold(outcome == .applied, "with right clocks again: \(outcome)")
        }
      }
    } while Date() < end
  }

  private static func choice(
    _ language: String, _ device: Character, _ sequence: Int64, _ time: Int64
  ) -> Choice {
    Choice(
      language: language,
      origin: ChoiceOrigin(
        device: String(repeating: device, count: 32), sequence: sequence, chosenAt: time))
  }
}
