import AccountModel
import AccountProtocol
import AgentProtocol
import BuiltPrograms
import CSystem
import Foundation
import Glibc
import LisanPreferences
import Localization
import Testing

/// One device of a person: a preference file, a data directory, and the real agent, driven as an
/// app would. Nothing of it is left when the last reference goes.
final class Device: @unchecked Sendable {
  let home: String
  let server: String?
  private let environment: [String: String]
  let preferences: PreferenceFile
  let places: AccountFiles
  private var trace: String { "\(home)/trace" }
  private(set) var agent: AgentProcess?
  let start: Int64
  private let ownsHome: Bool
  /// How long its requests for news wait; nil if it does not follow.
  private let followSeconds: Int?

  /// - Parameter home: of another device, which is the same machine then.
  init(
    server: String? = nil, home other: String? = nil, environment: [String: String] = [:],
    followSeconds: Int? = nil
  ) throws {
    self.followSeconds = followSeconds
    home =
      other
      ?? FileManager.default.temporaryDirectory.appending(path: "lisan-agent-\(UUID().uuidString)")
      .path(percentEncoded: false)
    ownsHome = other == nil
    self.server = server
    self.environment = environment
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    preferences = PreferenceFile(path: "\(home)/preferences")
    places = AccountFiles(dataDirectory: "\(home)/data", server: server.flatMap { ServerURL($0) })
    start = Self.now()
  }

  deinit {
    agent?.kill()
    if ownsHome { try? FileManager.default.removeItem(atPath: home) }
  }

  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  func configuration(language: String = "en") -> AgentConfiguration {
    AgentConfiguration(
      server: server, preferences: preferences.path, dataDirectory: "\(home)/data",
      resources: "\(home)/resources", log: "\(home)/log", trace: .init(path: trace, start: start),
      language: language, sequence: sequence, followSeconds: followSeconds)
  }

  /// Starts an agent as the app does, in the place of a former one.
  @discardableResult
  func startAgent(language: String = "en") throws -> AgentProcess {
    agent?.close()
    let agent = try AgentProcess(environment: environment)
    agent.send(.configure(configuration(language: language)))
    self.agent = agent
    return agent
  }

  /// The agent, started where there is none.
  func living(language: String = "en") throws -> AgentProcess {
    if let agent, !agent.isDead { return agent }
    return try startAgent(language: language)
  }

  // MARK: Actions of an app

  /// Asks and waits for the end of it.
  @discardableResult
  func ask(
    _ request: AgentRequest, _ location: SourceLocation = #_sourceLocation
  ) async throws -> AccountFailure? {
    let agent = try living()
    return try await agent.end(of: agent.ask(request), location)
  }

  /// Asks as a person does, and waits for the end of it.
  @discardableResult
  func ask(
    _ request: AccountRequest, _ location: SourceLocation = #_sourceLocation
  ) async throws -> AccountFailure? {
    try await ask(.account(request), location)
  }

  var sequence: UInt64 { preferences.read().preference?.sequence ?? 0 }

  /// Commits a choice; what it is told by `tell` or by nobody is the test's business.
  @discardableResult
  func choose(_ language: String, at time: Int64? = nil) throws -> Preference {
    let commit = try preferences.commit(
      PreferenceChanges(language: language, followsSystemLanguage: false, languageChosenAt: time))
    try preferences.makeDurable(commit)
    return commit.preference
  }

  /// Commits a choice and hands it to the agent; the number of the request.
  @discardableResult
  func change(_ language: String, at time: Int64? = nil) throws -> Int {
    let preference = try choose(language, at: time)
    return try living(language: language).ask(
      .changed(language: language, sequence: preference.sequence))
  }

  /// Follows a choice of the account as the app does.
  func follow(_ choice: TakenChoice) async throws {
    let preference = try choose(choice.language, at: choice.chosenAt)
    try await ask(.changed(language: choice.language, sequence: preference.sequence))
  }

