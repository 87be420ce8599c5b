import Foundation
import TerminalHarness
import TestCrowd
import Testing

@Suite("Names that an account's server gives", .few)
struct NameTests {
  @Test(
    "R80: a server's names are shown in their language, also without the server; others are the data's"
  )
  func names() async throws {
    let server = try await AccountServer()
    for words in [
      ["language", "ar", "en", "Modern \"Arabic\""], ["language", "en", "ar", "لغة شكسبير"],
      ["market", "EG", "en", "Land of the Nile"], ["market", "EG", "ar", "بلاد النيل"],
    ] {
      try await server.administer("set-name", words[0], words[1], words[2], words[3])
    }
    let home = try Home(server: server.url)
    #expect(try await home.lisan("sign-in", input: "ana\n\(AccountServer.password)\n").status == 0)
    let screen = try home.open()
    try await screen.waitUntil("the name of Arabic") { $0.shows("Modern \"Arabic\"") }

    // A region without one has that of the locale library.
    let regions = try await home.lisan("list-settings", "market")
    #expect(regions.text.contains("Land of the Nile"), "\(regions.text) \(regions.errors)")
    #expect(regions.text.contains("United Arab Emirates"), "\(regions.text)")
    #expect(try await home.lisan("set", "Modern \"Arabic\"").status == 0)
    let arabic = try await home.lisan("list-settings", "market")
    #expect(arabic.text.contains("بلاد النيل"), "\(arabic.text)")
    #expect(!arabic.text.contains("Nile"))
    #expect(try await home.lisan("set", "market", "بلاد النيل").status == 0)
    server.kill()
    let stored = try home.open()
    try await stored.waitUntil("the name of English in Arabic") { $0.shows("لغة شكسبير") }
  }

  @Test(
    "R80: names out of bounds leave what was known, and no control in a name reaches a terminal")
  func hostile() async throws {
    let server = try FaultServer()
    func answer(_ names: String) -> String {
      #"{"languages":["en","ar"],"default_language_code":"en","markets":[],"names":\#(names),"#
        + #""feature_flags":{},"cooldowns":{"sync_seconds":0}}"#
    }
    let home = try Home(server: server.url)
    #expect(try await home.lisan("sign-in", input: "ana\nx\n").status == 0)
    func stored() throws -> String {
      try String(contentsOfFile: home.places.markets, encoding: .utf8)
    }
    let good = #"{"languages":{"ar":{"en":"Ara\u202e\u2066bian"}},"markets":{}}"#
    server.next("GET /rpc/app_config", .answer(200, answer(good)))
    #expect(try await home.lisan("sync").status == 0)
    let known = try stored()
    #expect(known.unicodeScalars.contains("\u{202E}"))
    let long = String(repeating: "a", count: 101)
    let many = (0..<300).map { #""a\#($0 + 100)":{"en":"\#(long.dropLast())"}"# }
    for names in [
      #"{"languages":{"ar":{"en":""}},"markets":{}}"#,
      #"{"languages":{"ar":{"en":"\#(long)"}},"markets":{}}"#,
      #"{"languages":{"ar":{"en":"a\nb"}},"markets":{}}"#,
      #"{"languages":{"a/r":{"en":"a"}},"markets":{}}"#,
      #"{"languages":{"ar":{"\"":"a"}},"markets":{}}"#,
      #"{"languages":{},"markets":{"E G":{"en":"a"}}}"#,
      #"{"languages":[],"markets":{}}"#, "7",
      #"{"languages":{},"markets":{\#(many.joined(separator: ","))}}"#,
    ] {
      server.next("GET /rpc/app_config", .answer(200, answer(names)))
      let sync = try await home.lisan("sync")
      #expect(try stored() == known, "\(names.prefix(60)) \(sync.errors)")
    }
    let screen = try home.open()
    try await screen.waitUntil("the name") { $0.shows("Arabian") }
  }
}
