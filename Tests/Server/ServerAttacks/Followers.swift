import Foundation
import ServerHarness

extension Attack {
  /// Requests that follow an account come, go without a word and come again, from one session and
  /// from many, while the account changes. Who stays is told, others are served, and nothing is left.
  static let followers: @Sendable (Date, Score) throws -> Void = { end, score in
    let server = try Server(users: ["ana", "ben"], options: ["--followers", "60"])
    try server.start()
    let (token, other) = (try server.signIn(), try server.signIn("ben"))
    let tokens = try (0..<10).map { _ in try server.signIn() }
    let before = server.anonymousMemory()
    var sequence: Int64 = 0
    var times: [Double] = []
    func follow(_ token: String) throws -> Client {
      let client = try Client(server, from: UInt32.random(in: 10...50))
      let version = try client.ask("GET", "/rpc/follow", token: token).headers["etag"] ?? ""
      client.send(
        Client.head(
          "GET", "/rpc/follow", token: token,
          headers: ["If-None-Match": version, "Prefer": "wait=50"]))
      score.tried()
      return client
    }
    repeat {
      // Gone again at once: the server cannot know.
      for _ in 0..<10 { _ = try follow(tokens[Int.random(in: 0..<5)]) }
      let staying = try tokens.dropFirst(5).map { try follow($0) }
      sequence += 1
      let start = Date()
      let reply = try server.choose(
        sequence.isMultiple(of: 2) ? "en" : "ar", sequence: sequence, at: sequence, token: token)
      score.hold(reply.status == 200, "a change got \(reply.status)")
      for client in staying {
        let reply = try client.receive()
        score.hold(reply.status == 200, "a follower got \(reply.status)")
      }
      times.append(Date().timeIntervalSince(start))
      let status = try server.ask("GET", "/rpc/me", token: other).status
      score.hold(status == 200, "somebody else got \(status)")
    } while Date() < end
    score.hold(times.max() ?? 0 < 1, "a change took \(times.max() ?? 0) s to arrive")
    let memory = server.anonymousMemory() - before
    score.hold(memory < 32 << 10, "memory grew by \(memory) KiB")
    server.signal(SIGTERM)
    score.hold(server.wait() == 0, "it did not end well")
    score.note("until all have a change: \(figures(times))")
  }
}