  /// Signs in. On a busy machine the request may reach its limit of six seconds: then it is sent again,
  /// as a person would do.
  func signIn(_ login: String = "ana") async throws -> AccountFailure? {
    var failure: AccountFailure?
    for _ in 1...5 {
      failure = try await ask(.signIn(login: login, password: AccountServer.password))
      guard failure?.reason == .timedOut else { break }
    }
    return failure
  }

  /// Whether a refusal of the session is kept (`SessionRule`).
  var isSessionDoubted: Bool {
    (try? String(contentsOfFile: places.identity, encoding: .utf8))?.contains("since") ?? false
  }

  /// Lets the time pass that has to lie between two refusals of a session (`SessionRule`).
  func passDoubt() throws {
    let text = try String(contentsOfFile: places.identity, encoding: .utf8)
    let since = try #require(text.firstMatch(of: /"since":(\d+)/)?.1)
    let earlier = try #require(Int64(since)) - 31_000
    try text.replacing(/"since":\d+/, with: "\"since\":\(earlier)")
      .write(toFile: places.identity, atomically: false, encoding: .utf8)
  }

  // MARK: Files

  struct Event: Decodable {
    let t: Double
    let event: String
    let code: String?
    let sequence: Int?
    let ok: Bool?
    let status: Int?
    let message: String?
  }

  func events(_ name: String? = nil) throws -> [Event] {
    guard let text = try? String(contentsOfFile: trace, encoding: .utf8) else { return [] }
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(Event.self, from: Data($0.utf8))
    }.filter { name == nil || $0.event == name }
  }

  var log: String { (try? String(contentsOfFile: "\(home)/log", encoding: .utf8)) ?? "" }
}

/// A running `lisan-agent` at the other end of a socket pair.
final class AgentProcess: @unchecked Sendable {
  let id: pid_t
  private let descriptor: Int32
  private let lock = NSCondition()
  private var received: [AgentReport] = []
  private var hasEnded = false
  private var isShutDown = false
  private var isClosed = false
  private var isReaped = false
  private var next = 1

  /// The program beside the running tests.
  static let program = builtProgram("lisan-agent")

  /// - Parameter isDeaf: reads nothing from the agent.
  init(environment: [String: String], isDeaf: Bool = false) throws {
    var pair: [Int32] = [-1, -1]
    try #require(cs_packet_pair(&pair, Int32(2 * Bounds.packet)) == 0)
    var all = [
      "PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
    all.merge(environment) { $1 }
    var arguments = [strdup(Self.program), nil]
    var variables = all.map { strdup("\($0)=\($1)") } + [nil]
    var process: pid_t = 0
    let result = cs_spawn_helper(Self.program, &arguments, &variables, pair[1], &process)
    for text in arguments + variables { free(text) }
    Glibc.close(pair[1])
    try #require(result == 0, "\(String(cString: strerror(-result)))")
    id = process
    descriptor = pair[0]
    if !isDeaf {
      Thread.detachNewThread { [self] in
        read()
        // From here on its number may be another socket's.
        lock.withLock {
          isClosed = true
          _ = Glibc.close(descriptor)
        }
      }
    }
  }

  private func read() {
    while true {
      var buffer = [UInt8](repeating: 0, count: Bounds.packet)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0 && errno == EINTR { continue }
      lock.withLock {
        if count > 0, let report = try? AgentReport(json: Array(buffer[..<count]), limit: .max) {
          received.append(report)
        }
        if count <= 0 { hasEnded = true }
        lock.broadcast()
      }
      if count <= 0 { return }
    }
  }

  func send(_ message: AppMessage) { send(bytes: message.json()) }

  func send(bytes: [UInt8]) {
    lock.withLock {
      if !isClosed { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    }
  }

  @discardableResult
  func ask(_ request: AgentRequest) -> Int {
    let id = lock.withLock {
      next += 1
      return next
    }
    send(.request(id: id, request: request))
    return id
  }

  var reports: [AgentReport] { lock.withLock { received } }

  /// Waits until the reports meet a condition, thirty seconds at most.
  @discardableResult
  func wait<Value: Sendable>(
    _ what: String, _ location: SourceLocation = #_sourceLocation,
    _ find: @escaping @Sendable ([AgentReport]) -> Value?
  ) async throws -> Value {
    let found = await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        let end = Date().addingTimeInterval(30)
        lock.lock()
        var found = find(received)
        while found == nil, !hasEnded, lock.wait(until: end) { found = find(received) }
        lock.unlock()
        continuation.resume(returning: found)
      }
    }
    return try #require(found, "\(what) did not come: \(reports)", sourceLocation: location)
  }

