import AccountProtocol
import Foundation
import Glibc
import PreferenceStore
import Testing

@Suite("A choice and a real server")
struct RemoteSyncTests {
  let server: AccountServer
  let device: Device

  init() throws {
    server = try AccountServer()
    device = try Device(server: server.url)
  }

  @Test(
    "R13, R36: one PATCH for each change, within a second of its writing, none for a repeated one")
  func onePerChange() async throws {
    try await device.ask(.open(language: "en", sequence: 0))
    #expect(try await device.signIn() == nil)
    for (number, language) in ["ar", "en", "ar"].enumerated() {
      let begin = try device.events().last?.t ?? 0
      let before = Device.now()
      #expect(try await device.living().end(of: device.change(language)) == nil)
      #expect(Device.now() - before < 1_000_000_000)
      _ = begin
      #expect(server.choices.count == number + 1)
    }
    try await device.ask(.changed(language: "ar", sequence: device.sequence))
    try await device.ask(.synchronize(language: "ar", sequence: device.sequence))
    #expect(server.applied == ["ar", "en", "ar"])
    #expect(try server.account().preferredLocale == "ar")
    #expect(try device.events("sync.request").map(\.sequence) == [1, 2, 3])
    #expect(try device.events("sync.result").map(\.status) == [200, 200, 200])
    #expect(device.agent?.lastSync?.state == .synced)
  }
}
