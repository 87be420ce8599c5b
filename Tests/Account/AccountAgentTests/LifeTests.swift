import Foundation
import Glibc
import TestCrowd
import Testing

@Suite("The life of an agent", .few)
struct LifeTests {
  @Test("R39: an agent lives until its requests are done, and then ends")
  func livesOn() async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url, environment: ["LISAN_TOKEN": FaultServer.token])
    server.next("PATCH /rpc/me", .held)
    try device.change("ar")
    let agent = try #require(device.agent)
    let isHeld = await eventually { server.requests("PATCH /rpc/me").count == 1 }
    #expect(isHeld)
    agent.close()
    #expect(try await !agent.ends(withinMilliseconds: 500))
    server.release()
    #expect(try await agent.ends(withinMilliseconds: 20_000))
    #expect(server.account.preferredLocale == "ar")
    #expect(server.requests("PATCH /rpc/me").count == 1)
    // What it learned is on the disk.
    let next = try device.startAgent(language: "ar")
    #expect(try await next.end(of: next.ask(.open(language: "ar", sequence: 1))) == nil)
    #expect(server.requests("PATCH /rpc/me").count == 1)
  }

  @Test("R39: an app that leaves without reading the agent's reports loses no choice")
  func leavesUnread() async throws {
    let server = try FaultServer()
    let token = ["LISAN_TOKEN": FaultServer.token]
    let device = try Device(server: server.url, environment: token)
    let agent = try AgentProcess(environment: token, isDeaf: true)
    defer { agent.kill() }
    agent.send(.configure(device.configuration()))
    agent.ask(.status)
    #expect(try await blocking { agent.saysSomething(withinMilliseconds: 20_000) })
    // The socket reports the unread packets before it hands out what the app sent last.
    #expect(agent.stop())
    let preference = try device.choose("ar")
    agent.ask(.changed(language: "ar", sequence: preference.sequence))
    agent.closeUnread()
    Glibc.kill(agent.id, SIGCONT)
    #expect(await eventually { server.account.preferredLocale == "ar" })
  }

  @Test("An agent whose app has gone ends after ten seconds, whatever the server does")
  func endsAtLast() async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url, environment: ["LISAN_TOKEN": FaultServer.token])
    server.next("PATCH /rpc/me", .drip)
    try device.change("ar")
    let agent = try #require(device.agent)
    let isAsked = await eventually { server.requests("PATCH /rpc/me").count == 1 }
    #expect(isAsked)
    let gone = Device.now()
    agent.close()
    #expect(try await agent.ends(withinMilliseconds: 30_000))
    #expect(Device.now() - gone < 14_000_000_000)
  }

  @Test("An agent whose app has gone stops comparing")
  func comparesForNobody() async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url, environment: ["LISAN_TOKEN": FaultServer.token])
    server.next("GET /rpc/me", .stall)
    let agent = try device.startAgent()
    agent.ask(.open(language: "en", sequence: 0))
    let isAsked = await eventually { server.requests("GET /rpc/me").count == 1 }
    #expect(isAsked)
    let gone = Device.now()
    agent.close()
    #expect(try await agent.ends(withinMilliseconds: 30_000))
    #expect(Device.now() - gone < 3_000_000_000)
  }

  @Test("An agent without a configuration from its app, or without an app, ends")
  func strangers() async throws {
    let agent = try AgentProcess(environment: [:])
    agent.send(.cancel(id: 1))
    #expect(try await agent.ends(withinMilliseconds: 20_000))
    let silent = try AgentProcess(environment: [:])
    silent.close()
    #expect(try await silent.ends(withinMilliseconds: 20_000))
    let run = try await Run(AgentProcess.program, [])
    #expect(run.status == 2)
    #expect(run.errors.contains("lisan starts this program"))
    agent.kill()
    silent.kill()
  }

  @Test("An invalid message is ignored, and the next one is handled")
  func nonsense() async throws {
    let device = try Device()
    let agent = try device.startAgent()
    for text in ["{", "[]", #"{"request":{"id":1}}"#, String(repeating: "[", count: 50_000)] {
      agent.send(bytes: Array(text.utf8))
    }
    agent.send(bytes: [0xFF, 0xFE, 0x00])
    agent.send(.configure(device.configuration()))
    agent.send(.cancel(id: 77))
    #expect(try await device.ask(.setNote("tea")) == nil)
    #expect(device.log.contains("a message is not understood"))
  }

  @Test("A stopped app does not delay choices for the account")
  func stoppedApp() async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url, environment: ["LISAN_TOKEN": FaultServer.token])
    let agent = try AgentProcess(environment: ["LISAN_TOKEN": FaultServer.token], isDeaf: true)
    agent.send(.configure(device.configuration()))
    for _ in 0..<2000 { agent.ask(.status) }
    let preference = try device.choose("ar")
    agent.ask(.changed(language: "ar", sequence: preference.sequence))
    #expect(await eventually { server.account.preferredLocale == "ar" })
    agent.kill()
  }

  @Test("R36: clocks that jump neither delay a choice nor close Sync now")
  func clockJumps() async throws {
    let server = try FaultServer(cooldown: 60)
    let device = try Device(server: server.url, environment: ["LISAN_TOKEN": FaultServer.token])
    // Chosen in the year 2100, then the clock was put right.
    #expect(try await device.living().end(of: device.change("ar", at: 4_102_444_800_000)) == nil)
    try await device.ask(.open(language: "ar", sequence: 1))
    let path = device.places.ledger(of: device.preferences.path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let ahead = text.replacing(/"compared_at":\d+/, with: "\"compared_at\":4102444800000")
    #expect(ahead != text)
    try ahead.write(toFile: path, atomically: false, encoding: .utf8)
    let agent = try device.startAgent(language: "ar")
    #expect(
      try await agent.end(of: agent.ask(.synchronize(language: "ar", sequence: 1))) == nil)
    #expect(try await agent.end(of: device.change("en", at: 1)) == nil)
    #expect(server.account.preferredLocale == "en")
  }

  @Test("R32: the agent leaves a damaged preference file to the app, which reports it")
  func damagedPreferences() async throws {
    let device = try Device()
    try device.choose("ar")
    let bytes = Data(repeating: 0x5A, count: 8192)
    try bytes.write(to: URL(filePath: device.preferences.path))
    let agent = try device.startAgent(language: "en")
    #expect(try await agent.end(of: agent.ask(.open(language: "en", sequence: 0))) == nil)
    #expect(try await agent.end(of: agent.ask(.changed(language: "en", sequence: 1))) == nil)
    #expect(try Data(contentsOf: URL(filePath: device.preferences.path)) == bytes)
  }

  @Test("State that is incomplete, or another user's, is ignored")
  func brokenState() async throws {
    let server = try await AccountServer()
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    device.agent?.kill()
    let state = device.places.ledger(of: device.preferences.path)
    for broken in ["", "{", "\u{0}\u{0}", #"{"device":1}"#] {
      try broken.write(toFile: state, atomically: false, encoding: .utf8)
      try broken.write(toFile: device.places.cache, atomically: false, encoding: .utf8)
      let agent = try device.startAgent(language: "ar")
      #expect(try await agent.end(of: agent.ask(.open(language: "ar", sequence: 1))) == nil)
      agent.kill()
    }
    try FileManager.default.removeItem(atPath: state)
    symlink("/etc/passwd", state)
    let agent = try device.startAgent(language: "ar")
    #expect(try await agent.end(of: agent.ask(.open(language: "ar", sequence: 1))) == nil)
    #expect(server.choices.dropFirst().allSatisfy { $0.outcome == "repeated" })
    #expect(await server.applies(["ar"]), "\(server.applied)")
  }
}
