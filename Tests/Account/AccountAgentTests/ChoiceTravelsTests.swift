import AccountDatabase
import AccountDatabasePostgreSQL
import AccountModel
import BuiltPrograms
import CommandLineTool
import Foundation
import Glibc
import LisanPreferences
import Localization
import PostgreSQLCluster
import SettingsCore
import SystemCalls
import TestEffort
import TestFolders
import Testing

@testable import LisanApp

/// Random histories of a person with two devices at a real server: choices, regions, lists of the
/// server, following the system, broken catalogs, and times without a network.
///
/// `LISAN_TRAVEL_SEED` repeats a run, and `LISAN_TRAVELS` asks for more histories.
@MainActor
@Suite("The choices of two devices", .serialized)
struct ChoiceTravelsTests {
  @Test(
    "R20, R21, R37, R61, R62: in random histories of two devices, no language that nobody chose becomes a preference, and the last choice holds",
    .timeLimit(.minutes(60)), arguments: [false, true])
  func histories(isPostgreSQL: Bool) async throws {
    let given = ProcessInfo.processInfo.environment["LISAN_TRAVEL_SEED"].flatMap(UInt64.init)
    let seed = given ?? .random(in: 0 ... .max)
    let count = Effort.rounds(short: 3, long: 4, "LISAN_TRAVELS")
    print(
      "LISAN_TRAVEL_SEED=\(seed), \(count) histories, \(isPostgreSQL ? "PostgreSQL" : "SQLite")")
    let name = isPostgreSQL ? PostgreSQLCluster.shared.newDatabase() : ""
    defer { if isPostgreSQL { PostgreSQLCluster.shared.dropDatabase(name) } }
    let address = isPostgreSQL ? PostgreSQLCluster.shared.address(name) : nil
    let server = try await AccountServer(database: address, addsLanguages: true)
    defer { server.kill() }
    let database =
      try address.map { try PostgreSQLDatabase(ConnectionString($0)).open() }
      ?? AccountDatabase(further: server.database)
    var person = Person(server: server, database: database)
    let start = ContinuousClock.now
    for number in 0..<count {
      try await person.live(SplitMix(state: seed &+ UInt64(number) &* 0x9E37), number)
    }
    print(
      "\(person.choices.count) choices, \(person.steps) steps, \(person.refusals) refused, "
        + "\(ContinuousClock.now - start)")
    #expect(count < 100 || person.choices.count > count)
  }
}

/// A choice of a language by the person.
private struct Made: CustomStringConvertible {
  let language: String
  /// The time in the file; of a choice that the file could not take, when its agent took it.
  let chosenAt: ClosedRange<Int64>
  let device: String

  func has(_ language: String, _ chosenAt: Int64?) -> Bool {
    language == self.language && chosenAt.map(self.chosenAt.contains) ?? false
  }

  var description: String { "\(language) at \(chosenAt) by \(device.prefix(4))" }
}

/// A person with devices, and what the person has chosen so far.
@MainActor
private struct Person {
  let server: AccountServer
  let database: AccountDatabase
  /// All choices, also those that never reached the account.
  private(set) var choices: [Made] = []
  private(set) var steps = 0
  private(set) var refusals = 0

  init(server: AccountServer, database: AccountDatabase) {
    (self.server, self.database) = (server, database)
  }

  private nonisolated static let languages = ["en", "ar", "fa", "he"]
  private nonisolated static let markets: [(code: String, languages: [String])] = [
    ("001", languages), ("GB", ["en"]), ("EG", ["ar", "en"]), ("IL", ["he", "ar"]), ("IR", ["fa"]),
  ]

