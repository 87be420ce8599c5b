import Foundation
import ServerHarness
import Synchronization

extension Attack {
  /// Half requests from a hundred addresses; somebody else is served within the time that an app
  /// waits.
  static let silentClients: @Sendable (Date, Score) throws -> Void = { end, score in
    let server = try Server()
    try server.start()
    let token = try server.signIn()
    var silent: [Client] = []
    var times: [Double] = []
    var number: UInt32 = 0
    repeat {
      for _ in 0..<50 {
        number += 1
        guard let client = try? Client(server, from: 100 + number % 100) else { continue }
        client.send("GET /rpc/me HTTP/1.1\r\nHost: local")
        silent.append(client)
        score.tried()
      }
      if silent.count > 1500 { silent.removeFirst(300) }
      let start = Date()
      let status = try? Client(server, from: 2).ask("GET", "/rpc/me", token: token).status
      let time = Date().timeIntervalSince(start)
      times.append(time)
      score.hold(status == 200 && time < 6, "status \(status ?? 0) after \(time) s")
    } while Date() < end
    score.note("somebody else's request: \(figures(times))")
  }

  /// Random logins from a dozen addresses at a time keep the queue of passwords full; somebody who
  /// does as `Retry-After` says gets in, and is never shut out.
  static let flood: @Sendable (Date, Score) throws -> Void = { end, score in
    let server = try Server()
    try server.start()
    let next = Atomic(0)
    let failed = Atomic(0)
    let attackers = (0..<40).map { index in
      Repeating {
        let number = next.add(1, ordering: .relaxed).newValue
        // A dozen addresses, and another dozen before one of them is closed for its failures.
        let dozen = failed.load(ordering: .relaxed) / 60
        let address = UInt32(1000 + dozen * 12 + index % 12)
        let status = try? server.trySignIn("random\(number)", "wrong", from: address).status
        if status == 401 { failed.add(1, ordering: .relaxed) }
      }
    }
    defer { Repeating.stop(attackers) }
    var times: [Double] = []
    repeat {
      let start = Date()
      var isIn = false
      for _ in 0..<30 where !isIn {
        let reply = try server.trySignIn("ana", from: 2)
        score.tried()
        score.hold([200, 503].contains(reply.status), "the right password got \(reply.status)")
        isIn = reply.status == 200
        if !isIn { poll(nil, 0, 1000) }
      }
      score.hold(isIn, "not signed in after thirty tries")
      times.append(Date().timeIntervalSince(start))
      let read = try server.ask("GET", "/healthz").status
      score.hold(read == 200, "/healthz: \(read)")
    } while Date() < end
    score.note("signing in: \(figures(times)), beside \(next.load(ordering: .relaxed)) others")
  }

  /// A log into a pipe that nobody reads keeps neither a request nor the end waiting.
  static let blockedLog: @Sendable (Date, Score) throws -> Void = { end, score in
    let server = try Server()
    let pipe = Pipe()
    try server.start(logsTo: pipe)
    let client = try Client(server)
    let path = "/" + String(repeating: "x", count: 120)
    var worst = 0.0
    repeat {
      for _ in 0..<500 {
        let start = Date()
        let status = try client.ask("GET", path).status
        worst = max(worst, Date().timeIntervalSince(start))
        score.tried()
        score.hold(status == 404, "status \(status)")
      }
    } while Date() < end
    score.hold(worst < 6, "an answer took \(worst) s")
    score.hold(server.anonymousMemory() < 200 << 10, "memory \(server.anonymousMemory()) KiB")
    let start = Date()
    server.signal(SIGTERM)
    score.hold(server.wait() == 0, "it did not end well")
    score.hold(Date().timeIntervalSince(start) < 10, "the end took longer than ten seconds")
    score.note(String(format: "worst answer %.1f ms", worst * 1000))
  }

  /// With room for threads and connections but not for a hash, no right password is called wrong, and
  /// reading goes on.
  static let littleMemory: @Sendable (Date, Score) throws -> Void = { end, score in
    let server = try Server()
    try server.start()
    repeat {
      // A session of this round: an account keeps its latest fifty.
      let token = try server.signIn()
      try server.limitMemory(toFurther: 48 << 10)
      for _ in 0..<15 {
        let status = try server.trySignIn("ana").status
        score.tried()
        score.hold([200, 503].contains(status), "the right password got \(status)")
        let read = try server.ask("GET", "/rpc/me", token: token).status
        score.hold(read == 200, "reading: \(read)")
      }
      try server.limitMemory(toFurther: nil)
      let status = try server.trySignIn("ana").status
      score.hold(status == 200, "with memory again: \(status)")
    } while Date() < end
  }
}
