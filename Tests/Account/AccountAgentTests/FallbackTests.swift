import BuiltPrograms
import Foundation
import LisanPreferences
import TestCrowd
import Testing

/// Two devices of one person, both explicitly Arabic, while something makes one of them show another
/// language.
@Suite("What a choice comes to is no choice", .few)
struct FallbackTests {
  /// Something that takes a device's language away.
  enum Cause: CaseIterable {
    case region, list, package, catalog
  }

  /// A person's two devices, each with resources of its own.
  private struct Devices {
    let server: AccountServer
    let homes: [Home]
    /// The language that both have chosen.
    let chosen: String

    /// - Parameter chosen: `ar`, or a language of `lisan-languages`.
    init(_ chosen: String) async throws {
      self.chosen = chosen
      server = try await AccountServer(addsLanguages: true)
      try await server.administer("set-cooldown", "0")
      homes = [try Home(server: server.url), try Home(server: server.url)]
      for home in homes {
        try copyLanguages(to: "\(home.path)/resources")
        try addPackages(to: home)
        try await signIn(home)
        let set = try await lisan(home, "set", chosen)
        #expect(set.status == 0, "\(set.errors)")
      }
      try await synchronize()
    }

    /// Signs in. On a busy machine the hash of the password can take longer than an answer may.
    private func signIn(_ home: Home) async throws {
      var complaint = ""
      for _ in 0..<5 {
        let run = try await lisan(home, "sign-in", "ana", input: "\(AccountServer.password)\n")
        if run.status == 0 { return }
        complaint = run.errors
      }
      Issue.record("\(complaint)")
    }

    func addPackages(to home: Home) throws {
      try FileManager.default.createSymbolicLink(
        atPath: "\(home.path)/resources/languages.d",
        withDestinationPath: packagePath("Resources/lisan-languages"))
    }

    func removePackages(from home: Home) throws {
      try FileManager.default.removeItem(atPath: "\(home.path)/resources/languages.d")
    }

    /// Damages the catalog of Arabic, or mends it.
    func writeCatalog(_ home: Home, isSound: Bool) throws {
      for name in ["Localizable.strings", "Localizable.compiled"] {
        let path = "ar.lproj/\(name)"
        let sound = try? Data(contentsOf: URL(filePath: packagePath("Resources/\(path)")))
        guard let sound else { continue }
        try (isSound ? sound : Data("\"x\" = ".utf8))
          .write(to: URL(filePath: "\(home.path)/resources/\(path)"))
      }
    }

    @discardableResult
    func lisan(_ home: Home, _ words: String..., input: String = "") async throws -> Run {
      try await Run(
        Home.program, words,
        environment: home.environment(["LISAN_RESOURCES": "\(home.path)/resources"]),
        input: Array(input.utf8))
    }

    /// Synchronizes each device twice, so that each hears of what the other has sent.
    func synchronize() async throws {
      for home in homes + homes {
        let run = try await lisan(home, "sync")
        #expect(run.status == 0, "\(run.errors)")
      }
    }

    /// What a device shows now.
    func shown(_ home: Home) async throws -> String {
      // The first line of help is in the displayed language.
      try await lisan(home, "--help").text.components(separatedBy: "\n")[0]
    }
  }

  @Test(
    "R20, R21, R37, R61: what a region, a server's list, a removed package or a damaged catalog makes of a choice reaches neither the account nor another device",
    arguments: Cause.allCases)
  func stays(_ cause: Cause) async throws {
    let devices = try await Devices(cause == .package ? "fa" : "ar")
    let (server, first) = (devices.server, devices.homes[0])
    let (before, number) = (try await devices.shown(first), first.stored?.sequence)
    switch cause {
    case .region:
      try await server.administer("set-market", "GB", "en")
      try await devices.lisan(first, "sync")
      let set = try await devices.lisan(first, "set", "market", "GB")
      #expect(set.status == 0, "\(set.errors)")
    case .list:
      try await server.administer("set-languages", "en")
    case .package: try devices.removePackages(from: first)
    case .catalog: try devices.writeCatalog(first, isSound: false)
    }
    try await devices.synchronize()
    #expect(try await devices.shown(first) != before)
    // A further setting is a change too.
    try await devices.lisan(first, "set", "previews", "off")
    try await devices.synchronize()
    let status = try await devices.lisan(first, "status")
    #expect(status.text.contains("language\t\(devices.chosen)\n"), "\(status.text)")
    #expect(status.text.contains("sync\tsynced\n"), "\(status.text)")
    try await expectChoice(of: devices, number)
    switch cause {
    case .region: try await devices.lisan(first, "set", "market", "001")
    case .list: try await server.administer("set-languages", "en", "ar")
    case .package: try devices.addPackages(to: first)
    case .catalog: try devices.writeCatalog(first, isSound: true)
    }
    try await devices.synchronize()
    #expect(try await devices.shown(first) == before)
    try await expectChoice(of: devices, number)
    // What a person chooses after all travels.
    #expect(try await devices.lisan(first, "set", "en").status == 0)
    try await devices.synchronize()
    #expect(devices.homes.map(\.stored?.language) == ["en", "en"])
    #expect(server.applied.last == "en")
  }

  /// Expects that both devices and the account have what was chosen, and that nothing else was sent.
  private func expectChoice(of devices: Devices, _ number: UInt64?) async throws {
    let record = try await devices.server.account()
    #expect(record.preferredLocale == devices.chosen)
    for home in devices.homes {
      #expect(
        home.stored?.language == devices.chosen && home.stored?.followsSystemLanguage == false)
    }
    #expect(devices.homes[0].stored?.sequence == number)
    #expect(devices.server.choices.allSatisfy { $0.language == devices.chosen })
  }

  @Test("R42, R61: an account's default language is no choice, one that was given to it is")
  func defaultLanguage() async throws {
    let server = try await AccountServer()
    let password = "\(AccountServer.password)\n"
    try await server.administer("add-user", "lena", "--language", "ar", input: password)
    let home = try Home(server: server.url)
    let arabic = ["LANG": "ar_EG.UTF-8"]
    for login in ["ana", "lena"] {
      let run = try await home.lisan("sign-in", login, input: password, environment: arabic)
      #expect(run.status == 0, "\(run.errors)")
      #expect(home.stored == nil)
      try await home.lisan("sign-out", environment: arabic)
    }
    let run = try await home.lisan("sign-in", "lena", input: password)
    #expect(run.status == 0, "\(run.errors)")
    #expect(home.stored?.language == "ar" && home.stored?.languageChosenAt == 0)
  }
}