  /// The life of two new devices.
  mutating func live(_ random: SplitMix, _ number: Int) async throws {
    var random = random
    try offer(Self.languages)
    let devices = [
      try Gadget(server.url, system: Bool.random(using: &random) ? "ar_EG" : "en_GB"),
      try Gadget(server.url, system: Bool.random(using: &random) ? "he_IL" : "en_GB"),
    ]
    var told: [String] = []
    for device in devices { try await device.signIn() }
    for _ in 0..<Int.random(in: 4...12, using: &random) {
      steps += 1
      let place = Int.random(in: 0...1, using: &random)
      let device = devices[place]
      let step = Step.random(&random)
      told.append("device \(place): \(step)")
      switch step {
      case .choose(let language):
        if let made = try await device.chosen(language) { choices.append(made) }
      case .chooseBeside(let language):
        let made = try await device.whileLocked { device async throws in
          try await device.chosen(language)
        }
        if let made { choices.append(made) }
      case .followSystem: try await device.act(.preferenceChosen(.system))
      case .move(let market): try await device.move(to: market)
      case .list(let languages): try offer(languages)
      case .damage(let language): try device.damage(language)
      case .mend: try device.mend()
      case .leave: try await device.leave()
      case .start: try await device.start()
      case .look: try await device.settle()
      }
      try check(devices, "history \(number): \(told)")
    }
    // In the end everything works, and each device starts again.
    try offer(Self.languages)
    for device in devices {
      try await device.leave()
      try device.mend()
      refusals += device.refusals
    }
    for device in devices + devices { try await device.start() }
    let last = self.reached(devices).max {
      ($0.chosenAt.lowerBound, $0.device) < ($1.chosenAt.lowerBound, $1.device)
    }
    let what = "history \(number): \(told), \(choices.suffix(8))"
    let end = ContinuousClock.now + .seconds(20)
    while try !hasSettled(devices, on: last), ContinuousClock.now < end {
      for device in devices { try await device.listen() }
    }
    let record = try database.account(1)
    let isSettled = try hasSettled(devices, on: last)
    try #require(
      isSettled,
      "\(what): \(String(describing: last)), but \(record.preferredLocale) and \(devices.map { $0.stored?.language }), \(devices.map(\.log))"
    )
    try check(devices, what)
    for device in devices { try await device.leave() }
  }

  /// Whether the account has the last choice, and each device that does not follow its system has
  /// it or shows it: one that could not store its own choice may show that language for its region.
  private func hasSettled(_ devices: [Gadget], on last: Made?) throws -> Bool {
    guard let last else { return true }
    return try database.account(1).preferredLocale == last.language
      && devices.allSatisfy { device in
        guard let stored = device.stored, !stored.followsSystemLanguage else { return true }
        return stored.language == last.language || device.language == last.language
      }
  }

  /// The choices that the account must know in the end: those that hold on a device, and the one that
  /// it has.
  private func reached(_ devices: [Gadget]) -> [Made] {
    let held = devices.compactMap(\.stored).filter { !$0.followsSystemLanguage }
    let record = try? database.account(1)
    return choices.filter { made in
      held.contains { made.has($0.language, $0.languageChosenAt) }
        || record.map { made.has($0.preferredLocale, $0.lastChange?.chosenAt) } ?? false
    }
  }

  /// Checks that each device and the account have only what the person has chosen.
  private func check(_ devices: [Gadget], _ what: String) throws {
    for device in devices {
      guard let stored = device.stored, !stored.followsSystemLanguage else { continue }
      let isChosen = choices.contains { $0.has(stored.language, stored.languageChosenAt) }
      try #require(isChosen, "\(what): nobody chose \(stored.language), \(device.log)")
    }
    let record = try database.account(1)
    guard let last = record.lastChange else {
      return try #require(record.preferredLocale == "en", "\(what)")
    }
    let isChosen = choices.contains { $0.has(record.preferredLocale, last.chosenAt) }
    try #require(
      isChosen,
      "\(what): nobody chose \(record.preferredLocale) of \(last), \(choices.suffix(8)), \(devices.map(\.log))"
    )
  }

  private func offer(_ languages: [String]) throws {
    let markets = Self.markets.compactMap { market -> Market? in
      let offered = market.languages.filter(languages.contains)
      return offered.isEmpty
        ? nil : Market(code: marketCode(market.code), languages: offered)
    }
    try database.changeConfiguration {
      $0.languages = languages
      $0.defaultLanguageCode = "en"
      $0.markets = markets
    }
  }

  /// What may happen.
  private enum Step {
    case choose(String)
    /// A choice while another program has the file's lock for too long.
    case chooseBeside(String)
    case followSystem
    case move(String)
    case list([String])
    case damage(String)
    case mend, leave, start, look

    static func random(_ random: inout SplitMix) -> Step {
      func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &random)! }
      return switch Int.random(in: 0..<17, using: &random) {
      case 0...5: .choose(pick(languages))
      case 6: .followSystem
      case 7, 8: .move(pick(markets).code)
      case 9: .list(pick([["en"], ["en", "ar"], ["en", "fa", "he"], languages]))
      case 10: .damage(pick(["ar", "he"]))
      case 11: .mend
      case 12: .leave
      case 13, 14: .start
      case 15: .chooseBeside(pick(languages))
      default: .look
      }
    }
  }
}

