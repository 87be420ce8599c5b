import AccountModel
import AccountProtocol
import Foundation
import ServerHarness
import Testing

/// Signing in on a device by a code in a browser (RFC 8628), as the server sees it.
@Suite(.serialized) struct DeviceCodeTests {
  let server: Server

  init() throws {
    server = try Server(users: ["ana", "eve"])
    try server.start()
  }

  private func code(device: Character? = nil) throws -> DeviceCode {
    let message = DeviceCodeRequest(device: device.map { String(repeating: $0, count: 32) })
    let reply = try Client(server).ask("POST", "/rpc/device_code", body: message.json())
    return try DeviceCode(json: reply.body)
  }

  private func poll(_ code: DeviceCode, _ path: String = "/rpc/device_token") throws -> Client.Reply
  {
    let message = DeviceCodePoll(deviceCode: code.deviceCode)
    return try Client(server).ask("POST", path, body: message.json())
  }

  private func browser(_ login: String = "ana") throws -> WebClient {
    let browser = WebClient(server)
    try browser.signIn(login)
    _ = try browser.get("/device")
    return browser
  }

  /// Types a code and decides, as a person does on the two pages.
  private func decide(
    _ decision: String, _ typed: String, _ browser: WebClient
  ) throws -> Client.Reply {
    let asked = try browser.post("/device", ["code": typed])
    guard asked.status == 200 else { return asked }
    return try browser.post("/device", ["code": typed, "decision": decision])
  }

  @Test("R64: a code that a person allows signs the device in, once")
  func allowed() throws {
    let code = try code(device: "a")
    #expect(code.userCode.wholeMatch(of: /[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}/) != nil)
    #expect(code.expiresIn == 600 && code.interval == 5)
    #expect(try poll(code).code == .authorizationPending)
    let browser = try browser()
    // In any spelling; nothing is decided by typing the code.
    let typed = code.userCode.lowercased().replacing("-", with: " ")
    let page = try browser.post("/device", ["code": typed])
    #expect(page.text.contains(code.userCode) && page.text.contains("127.0.0.1"))
    #expect(server.sql("SELECT count(*) FROM device_code WHERE account IS NULL") == "1")
    let reply = try browser.post("/device", ["code": code.userCode, "decision": "allow"])
    #expect(reply.headers["location"] == "device?done=allowed")
    let answer = try poll(code)
    let session = try SignedIn(json: answer.body)
    #expect(try server.ask("GET", "/rpc/me", token: session.token).account?.login == "ana")
    #expect(server.sql("SELECT device FROM session WHERE kind = 'app'")?.hasPrefix("aaaa") == true)
    // Neither code is worth anything any more.
    #expect(try poll(code).code == .expiredToken)
    #expect(try decide("allow", code.userCode, browser).status == 422)
    #expect(server.sql("SELECT count(*) FROM device_code") == "0")
    let log = server.text(server.log)
    for secret in [code.deviceCode, code.userCode, session.token] {
      #expect(!log.contains(secret))
    }
  }

  @Test("R64: of two polls at once, one gets the session")
  func once() throws {
    let code = try code()
    #expect(try decide("allow", code.userCode, browser()).status == 303)
    let message = DeviceCodePoll(deviceCode: code.deviceCode).json()
    let clients = try (0..<8).map { _ in try Client(server) }
    let head = Client.head(
      "POST", "/rpc/device_token", headers: ["Content-Type": "application/json"],
      length: message.count)
    for client in clients { client.send(Array(head.utf8) + message) }
    let statuses = try clients.map { try $0.receive(withBody: true).status }
    #expect(statuses.filter { $0 == 200 }.count == 1, "\(statuses)")
    #expect(server.sql("SELECT count(*) FROM session WHERE kind = 'app'") == "1")
  }

  @Test("R64: a code that is none is shown as it was typed, and is no code of a device")
  func guessed() throws {
    let browser = try browser()
    for guess in ["BBBB-BBBB", "", "<script>"] {
      let reply = try browser.post("/device", ["code": guess])
      #expect(reply.status == 422 && !reply.text.contains("<script"))
      _ = try browser.get("/device")
    }
    for wrong in ["x", "lisan_" + String(repeating: "A", count: 43)] {
      let body = #"{"device_code":"\#(wrong)aaaaaaaaaaaaaaaa"}"#
      #expect(try server.ask("POST", "/rpc/device_token", body).code == .expiredToken)
    }
  }

  @Test("R64: a refused code and a withdrawn one are told so")
  func notAllowed() throws {
    let browser = try browser()
    let refused = try code()
    #expect(
      try decide("refuse", refused.userCode, browser).headers["location"] == "device?done=refused")
    #expect(try poll(refused).code == .accessDenied)
    let withdrawn = try code()
    #expect(try poll(withdrawn, "/rpc/device_cancel").status == 204)
    #expect(try poll(withdrawn).code == .expiredToken)
  }

  @Test("R64: without a session the page asks to sign in first, and keeps the code meanwhile")
  func signInFirst() throws {
    let code = try code()
    let browser = WebClient(server)
    let reply = try browser.get("/device?code=\(code.userCode)")
    #expect(reply.headers["location"] == "./?next=device&code=\(code.userCode)")
    let page = try browser.get("/?next=device&code=\(code.userCode)")
    #expect(page.text.contains(#"name="code" value="\#(code.userCode)""#))
    let fields = ["login": "ana", "next": "device", "code": code.userCode]
    let wrong = try browser.post("/", fields.merging(["password": "wrong"]) { $1 })
    #expect(wrong.status == 401 && wrong.text.contains(code.userCode))
    let right = try browser.post("/", fields.merging(["password": Server.password]) { $1 })
    #expect(right.headers["location"] == "device?code=\(code.userCode)")
    #expect(try browser.get("/device?code=\(code.userCode)").text.contains(code.userCode))
    // Nothing else can be put there.
    for wrong in ["https://example.org", "//example.org", "device%0d%0aX:y"] {
      let stranger = WebClient(server)
      _ = try stranger.get("/?next=\(wrong)&code=\(wrong)")
      let reply = try stranger.post(
        "/", ["login": "ana", "password": Server.password, "next": wrong, "code": wrong])
      #expect(reply.headers["location"] == "account")
    }
  }

  @Test("R64: too many open codes of an address are refused until they end")
  func flood() throws {
    for _ in 0..<50 { _ = try code() }
    let reply = try server.ask("POST", "/rpc/device_code", "{}")
    #expect(reply.code == .tooManyAttempts && reply.headers["retry-after"] == "600")
    let other = try Client(server, from: 2).ask("POST", "/rpc/device_code", "{}")
    #expect(other.status == 200)
  }
}
