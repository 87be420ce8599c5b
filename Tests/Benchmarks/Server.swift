import Foundation

/// Requests a second that the account server answers with 32 connections on loopback (wrk), and
/// its memory before and after a hundred thousand of them.
func measureServer(_ table: Table) async throws {
  let here = URL(filePath: #filePath).deletingLastPathComponent().path(percentEncoded: false)
  let directory = FileManager.default.currentDirectoryPath
  let program = "\(directory)/.build/release/lisan-server"
  try await withScratch(in: "\(directory)/.build") { scratch in
    let database = "\(scratch)/accounts.db"
    _ = try output(
      program, ["add-user", "ana", "--database", database], input: "correct horse battery\n")
    let server = Process()
    server.executableURL = URL(filePath: program)
    server.arguments = [
      "--listen", "127.0.0.1:0", "--database", database, "--log", "\(scratch)/log", "--resources",
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
    let signIn = try output(
      "/usr/bin/curl",
      [
        "-s", "-H", "Content-Type: application/json", "-d",
        #"{"login":"ana","password":"correct horse battery"}"#, "\(url)/rpc/sign_in",
      ])
    let answer = try JSONSerialization.jsonObject(with: Data(signIn.utf8)) as? [String: Any]
    guard let token = answer?["token"] as? String else { fatalError("signing in: \(signIn)") }

    func wrk(_ seconds: Int, _ more: [String]) throws -> Double {
      let text = try output(
        "/usr/bin/wrk", ["-t", "2", "-c", "32", "-d", "\(seconds)s"] + more)
      guard !text.contains("Non-2xx"),
        let row = text.split(separator: "\n").first(where: { $0.hasPrefix("Requests/sec") }),
        let speed = row.split(separator: " ").last.flatMap({ Double($0) })
      else { fatalError("wrk: \(text)") }
      return speed
    }
    let reading = ["-H", "Authorization: Bearer \(token)", "\(url)/rpc/me"]
    let changing = ["-s", "\(here)change.lua", "\(url)/rpc/me", "--", token]
    _ = try wrk(2, reading)
    let before = anonymousMemory(server.processIdentifier)
    var reads: [Double] = []
    var changes: [Double] = []
    for _ in 0..<5 {
      reads.append(try wrk(3, reading))
      changes.append(try wrk(3, changing))
    }
    let after = anonymousMemory(server.processIdentifier)
    table.begin("The account server, 32 connections on loopback")
    table.add("GET /rpc/me", "1/s", Measured("lisan-server", reads), bars: [.atLeast(2_000)])
    table.add(
      "PATCH /rpc/me, durable", "1/s", Measured("lisan-server", changes), bars: [.atLeast(500)])
    table.add("anonymous memory before", "KiB", Measured("lisan-server", [before]))
    table.add("anonymous memory after", "KiB", Measured("lisan-server", [after]))
  }
}

/// Memory of a process that is in no file, in KiB.
func anonymousMemory(_ process: Int32) -> Double { memory(process, "RssAnon") }

/// A line of `/proc/PID/status`, in KiB.
func memory(_ process: Int32, _ name: String) -> Double {
  let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
  return line?.split(separator: " ").compactMap { Double($0) }.first ?? 0
}