/// A device with the settings' real state, effects and files, and the real agent while it is online.
@MainActor
private final class Gadget {
  private let folder: TestFolder
  private let context: ProgramContext
  /// The same without an agent.
  private let offline: ProgramContext
  private var runtime: Runtime
  private var account: ScreenAccount
  private(set) var refusals = 0
  private(set) var isOnline = true

  init(_ server: String, system: String) throws {
    folder = try TestFolder()
    let resources = "\(folder.path)/resources"
    try copyLanguages(to: resources)
    try FileManager.default.createSymbolicLink(
      atPath: "\(resources)/languages.d",
      withDestinationPath: packagePath("Resources/lisan-languages"))
    var environment = [
      "HOME": folder.path, "LISAN_RESOURCES": resources, "LANG": "\(system).UTF-8",
      "LISAN_SERVER": server, "LISAN_AGENT": AgentProcess.program,
    ]
    context = try Self.context(environment)
    environment["LISAN_AGENT"] = "/nonexistent"
    offline = try Self.context(environment)
    (runtime, account) = Self.open(context)
  }

  private static func context(_ environment: [String: String]) throws -> ProgramContext {
    let paths = Paths(environment: { environment[$0] })
    let configuration = try Configuration(
      CommandLineSyntax.lisan.parse(["lisan"]), environment: { environment[$0] }, paths: paths)
    return ProgramContext(
      configuration: configuration, environment: { environment[$0] },
      log: Log(path: configuration.log, trace: nil), trace: nil,
      preferences: PreferenceFile(path: configuration.preferences),
      dataDirectory: paths.dataDirectory, machineDirectory: paths.machineDirectory,
      stateDirectory: paths.stateDirectory, start: 0)
  }

  /// Reads what is stored, as a start of the app does.
  private static func open(_ context: ProgramContext) -> (Runtime, ScreenAccount) {
    let launch = Launch(context)
    let account = ScreenAccount(context, language: launch.catalog.language.code, adopting: nil)
    let state = SettingsState(
      launch, context, terminal: "xterm", runtimeDirection: nil, account: context.account())
    return (Runtime(state, launch, context, world: World(account: account.link)), account)
  }

  var stored: Preference? { PreferenceFile(path: context.preferences.path).read().preference }
  var language: String { runtime.state.language.code.rawValue }
  var log: String { (try? String(contentsOfFile: context.log.path, encoding: .utf8)) ?? "" }

  func signIn() async throws {
    runtime.send(.screenOpened)
    account.open(runtime.state.language.code, sequence: runtime.sequence, isRestarted: false)
    // On a busy machine the hash of the password can take longer than an answer may.
    for _ in 0..<5 where runtime.state.account.access != .open {
      account.link.send(
        .account(
          request: .signIn(login: "ana", password: AccountServer.password),
          language: runtime.state.language.code.rawValue, sequence: runtime.sequence), 1)
      try await settle()
    }
    #expect(runtime.state.account.access == .open, "\(log)")
  }

