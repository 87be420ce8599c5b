import AccountProtocol
import Foundation
import ServerHarness
import Testing

@Suite(.serialized) struct DurabilityTests {
  @Test("R47: kill -9 in the midst of writing loses nothing that was acknowledged")
  func killed() throws {
    let users = ["ana", "bob", "eve", "zoe"]
    let server = try Server(users: users)
    try server.start()
    let tokens = try users.map { try server.signIn($0) }
    var acknowledged = [Int64](repeating: 0, count: users.count)
    var sent = acknowledged
    for round in 1...5 {
      let writers = zip(tokens, acknowledged.indices).map { token, index in
        ChoosingWriter(server, token, after: sent[index])
      }
      // Some changes are through, others are on their way.
      #expect(eventually { writers.allSatisfy { $0.acknowledged >= $0.first + 20 } })
      server.kill(SIGKILL)
      for (index, writer) in writers.enumerated() {
        writer.join()
        acknowledged[index] = writer.acknowledged
        sent[index] = writer.sent
      }
      try server.start()
      for (index, token) in tokens.enumerated() {
        let record = try #require(try server.ask("GET", "/rpc/me", token: token).account)
        let sequence = try #require(record.lastChange?.sequence)
        #expect(
          (acknowledged[index]...sent[index]).contains(sequence),
          "round \(round): \(sequence) of \(acknowledged[index])...\(sent[index])")
        #expect(record.preferredLocale == ChoosingWriter.language(sequence))
        #expect(record.profiles.map(\.languageCode) == [record.preferredLocale])
      }
    }
    #expect(server.text(server.complaints).isEmpty)
  }

  @Test("R47: told to stop, the server answers what is under way and ends with 0")
  func graceful() throws {
    for signal in [SIGTERM, SIGINT] {
      // The usual cost of a hash: at the least one, the check could be over before it is seen.
      let cost = ["--hash-memory", "64"]
      let server = try Server(users: [], options: cost)
      try server.addUser("ana", cost[0], cost[1])
      try server.start()
      let client = try Client(server)
      let before = server.anonymousMemory()
      let body = SignIn(login: "ana", password: Server.password).json()
      client.send(
        Array(
          Client.head(
            "POST", "/rpc/sign_in", headers: ["Content-Type": "application/json"],
            length: body.count
          ).utf8) + body)
      // The slow check of the password has begun: it takes 64 MiB.
      #expect(eventually { server.anonymousMemory() > before + 32 << 10 })
      server.signal(signal)
      #expect(try client.receive().status == 200)
      #expect(server.wait() == 0)
      #expect(server.text(server.log).contains("\"stopped\""))
      // SQLite may leave the emptied file behind.
      #expect(server.text("\(server.database)-wal").isEmpty)
    }
  }

  @Test("R32: told to start empty, the server sets a damaged database aside and says so")
  func startEmpty() throws {
    let server = try Server()
    let bytes = Data(repeating: 0xA5, count: 8192)
    try bytes.write(to: URL(filePath: server.database))
    let refused = try server.administer(["list-users"])
    #expect(refused.status == 1)
    #expect(server.names(server.directory).filter { $0.contains("damaged") }.isEmpty)
    try server.start("--start-empty")
    let aside = try #require(server.names(server.directory).first { $0.contains(".damaged-20") })
    #expect(try Data(contentsOf: URL(filePath: "\(server.directory)/\(aside)")) == bytes)
    #expect(server.text(server.complaints).contains(aside))
    #expect(eventually { server.text(server.log).contains("database.set_aside") })
    #expect(try server.ask("GET", "/readyz").status == 200)
    try server.addUser("ana")
    #expect(try server.trySignIn("ana").status == 200)
  }

  @Test(
    "R47: on a full disk a change is refused whole, and taken when there is room again",
    .enabled(if: SmallDisk.isPermitted, "mounting is not permitted"))
  func fullDisk() throws {
    let disk = try #require(SmallDisk())
    let place = disk.path
    let server = try Server(in: place)
    try server.start()
    let token = try server.signIn()
    _ = try server.choose("ar", sequence: 1, at: 1, token: token)
    let before = try #require(try server.ask("GET", "/rpc/me", token: token).account)

    let filler = "\(place)/filler"
    let descriptor = open(filler, O_WRONLY | O_CREAT, 0o600)
    let block = [UInt8](repeating: 1, count: 4096)
    while write(descriptor, block, block.count) > 0 {}
    close(descriptor)
    var refused = 0
    for sequence in 2...40 {
      let reply = try server.choose("en", sequence: Int64(sequence), at: 2, token: token)
      if reply.status == 503 {
        #expect(reply.code == .unavailable && reply.headers["retry-after"] != nil)
        refused += 1
      } else {
        #expect(reply.status == 200)
        #expect(refused == 0)
      }
    }
    #expect(refused > 0)
    // It lives, and says that it cannot write.
    #expect(try server.ask("GET", "/healthz").status == 200)
    #expect(try server.ask("GET", "/readyz").code == .unavailable)
    let during = try #require(try server.ask("GET", "/rpc/me", token: token).account)
    #expect(during.lastChange?.sequence == Int64(40 - refused) || during == before)
    unlink(filler)
    #expect(try server.ask("GET", "/readyz").status == 200)
    let after = try server.choose("ar", sequence: 41, at: 3, token: token)
    #expect(after.account?.lastChange?.sequence == 41)
    try server.restart(after: SIGKILL)
    let last = try #require(try server.ask("GET", "/rpc/me", token: token).account)
    #expect(last.lastChange?.sequence == 41 && last.preferredLocale == "ar")
  }
}
