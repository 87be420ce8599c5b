import AccountModel
import AccountProtocol
import BuiltPrograms
import Foundation
import ServerHarness
import Testing

@Suite(.serialized) struct EndpointTests {
  let server: Server
  let token: String

  init() throws {
    server = try Server()
    try server.start()
    token = try server.signIn()
  }

  @Test("R36: signing in, reading, choosing, switching the profile and signing out")
  func mainFlow() throws {
    let record = try #require(try server.ask("GET", "/rpc/me", token: token).account)
    #expect(record.login == "ana")
    #expect(record.preferredLocale == "en")
    #expect(record.lastChange == nil)
    let changed = try server.choose("ar", sequence: 1, at: 5, token: token)
    #expect(changed.status == 200)
    #expect(changed.account?.preferredLocale == "ar")
    #expect(changed.account?.profiles.map(\.languageCode) == ["ar"])

    let added = try server.administer(["add-profile", "ana", "Work", "--language", "en"])
    #expect(added.status == 0, "\(added.error)")
    let both = try #require(try server.ask("GET", "/rpc/me", token: token).account)
    let work = try #require(both.profiles.last)
    let body = ProfileChange(accountID: both.accountID, profileID: work.profileID).json()
    let switched = try Client(server).ask(
      "POST", "/rpc/set_active_profile", token: token, body: body)
    #expect(switched.account?.activeProfileID == work.profileID)
    #expect(switched.account?.preferredLocale == "en")

    let configuration = try AppConfiguration(json: server.ask("GET", "/rpc/app_config").body)
    #expect(configuration.languages == ["en", "ar"])
    #expect(configuration.defaultLanguageCode == "en")
    #expect(try server.ask("POST", "/rpc/sign_out", token: token).status == 204)
    #expect(try server.ask("GET", "/rpc/me", token: token).code == .notSignedIn)
  }

  @Test("R37: late, repeated and future choices by way of HTTP, told apart in the log")
  func order() throws {
    let future = Int64(Date().timeIntervalSince1970 * 1000) + 86_400_000
    // Each device has a session of its own.
    let tokens: [Character: String] = [
      "a": token, "b": try server.signIn(), "c": try server.signIn(),
    ]
    #expect(try server.choose("ar", sequence: 2, at: 50, token: token).status == 200)
    for (language, sequence, time, device, expected) in [
      ("en", 1, 90, "a", "ar"), ("ar", 2, 50, "a", "ar"), ("en", 1, 40, "b", "ar"),
      ("en", 9, future, "b", "en"), ("ar", 1, Int64(60), "c", "en"), ("ar", 3, future, "a", "ar"),
    ] as [(String, Int64, Int64, Character, String)] {
      let reply = try server.choose(
        language, sequence: sequence, at: time, device: device, token: tokens[device]!)
      #expect(reply.account?.preferredLocale == expected, "\(device) \(sequence)")
      #expect((reply.account?.lastChange?.chosenAt ?? .max) < future)
    }
    var outcomes: [Substring] {
      server.text(server.log).components(separatedBy: "\n").compactMap { line in
        line.split(separator: "\"outcome\":\"").dropFirst().first?.split(separator: "\"").first
      }
    }
    let expected: [Substring] = [
      "applied", "repeated", "repeated", "superseded", "applied", "superseded", "applied",
    ]
    #expect(eventually { outcomes.count >= expected.count })
    #expect(outcomes == expected)
  }