  /// Sends an action, and waits for what follows.
  func act(_ action: Action) async throws {
    runtime.send(action)
    if isOnline { try await settle() }
  }

  /// Chooses a language; nil if that is not possible, changes nothing, or is never told.
  func chosen(_ language: String) async throws -> Made? {
    let start = SystemClock.millisecondsSince1970()
    let before = stored
    runtime.send(.languageChosen(LanguageCode(rawValue: language)!))
    let after = stored
    let isUnsaved = runtime.unsavedPreference?.name == language
    if isOnline { try await settle() }
    if let after, after != before {
      let time = after.languageChosenAt
      return Made(
        language: after.language, chosenAt: time...time, device: after.device.description)
    }
    guard isUnsaved, isOnline else { return nil }
    return Made(
      language: language, chosenAt: start...SystemClock.millisecondsSince1970(),
      device: after?.device.description ?? "")
  }

  /// Does something while another program has the lock of the preference file.
  func whileLocked<Result>(
    _ body: @MainActor (Gadget) async throws -> Result
  ) async throws -> Result {
    let file = Glibc.open(context.preferences.path, O_RDWR | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    if file >= 0 { try #require(flock(file, LOCK_EX) == 0) }
    return try await body(self)
  }

  func move(to market: String) async throws {
    guard isOnline else { return }
    runtime.send(.marketAccepted(marketCode(market)))
    try await settle()
  }

  /// Makes a catalog unusable; the next start shows another language.
  func damage(_ language: String) throws {
    let path = "\(context.configuration.resources)/\(language).lproj"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      // It is one of the added languages, which are removed together.
      try? FileManager.default.removeItem(
        atPath: "\(context.configuration.resources)/languages.d")
      return
    }
    for name in names where name.contains("Localizable") {
      try Data("\"x\" = ".utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }
  }

  func mend() throws {
    let resources = context.configuration.resources
    try? FileManager.default.removeItem(atPath: "\(resources)/ar.lproj")
    try FileManager.default.copyItem(
      atPath: packagePath("Resources/ar.lproj"), toPath: "\(resources)/ar.lproj")
    guard !FileManager.default.fileExists(atPath: "\(resources)/languages.d") else { return }
    try FileManager.default.createSymbolicLink(
      atPath: "\(resources)/languages.d",
      withDestinationPath: packagePath("Resources/lisan-languages"))
  }

  /// Goes out of reach: the app stays open, without an agent.
  func leave() async throws {
    guard isOnline else { return }
    try await settle()
    isOnline = false
    let agent = account.handOn()?.process
    account.keep()
    (runtime, account) = Self.open(offline)
    // What it had to send is sent, and nothing is sent later.
    guard let agent else { return }
    try await blocking {
      var status: Int32 = 0
      waitpid(agent, &status, 0)
    }
  }

  /// Starts the app again, with the server in reach.
  func start() async throws {
    try await leave()
    (runtime, account) = Self.open(context)
    isOnline = true
    runtime.send(.screenOpened)
    account.open(runtime.state.language.code, sequence: runtime.sequence, isRestarted: false)
    try await settle()
  }

  func drainNews() {
    for action in account.drainActions() {
      if case .accountNoticed(.languageRefused) = action { refusals += 1 }
      runtime.send(action)
    }
  }

  /// Waits a moment for the agent, and takes its reports.
  func listen() async throws {
    if let descriptor = account.descriptor {
      try await blocking {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, 50)
      }
    }
    drainNews()
  }

  /// Waits until every request has ended, and takes the reports until then.
  func settle() async throws {
    guard isOnline else { return }
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
      drainNews()
      let isIdle = account.handOn()?.unfinished.isEmpty ?? true
      account.keep()
      if isIdle { return }
      try await listen()
    }
    Issue.record("no end of the requests: \(log)")
  }
}
