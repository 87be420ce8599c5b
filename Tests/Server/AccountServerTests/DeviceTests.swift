import AccountModel
import AccountProtocol
import Foundation
import ServerHarness
import Testing

@Suite(.serialized) struct DeviceTests {
  private static func device(_ letter: Character) -> String { String(repeating: letter, count: 32) }

  @Test("A record tells other devices apart without telling their numbers")
  func hiddenDevices() throws {
    let server = try Server()
    try server.start()
    let (a, b) = (try server.signIn(device: "a"), try server.signIn(device: "b"))
    let own = try server.choose("ar", sequence: 7, at: 5, token: a)
    #expect(own.account?.lastChange?.device == Self.device("a"))
    let unbound = try server.signIn()
    var seen: Set<String> = []
    for token in [b, unbound] {
      for reply in [
        try server.ask("GET", "/rpc/me", token: token),
        try server.ask("PATCH", "/rpc/me", token: token, #"{"note":""}"#),
        try server.ask("GET", "/account", token: token),
      ] {
        #expect(!reply.text.contains(Self.device("a")))
        if let last = reply.account?.lastChange {
          seen.insert(last.device)
          #expect(last.sequence == 7)
        }
      }
    }
    #expect(seen.count == 1)
    #expect(
      try server.ask("GET", "/rpc/me", token: a).account?.lastChange?.device == Self.device("a"))
  }

  @Test("Signing in names a device or none, in the form of a choice's")
  func signInField() throws {
    let server = try Server()
    try server.start()
    for (device, status) in [
      (#""\#(Self.device("a"))""#, 200), (#""A""#, 422), (#""""#, 422), ("7", 422), ("null", 422),
      (#""\#(Self.device("A"))""#, 422), (#""\#(Self.device("a"))a""#, 422),
    ] {
      let body = #"{"login":"ana","password":"\#(Server.password)","device":\#(device)}"#
      #expect(try server.ask("POST", "/rpc/sign_in", body).status == status, "\(device)")
    }
    // Signing in again on the same device ends its former session.
    let first = try server.signIn(device: "a")
    let second = try server.signIn(device: "a")
    #expect(try server.ask("GET", "/rpc/me", token: first).code == .notSignedIn)
    #expect(try server.ask("GET", "/rpc/me", token: second).status == 200)
  }
}
