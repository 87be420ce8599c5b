import Foundation

/// Ten thousand devices that follow their accounts at one server, over HTTP and HTTPS: the memory of
/// each, and the time until all of them have a change.
func measureFollowers(_ table: Table) async throws {
  let count = 10_000
  let script = "\(RunningServer.directory)/Tests/Server/ServerHarness/followers.py"
  table.begin("\(count) followers of one server")
  for isTLS in [false, true] {
    try await withScratch(in: "\(RunningServer.directory)/.build") { scratch in
      let database = "\(scratch)/accounts.db"
      try RunningServer.administer(["init"], at: database)
      _ = try output("/usr/bin/python3", [script, "fill", database, "\(count)"])
      // All come from one address here.
      var arguments = ["--connections-per-address", "1000"]
      let (certificate, key) = ("\(scratch)/certificate.pem", "\(scratch)/key.pem")
      if isTLS {
        _ = try output(
          "/usr/bin/openssl",
          [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", "/CN=localhost", "-days", "2", "-keyout", key, "-out", certificate,
          ])
        arguments += ["--tls-certificate", certificate, "--tls-key", key]
      }
      let server = try RunningServer(database, log: "\(scratch)/log", arguments)
      let before = server.anonymousMemory
      let crowd = Process()
      crowd.executableURL = URL(filePath: "/usr/bin/python3")
      crowd.arguments = [script, "hold", server.url, "\(count)"] + (isTLS ? [certificate] : [])
      let told = Pipe()
      crowd.standardOutput = told
      try crowd.runUnblocked()
      let handle = told.fileHandleForReading
      guard String(decoding: handle.availableData, as: UTF8.self) == "held\n" else {
        fatalError("the followers are not held")
      }
      let after = server.anonymousMemory
      let text = try output("/usr/bin/python3", [script, "change", database])
      let answers = try JSONDecoder().decode(Answers.self, from: handle.readDataToEndOfFile())
      crowd.waitUntilExit()
      withExtendedLifetime(server) {}
      guard let changed = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)),
        answers.statuses == ["200": count]
      else { fatalError("the followers were answered \(answers.statuses)") }
      let kind = isTLS ? "HTTPS" : "HTTP"
      table.add(
        "memory of a follower, \(kind)", "KiB",
        Measured("lisan-server", [(after - before) / Double(count)]),
        bars: [.atMost(isTLS ? 40 : 20)])
      table.add(
        "until all have a change, \(kind)", "s",
        Measured("lisan-server", [answers.last - changed]))
    }
  }
}

/// What `followers.py` says at its end.
nonisolated private struct Answers: Decodable {
  let statuses: [String: Int]
  let last: Double
}
