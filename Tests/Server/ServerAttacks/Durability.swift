import Foundation
import ServerHarness

extension Attack {
  /// Nothing that was acknowledged is gone after kill -9, and nothing appears that was never sent.
  static let kills: @Sendable (Date, Score) throws -> Void = { end, score in
    let users = ["ana", "bob", "eve", "zoe"]
    let server = try Server(users: users)
    try server.start()
    let tokens = try users.map { try server.signIn($0) }
    var sent = [Int64](repeating: 0, count: users.count)
    var changes: Int64 = 0
    var rounds = 0
    repeat {
      let writers = zip(tokens, sent).map { ChoosingWriter(server, $0, after: $1) }
      // At another moment each time.
      let wanted = Int64(1 + rounds * 7 % 60)
      _ = eventually { writers.allSatisfy { $0.acknowledged >= $0.first + wanted } }
      server.kill(SIGKILL)
      for writer in writers { writer.join() }
      try server.start()
      for (index, writer) in writers.enumerated() {
        let record = try server.ask("GET", "/rpc/me", token: tokens[index]).account
        let stored = record?.lastChange?.sequence ?? 0
        score.hold(
          (writer.acknowledged...writer.sent).contains(stored),
          "\(users[index]): \(stored) is stored of \(writer.acknowledged)...\(writer.sent)")
        score.hold(
          record?.preferredLocale == ChoosingWriter.language(stored),
          "\(users[index]): a language that is not that of \(stored)")
        changes += writer.acknowledged - writer.first
        sent[index] = writer.sent
      }
      rounds += 1
      score.tried()
    } while Date() < end
    score.note("\(changes) acknowledged changes")
  }

  /// A change on a full disk is stored or refused, and goes on when there is room.
  static let fullDisk: @Sendable (Date, Score) throws -> Void = { end, score in
    guard let disk = SmallDisk() else { return score.note("SKIPPED: mounting is not permitted") }
    let place = disk.path
    let server = try Server(in: place)
    try server.start()
    let token = try server.signIn()
    var acknowledged: Int64 = 0
    var sequence: Int64 = 0
    var refused = 0
    func choose() throws {
      sequence += 1
      let reply = try server.choose(
        ChoosingWriter.language(sequence), sequence: sequence, at: sequence, token: token)
      score.tried()
      score.hold([200, 503].contains(reply.status), "status \(reply.status)")
      if reply.status == 200 { acknowledged = sequence } else { refused += 1 }
    }
    repeat {
      for _ in 0..<20 { try choose() }
      let filler = "\(place)/filler"
      let descriptor = open(filler, O_WRONLY | O_CREAT, 0o600)
      let block = [UInt8](repeating: 1, count: 4096)
      while write(descriptor, block, block.count) > 0 {}
      close(descriptor)
      for _ in 0..<60 { try choose() }
      score.hold(
        try server.ask("GET", "/rpc/me", token: token).status == 200, "no reading on a full disk")
      server.kill(SIGKILL)
      unlink(filler)
      try server.start()
      let record = try server.ask("GET", "/rpc/me", token: token).account
      let stored = record?.lastChange?.sequence ?? 0
      score.hold(
        stored >= acknowledged && record?.preferredLocale == ChoosingWriter.language(stored),
        "\(stored) is stored of \(acknowledged)")
      sequence = max(sequence, stored)
    } while Date() < end
    score.note("\(refused) changes refused")
    score.hold(refused > 0, "the disk was never full")
  }
}
