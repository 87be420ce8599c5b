import AccountModel
import AgentProtocol
import Foundation
import Glibc
import TestCrowd
import Testing

/// A session bus with an unlocked keyring on it (gnome-keyring), and a home of their own.
private final class Keyring: @unchecked Sendable {
  let directory: String
  private var processes: [Process] = []

  var address: String { "unix:path=\(directory)/bus" }
  var environment: [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": address, "HOME": directory, "XDG_RUNTIME_DIR": directory,
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
    ]
  }

  /// - Parameter text: what is in the place of a server's token, in a collection without a password.
  init(holding text: (String, server: String)? = nil) async throws {
    // A socket's path is short.
    directory = "/tmp/lisan-bus-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    if let text { try keep(text.0, for: text.server) }
    try run("/usr/bin/dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address", address])
    let directory = directory
    #expect(await eventually { access("\(directory)/bus", F_OK) == 0 })
    try run(
      "/usr/bin/gnome-keyring-daemon", ["--foreground", "--unlock", "--components=secrets"],
      input: "a keyring's password")
    #expect(try await offersSecrets())
  }

  deinit {
    for process in processes.reversed() where process.isRunning {
      Glibc.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Writes a collection as gnome-keyring does that of a person who wants no password.
  private func keep(_ text: String, for server: String) throws {
    let folder = "\(directory)/.local/share/keyrings"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let attributes = ["xdg:schema": "org.lisan.Token", "server": server]
    let groups = attributes.enumerated().map { place, attribute in
      "[1:attribute\(place)]\nname=\(attribute.key)\ntype=string\nvalue=\(attribute.value)\n"
    }
    try """
    [keyring]
    display-name=open

    [1]
    item-type=0
    display-name=Lisan
    secret=\(text)

    \(groups.joined(separator: "\n"))
    """.write(toFile: "\(folder)/open.keyring", atomically: true, encoding: .utf8)
  }

  private func run(_ program: String, _ arguments: [String], input: String = "") throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = environment
    let standardInput = Pipe()
    process.standardInput = standardInput
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    standardInput.fileHandleForWriting.write(Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    processes.append(process)
  }

  /// Whether the keyring has come onto the bus; waits for it.
  private func offersSecrets() async throws -> Bool {
    for _ in 0..<200 {
      let run = try await Run(
        "/usr/bin/dbus-send",
        [
          "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
          "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.secrets",
        ], environment: environment)
      if run.text.contains("boolean true") { return true }
    }
    return false
  }

  /// What secret-tool would find: the token of a server.
  func token(of server: String) async throws -> String {
    let run = try await Run(
      "/usr/bin/gdbus",
      [
        "call", "--session", "--dest", "org.freedesktop.secrets", "--object-path",
        "/org/freedesktop/secrets", "--method", "org.freedesktop.Secret.Service.SearchItems",
        "{'server': '\(server)'}",
      ], environment: environment)
    return run.text
  }
}

@Suite("Tokens and the person's keyring", .few)
struct KeyringTests {
  @Test("R41: if a session bus offers a keyring, the token is there and in no file")
  func inTheKeyring() async throws {
    let (keyring, server) = (try await Keyring(), try await AccountServer())
    let device = try Device(server: server.url, environment: keyring.environment)
    #expect(try await device.signIn() == nil)
    #expect(device.agent?.lastAccount?.signInState == .signedIn(token: .secretService))
    #expect(device.agent?.notices == [])
    #expect(access(device.places.token, F_OK) != 0)
    #expect(try await keyring.token(of: server.url).contains("/org/freedesktop/secrets/collection"))
    // Another start finds it there.
    let agent = try device.startAgent(language: "ar")
    #expect(try await agent.end(of: device.change("ar")) == nil)
    #expect(await server.applies(["ar"]), "\(server.applied)")
    #expect(agent.lastAccount?.signInState == .signedIn(token: .secretService))
    // Another server has a token of its own.
    let stranger = try Device(server: "http://127.0.0.1:9", environment: keyring.environment)
    try await stranger.ask(.status)
    #expect(stranger.agent?.lastAccount?.signInState == .signInNeeded(reason: .neverSignedIn))

    #expect(try await device.ask(.signOut) == nil)
    #expect(try await !keyring.token(of: server.url).contains("/collection"))
  }

  @Test("R41: a keyring's text that is no token is said, and a token in the file serves")
  func noToken() async throws {
    let server = try await AccountServer()
    let keyring = try await Keyring(holding: ("no token", server: server.url))
    let device = try Device(server: server.url, environment: keyring.environment)
    #expect(try await device.ask(.open(language: "en", sequence: 0))?.reason == .notSignedIn)
    #expect(
      device.agent?.lastAccount?.signInState == .signInNeeded(reason: .secretServiceTokenInvalid))
    #expect(device.log.contains("the keyring does not hold a token"))
    // A device without a keyring leaves its token in the file.
    let other = try Device(server: server.url, home: device.home)
    #expect(try await other.signIn() == nil)
    let agent = try device.startAgent()
    #expect(try await agent.end(of: agent.ask(.open(language: "en", sequence: 0))) == nil)
    #expect(agent.lastAccount?.signInState == .signedIn(token: .file))
  }

  @Test("R41: after a short wait for a silent bus, the token goes to the file")
  func silentBus() async throws {
    let path = "/tmp/lisan-bus-\(UUID().uuidString.prefix(8))"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0 && listen(listener, 8) == 0)
    defer {
      close(listener)
      unlink(path)
    }
    let server = try await AccountServer()
    let device = try Device(
      server: server.url,
      environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)", "HOME": "/nonexistent"])
    #expect(try await device.signIn() == nil)
    #expect(device.agent?.lastAccount?.signInState == .signedIn(token: .file))
    #expect(device.agent?.notices == [.tokenInFile(path: device.places.token)])
    #expect(device.log.contains("secret service: no answer in time"))
  }

  @Test("R41: without a bus or a keyring, the token goes to the file")
  func noKeyring() async throws {
    let server = try await AccountServer()
    for address in ["unix:path=/nonexistent/bus", "nonsense", ""] {
      let device = try Device(
        server: server.url, environment: ["DBUS_SESSION_BUS_ADDRESS": address])
      #expect(try await device.signIn() == nil)
      #expect(device.agent?.lastAccount?.signInState == .signedIn(token: .file), "\(address)")
    }
  }
}