  /// How a request ended.
  func end(
    of id: Int, _ location: SourceLocation = #_sourceLocation
  ) async throws -> AccountFailure? {
    try await wait("the end of \(id)", location) { reports in
      for case .finished(id, let failure) in reports { return .some(failure) }
      return nil
    }
  }

  var lastAccount: AccountReport? {
    reports.reversed().lazy.compactMap { if case .account(let report) = $0 { report } else { nil } }
      .first
  }

  var lastSync: SyncReport? {
    reports.reversed().lazy.compactMap { if case .sync(let report) = $0 { report } else { nil } }
      .first
  }

  /// The choices of the account that were reported, without the numbers of requests.
  var choices: [TakenChoice] {
    reports.compactMap { report in
      guard case .choice(var choice) = report else { return nil }
      choice.request = nil
      return choice
    }
  }

  var notices: [AccountNotice] {
    reports.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }

  // MARK: Ends

  /// The end of an app, as its agent sees it.
  func close() {
    lock.withLock {
      guard !isShutDown, !isClosed else { return }
      isShutDown = true
      // The thread that reads would keep the descriptor alive.
      shutdown(descriptor, Int32(SHUT_RDWR))
    }
  }

  func kill() {
    close()
    wait(after: SIGKILL)
  }

  /// Ends as an app that has not read what the agent said. Only for one that is deaf.
  func closeUnread() {
    lock.withLock {
      guard !isClosed else { return }
      isClosed = true
      _ = Glibc.close(descriptor)
    }
  }

  /// Waits until the agent has sent something that nobody has read.
  func saysSomething(withinMilliseconds limit: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, limit) == 1
  }

  /// Stops the agent, and returns when it has stopped.
  func stop() -> Bool {
    var status: Int32 = 0
    return Glibc.kill(id, SIGSTOP) == 0 && waitpid(id, &status, WUNTRACED) == id
      && status & 0xFF == 0x7F
  }

  /// Sends a signal and waits for the end.
  ///
  /// - Returns: the status as wait(2) gives it; nil where the process was waited for before.
  @discardableResult
  func wait(after signal: Int32) -> Int32? {
    // Reaped, its number may be any other process's.
    lock.withLock {
      guard !isReaped else { return nil }
      isReaped = true
      _ = Glibc.kill(id, signal)
      var status: Int32 = 0
      waitpid(id, &status, 0)
      return status
    }
  }

  var isDead: Bool { lock.withLock { hasEnded } }

  /// Waits until the process has ended; returns whether it did.
  func ends(withinMilliseconds limit: Int32) async throws -> Bool {
    let process = cs_open_process(id)
    defer { Glibc.close(process) }
    return try await blocking {
      var watched = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
      return poll(&watched, 1, limit) == 1
    }
  }
}

extension AgentRequest {
  /// A person's request, in an app that shows English.
  static func account(_ request: AccountRequest) -> AgentRequest {
    .account(request: request, language: "en", sequence: 0)
  }

  static func synchronize(language: String, sequence: UInt64) -> AgentRequest {
    .account(request: .synchronize, language: language, sequence: sequence)
  }
}

/// The market of a code that is one.
func marketCode(_ code: String) -> MarketCode { MarketCode(rawValue: code)! }

/// Waits for a condition, twenty seconds at most.
func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
  let end = Date().addingTimeInterval(20)
  while Date() < end {
    if try condition() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return try condition()
}
