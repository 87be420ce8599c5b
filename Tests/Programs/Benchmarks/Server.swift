import Foundation

/// The account server's requests per second with 32 connections on loopback (wrk), the latency of
/// the slowest hundredth, its memory before and after a hundred thousand requests, and the latency
/// of reads while others sign in.
func measureServer(_ table: Table) async throws {
  let here = URL(filePath: #filePath).deletingLastPathComponent().path(percentEncoded: false)
  try await withScratch(in: "\(RunningServer.directory)/.build") { scratch in
    let database = "\(scratch)/accounts.db"
    try RunningServer.administer(["init"], at: database)
    for login in ["ana", "ben"] {
      try RunningServer.administer(["add-user", login], at: database)
    }
    let server = try RunningServer(database, log: "\(scratch)/log")
    let url = server.url
    func signIn() throws -> String {
      let text = try output(
        "/usr/bin/curl",
        [
          "-s", "-H", "Content-Type: application/json", "-d",
          #"{"login":"ana","password":"\#(RunningServer.password)"}"#, "\(url)/rpc/sign_in",
        ])
      let answer = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      guard let token = answer?["token"] as? String else { fatalError("signing in: \(text)") }
      return token
    }
    // Each of wrk's threads is a device, and a session belongs to one device.
    let tokens = [try signIn(), try signIn()]

    let reading = ["-H", "Authorization: Bearer \(tokens[0])", "\(url)/rpc/me"]
    let changing = ["-s", "\(here)change.lua", "\(url)/rpc/me", "--"] + tokens
    _ = try wrk(2, reading)
    let before = server.anonymousMemory
    var reads: [(speed: Double, tail: Double)] = []
    var changes: [(speed: Double, tail: Double)] = []
    for _ in 0..<5 {
      reads.append(try wrk(3, reading))
      changes.append(try wrk(3, changing))
    }
    let after = server.anonymousMemory
    let resident = server.memory("VmRSS")

    // Two connections read, first alone and then while thirty others sign in continuously.
    func readingTail() throws -> Double { try wrk(3, ["-t", "1", "-c", "2"] + reading).tail }
    var alone: [Double] = []
    var beside: [Double] = []
    for _ in 0..<3 {
      alone.append(try readingTail())
      let signingIn = Process()
      signingIn.executableURL = URL(filePath: "/usr/bin/wrk")
      signingIn.arguments = [
        "-t", "1", "-c", "30", "-d", "5s", "-s", "\(here)sign_in.lua", "\(url)/rpc/sign_in",
      ]
      signingIn.standardOutput = FileHandle.nullDevice
      try signingIn.runUnblocked()
      beside.append(try readingTail())
      signingIn.waitUntilExit()
    }
    withExtendedLifetime(server) {}
    table.begin("The account server, 32 connections on loopback")
    table.add(
      "GET /rpc/me", "1/s", Measured("lisan-server", reads.map(\.speed)), bars: [.atLeast(2_000)])
    table.add(
      "GET /rpc/me, p99", "ms", Measured("lisan-server", reads.map(\.tail)), bars: [.atMost(25)])
    table.add(
      "PATCH /rpc/me, durable", "1/s", Measured("lisan-server", changes.map(\.speed)),
      bars: [.atLeast(500)])
    table.add(
      "PATCH /rpc/me, durable, p99", "ms", Measured("lisan-server", changes.map(\.tail)),
      bars: [.atMost(50)])
    table.add("anonymous memory before", "KiB", Measured("lisan-server", [before]))
    table.add(
      "anonymous memory after", "KiB", Measured("lisan-server", [after]), bars: [.atMost(49_152)])
    table.add("resident memory after", "KiB", Measured("lisan-server", [resident]))
    table.add("GET /rpc/me, 2 connections, p99", "ms", Measured("lisan-server", alone))
    table.add(
      "the same beside 30 sign-ins", "ms", Measured("lisan-server", beside), bars: [.atMost(25)])
  }
}

/// Requests a second and the latency of the slowest hundredth in milliseconds, with 32 connections.
nonisolated func wrk(_ seconds: Int, _ more: [String]) throws -> (speed: Double, tail: Double) {
  let text = try output(
    "/usr/bin/wrk", ["-t", "2", "-c", "32", "--latency", "-d", "\(seconds)s"] + more)
  guard !text.contains("Non-2xx"),
    let row = text.split(separator: "\n").first(where: { $0.hasPrefix("Requests/sec") }),
    let speed = row.split(separator: " ").last.flatMap({ Double($0) }),
    let tail = text.split(separator: "\n").map({ $0.split(separator: " ") })
      .first(where: { $0.first == "99%" })?.last.flatMap({ milliseconds(String($0)) })
  else { fatalError("wrk: \(text)") }
  return (speed, tail)
}

/// Parses a time as wrk prints it, such as `950.00us`, `7.90ms` or `1.20s`.
nonisolated private func milliseconds(_ text: String) -> Double? {
  for (unit, factor) in [("us", 0.001), ("ms", 1), ("s", 1000)] where text.hasSuffix(unit) {
    return Double(text.dropLast(unit.count)).map { $0 * factor }
  }
  return nil
}