  @Test("R36: note and privacy are kept, and what is not sent stays")
  func otherFields() throws {
    let note = #"{"note":"\u0628 <b>","analytics":true}"#
    let reply = try server.ask("PATCH", "/rpc/me", token: token, note)
    #expect(reply.account?.note == "ب <b>")
    #expect(reply.account?.privacy == Privacy(analytics: true, diagnostics: false))
    let next = try server.ask("PATCH", "/rpc/me", token: token, #"{"diagnostics":true}"#)
    #expect(next.account?.note == "ب <b>")
    #expect(next.account?.privacy == Privacy(analytics: true, diagnostics: true))
    #expect(next.account?.preferredLocale == "en")
  }

  @Test("R45: what is no message is refused with a stable code, at every endpoint with a body")
  func badBodies() throws {
    let endpoints = [
      ("POST", "/rpc/sign_in"), ("PATCH", "/rpc/me"), ("POST", "/rpc/set_active_profile"),
    ]
    let deep = String(repeating: "[", count: 8000) + String(repeating: "]", count: 8000)
    let cases: [([UInt8], Int, RefusalCode)] = [
      ([], 400, .invalidJSON), (Array("nonsense".utf8), 400, .invalidJSON),
      (Array("{\"login\":".utf8), 400, .invalidJSON), ([0xFF, 0xFE, 0x00], 400, .invalidJSON),
      (Array("{\"note\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8), 400, .invalidJSON),
      (Array(deep.utf8), 400, .invalidJSON), (Array("[]".utf8), 422, .invalidField),
      (Array("null".utf8), 422, .invalidField), (Array("{}".utf8), 422, .invalidField),
      (
        Array(#"{"login":7,"password":[],"note":{},"account_id":"1","profile_id":null}"#.utf8), 422,
        .invalidField
      ),
      ([UInt8](repeating: 0x20, count: 20_000), 413, .tooLarge),
      ([UInt8](repeating: 0x20, count: 1_000_000), 413, .tooLarge),
    ]
    // All on one connection: none of them may spoil it.
    let client = try Client(server)
    for (method, path) in endpoints {
      for (body, status, code) in cases {
        let reply = try client.ask(method, path, token: token, body: body)
        #expect(
          reply.status == status && reply.code == code,
          "\(method) \(path) \(body.prefix(20)): \(reply.status) \(reply.text)")
      }
      let form = try client.ask(
        method, path, token: token, body: Array("a=1".utf8),
        headers: ["Content-Type": "application/x-www-form-urlencoded"])
      #expect(form.code == .unsupportedMediaType)
    }
    #expect(try client.ask("GET", "/rpc/me", token: token).status == 200)
  }

  @Test("R45: a hundred megabytes are refused without being read")
  func hugeBody() throws {
    let client = try Client(server)
    client.send(
      Client.head(
        "POST", "/rpc/sign_in", headers: ["Content-Type": "application/json"], length: 100 << 20))
    #expect(try client.receive().code == .tooLarge)
    #expect(client.isClosed(withinMilliseconds: 5000))

    // Without a length, it is refused by its head.
    let before = server.anonymousMemory()
    let chunked = try Client(server)
    chunked.send(
      Client.head(
        "POST", "/rpc/sign_in",
        headers: ["Content-Type": "application/json", "Transfer-Encoding": "chunked"]))
    #expect(try chunked.receive().code == .badRequest)
    let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 65_536) + [13, 10]
    var sent = 0
    while sent < 1600, chunked.send(chunk) { sent += 1 }
    #expect(sent < 1600)
    #expect(server.anonymousMemory() - before < 4096)
    #expect(try server.ask("GET", "/healthz").status == 200)
  }

  @Test("R45: headers are bounded")
  func hugeHeaders() throws {
    let client = try Client(server)
    client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
    client.send([UInt8](repeating: 0x61, count: 100_000))
    client.send("\r\n\r\n")
    // 431, or the connection cut while the rest was still being sent.
    let reply = try? client.receive(withBody: false)
    #expect(reply == nil || reply?.status == 431)
    #expect(try server.ask("GET", "/healthz").status == 200)
  }

  @Test("R36: what the account may not do is refused, and changes nothing")
  func refusals() throws {
    try server.addUser("bob")
    let before = try #require(try server.ask("GET", "/rpc/me", token: token).account)
    let bob = try #require(try server.ask("GET", "/rpc/me", token: server.signIn("bob")).account)
    func setProfile(_ account: Int64, _ profile: Int64, _ more: String = "") throws -> Client.Reply
    {
      try server.ask(
        "POST", "/rpc/set_active_profile", token: token,
        #"{"account_id":\#(account),"profile_id":\#(profile)\#(more)}"#)
    }
    let own = try #require(before.activeProfileID)
    let foreign = try #require(bob.activeProfileID)
    #expect(try setProfile(bob.accountID, foreign).code == .forbidden)
    #expect(try setProfile(before.accountID, foreign).code == .notFound)
    #expect(try setProfile(before.accountID, 999).code == .notFound)
    #expect(try setProfile(before.accountID, own, #","language_code":"ar""#).status == 422)
    let device = String(repeating: "a", count: 32)
    let unknown = #","language_code":"vi","device":"\#(device)","sequence":1,"chosen_at":1"#
    #expect(try setProfile(before.accountID, own, unknown).code == .languageNotOffered)
    #expect(
      try server.choose("vi", sequence: 1, at: 1, token: token).code == .languageNotOffered)
    for wrong in ["", "x", "lisan_" + String(repeating: "A", count: 43), token + "A"] {
      let reply = try server.ask("GET", "/rpc/me", token: wrong)
      #expect(reply.code == .notSignedIn && reply.headers["www-authenticate"] == "Bearer")
    }
    #expect(try server.ask("GET", "/rpc/me", token: token).account == before)
  }

  @Test("R36: the OpenAPI document is served, and names exactly the methods that are answered")
  func document() throws {
    let served = try server.ask("GET", "/openapi.json")
    let file = packageRoot.appending(path: "Resources/server/openapi.json")
    #expect(try Data(contentsOf: file) == Data(served.body))
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(served.body)) as? [String: Any])
    #expect(document["openapi"] as? String == "3.1.0")
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    #expect(paths.count == 16)
    for (path, operations) in paths {
      var methods = operations.keys.map { $0.uppercased() }
      for (method, operation) in operations {
        let reply = try server.ask(method.uppercased(), path, token: "none", "")
        let documented = try #require(operation["responses"] as? [String: Any])
        #expect(documented[String(reply.status)] != nil, "\(method) \(path) \(reply.status)")
      }
      if methods.contains("GET") { methods.append("HEAD") }
      let reply = try server.ask("DELETE", path)
      #expect(reply.code == .methodNotAllowed)
      let allowed = reply.headers["allow"]?.components(separatedBy: ", ") ?? []
      #expect(Set(allowed) == Set(methods), "\(path)")
      for method in ["GET", "POST", "PUT", "PATCH", "OPTIONS", "TRACE", "BREW"]
      where !methods.contains(method) {
        #expect(try server.ask(method, path).status == 405, "\(method) \(path)")
      }
    }
    #expect(try server.ask("GET", "/nothing/here").code == .notFound)
    #expect(try server.ask("HEAD", "/healthz").status == 200)
  }

