import AccountModel
import AccountProtocol
import Foundation
import Glibc
import TestCrowd
import Testing

@Suite("Sessions and tokens", .few)
struct SessionTests {
  @Test("R40: without a session nothing is sent, and signing in sends pending choices")
  func signingIn() async throws {
    let server = try await AccountServer()
    let device = try Device(server: server.url)
    let agent = try device.startAgent()
    let failure = try await agent.end(of: device.change("ar"))
    #expect(failure?.reason == .notSignedIn)
    #expect(agent.lastAccount?.signInState == .signInNeeded(reason: .neverSignedIn))
    #expect(agent.lastSync?.state == .pending)
    #expect(server.lines.allSatisfy { $0.path == nil })

    let wrong = try await device.ask(.signIn(login: "ana", password: "wrong"))
    #expect(wrong?.reason == .wrongCredentials)
    #expect(try await device.signIn() == nil)
    #expect(agent.lastAccount?.signInState == .signedIn(token: .file))
    #expect(agent.lastAccount?.account?.login == "ana")
    #expect(await server.applies(["ar"]), "\(server.applied)")
    #expect(try read(device.places.session) == SessionMark.signedIn.rawValue)
    #expect(agent.notices == [.tokenInFile(path: device.places.token)])
    #expect(try mode(device.places.token) == 0o600)
    #expect(try mode(device.places.directory) == 0o700)

    // No secret anywhere but in its place.
    let token = try read(device.places.token)
    for path in try files(device.home) where path != device.places.token {
      let text = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
      #expect(text.range(of: Data(token.utf8)) == nil, "\(path)")
      #expect(text.range(of: Data(AccountServer.password.utf8)) == nil, "\(path)")
      #expect(text.range(of: Data("wrong".utf8)) == nil || path.hasSuffix("/log"), "\(path)")
    }
    #expect(!device.log.contains("password"))

    #expect(try await device.ask(.signOut) == nil)
    #expect(agent.lastAccount?.signInState == .signInNeeded(reason: .signedOut))
    #expect(agent.lastAccount?.account == nil)
    #expect(access(device.places.token, F_OK) != 0)
    #expect(try read(device.places.session) == SessionMark.signedOut.rawValue)
    #expect(!(try read(device.places.cache)).contains("ana"))
    #expect(server.lines.last { $0.path == "/rpc/sign_out" }?.status == 204)
  }

  @Test("R40: a session that ends during a request leads back to signing in, and loses no choice")
  func expired() async throws {
    let server = try await AccountServer()
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    server.sql("UPDATE session SET expires_at = 1")
    let failure = try await device.living().end(of: device.change("ar"))
    #expect(failure?.reason == .notSignedIn)
    #expect(failure?.status == 401)
    #expect(device.agent?.lastAccount?.signInState == .signInNeeded(reason: .expired))
    #expect(device.agent?.lastAccount?.account == nil)
    #expect(device.agent?.lastSync?.state == .pending)
    #expect(try read(device.places.session) == SessionMark.expired.rawValue)
    #expect(access(device.places.token, F_OK) != 0)
    // The next start knows why.
    let agent = try device.startAgent(language: "ar")
    #expect(
      try await agent.end(of: agent.ask(.open(language: "ar", sequence: 1)))?.reason == .notSignedIn
    )
    #expect(agent.lastAccount?.signInState == .signInNeeded(reason: .expired))
    #expect(try await device.signIn() == nil)
    #expect(await server.applies(["ar"]), "\(server.applied)")
    #expect(agent.lastSync?.state == .synced)
  }

  @Test("R40: a device whose token is gone asks for a sign-in, and blames no session")
  func tokenGone() async throws {
    let server = try await AccountServer()
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    try #require(unlink(device.places.token) == 0)
    try device.startAgent()
    #expect(try await device.ask(.open(language: "en", sequence: 0))?.reason == .notSignedIn)
    #expect(device.agent?.lastAccount?.signInState == .signInNeeded(reason: .neverSignedIn))
  }

  @Test("R40: an unknown session is distinguished from an expired one")
  func refused() async throws {
    let server = try await AccountServer()
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    try await server.administer("revoke-all")
    #expect(try await device.ask(.open(language: "en", sequence: 0))?.reason == .notSignedIn)
    #expect(device.agent?.lastAccount?.signInState == .signInNeeded(reason: .refused))
    #expect(try read(device.places.session) == SessionMark.refused.rawValue)
  }

  @Test("R41: LISAN_TOKEN overrides other tokens, is stored nowhere, and cannot be signed out of")
  func environmentToken() async throws {
    let server = try await AccountServer()
    let device = try Device(
      server: server.url, environment: ["LISAN_TOKEN": try await server.signIn()])
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    #expect(device.agent?.lastAccount?.signInState == .signedIn(token: .environment))
    #expect(await server.applies(["ar"]), "\(server.applied)")
    #expect(try await device.ask(.signOut)?.reason == .notPossible)
    #expect(try await device.signIn()?.reason == .notPossible)
    #expect(access(device.places.token, F_OK) != 0)

    let stranger = try Device(
      server: server.url, environment: ["LISAN_TOKEN": "lisan_of_a_stranger"])
    #expect(
      try await stranger.living().end(of: stranger.change("en"))?.reason == .sessionDoubted)
    try stranger.passDoubt()
    #expect(
      try await stranger.ask(.synchronize(language: "en", sequence: 1))?.reason == .notSignedIn)
    #expect(stranger.agent?.lastAccount?.signInState == .signInNeeded(reason: .refused))
    let split = try Device(server: server.url, environment: ["LISAN_TOKEN": "a\nHost: b"])
    #expect(try await split.living().end(of: split.change("en"))?.reason == .notSignedIn)
  }

  @Test("R41: another instance's new session is used, and not ended with the old one")
  func sharedSession() async throws {
    let server = try await AccountServer()
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    let other = try Device(server: server.url, home: device.home)
    try await other.ask(.open(language: "en", sequence: 0))
    #expect(try await other.ask(.signOut) == nil)
    #expect(try await other.signIn() == nil)
    // This one still has the token of the session that has ended.
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    #expect(await server.applies(["ar"]), "\(server.applied)")
    #expect(access(device.places.token, F_OK) == 0)
  }

  @Test("R40: another person's account gets the choice of the device again")
  func anotherAccount() async throws {
    let server = try await AccountServer(users: ["ana", "omar"])
    let device = try Device(server: server.url)
    #expect(try await device.signIn("ana") == nil)
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    #expect(try await device.ask(.signOut) == nil)
    #expect(try await device.signIn("omar") == nil)
    #expect(device.agent?.lastAccount?.account?.login == "omar")
    #expect(try await server.account("omar").preferredLocale == "ar")
    #expect(await server.applies(["ar", "ar"]), "\(server.applied)")
  }

  @Test("R36: a server with an untrusted certificate gets no password")
  func untrusted() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "lisan-tls-\(UUID().uuidString)").path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let (key, certificate) = ("\(directory)/key.pem", "\(directory)/certificate.pem")
    let run = try await Run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
        "-subj", "/CN=localhost",
      ])
    try #require(run.status == 0, "\(run.errors)")
    let server = try await AccountServer(
      options: ["--tls-certificate", certificate, "--tls-key", key])
    let device = try Device(server: "https://localhost:\(server.port)")
    #expect(try await device.signIn()?.reason == .untrusted)
    #expect(server.lines.allSatisfy { $0.path == nil })
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func files(_ directory: String) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory)
    return names.map { "\(directory)/\($0)" }.filter {
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: $0, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
  }
}