  @Test("R45: each answer that the database decides names it, refusals too; others do not")
  func identity() throws {
    let identity = try #require(
      server.sql("SELECT value FROM setting WHERE name = 'identity'"))
    #expect(identity.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(identity)")
    let origin = String(repeating: "a", count: 32)
    let answers = [
      200: try server.trySignIn("ana"), 401: try server.trySignIn("ana", "wrong password"),
      422: try server.ask("PATCH", "/rpc/me", token: token, #"{"device":"\#(origin)"}"#),
      404: try server.ask("GET", "/rpc/nothing"), 405: try server.ask("GET", "/rpc/sign_in"),
      415: try server.ask(
        "POST", "/rpc/sign_in", "{}", headers: ["Content-Type": "text/plain"]),
      303: try server.ask("GET", "/account", headers: ["Accept": "text/html"]),
    ]
    for (status, answer) in answers {
      #expect(answer.status == status && answer.headers["lisan-database"] == identity, "\(answer)")
    }
    for path in ["/rpc/me", "/rpc/follow", "/rpc/app_config", "/", "/account", "/readyz"] {
      for token in [token, "lisan_unknown"] {
        let answer = try server.ask("GET", path, token: token)
        #expect(answer.headers["lisan-database"] == identity, "\(path) \(answer.status)")
      }
    }
    #expect(try server.ask("GET", "/healthz").headers["lisan-database"] == nil)
    rename(server.database, "\(server.database).away")
    let refused = try server.ask("GET", "/rpc/me", token: token)
    #expect(refused.code == .outOfService && refused.headers["lisan-database"] == nil)
  }

  @Test("R36: the OpenAPI document names every code of a refusal, and no other")
  func codes() throws {
    struct Document: Decodable {
      struct Schema: Decodable {
        let properties: [String: Schema]?
        let `enum`: [String]?
      }
      struct Components: Decodable { let schemas: [String: Schema] }
      let components: Components
    }
    let file = packageRoot.appending(path: "Resources/server/openapi.json")
    let refusal = try JSONDecoder().decode(Document.self, from: Data(contentsOf: file))
      .components.schemas["Refusal"]
    let codes = refusal?.properties?["error"]?.properties?["code"]?.enum
    #expect(codes == RefusalCode.allCases.map(\.rawValue))
  }

  @Test("R36: refusals speak the language that the request asks for")
  func languageOfRefusals() throws {
    for (header, language) in [
      ("ar", "ar"), ("ar-EG, en;q=0.5", "ar"), ("fr, en;q=0.9, ar;q=0.8", "en"),
      ("en;q=0.1, ar", "ar"), ("ar;q=0, en", "en"), ("zz", "en"), (";;q,,=", "en"), ("*", "en"),
    ] {
      let reply = try server.ask("GET", "/rpc/me", headers: ["Accept-Language": header])
      #expect(reply.headers["content-language"] == language, "\(header)")
      #expect(reply.text.unicodeScalars.contains(where: isArabic) == (language == "ar"))
      #expect(reply.code == .notSignedIn)
    }
  }
}

func isArabic(_ scalar: Unicode.Scalar) -> Bool { (0x600...0x6FF).contains(scalar.value) }
