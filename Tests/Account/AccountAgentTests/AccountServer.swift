import AccountModel
import AccountProtocol
import BuiltPrograms
import Foundation
import Glibc
import SQLiteShell
import TestEffort
import Testing

/// A real `lisan-server` on a free port of loopback; killed and removed with the last reference.
final class AccountServer: @unchecked Sendable {
  static let password = "correct horse battery"
  static let program = builtProgram("lisan-server")
  let directory: String
  private(set) var port: UInt16 = 0
  private var process: Process?
  private let options: [String]
  private let resources: [String]

  var url: String { "http://127.0.0.1:\(port)" }
  private(set) var database: String

  /// - Parameters:
  ///   - address: of a PostgreSQL database; nil for a new file.
  ///   - addsLanguages: whether the languages of `lisan-languages` are installed.
  init(
    users: [String] = ["ana"], options: [String] = [], database address: String? = nil,
    addsLanguages: Bool = false
  ) async throws {
    directory =
      FileManager.default.temporaryDirectory.appending(path: "lisan-server-\(UUID().uuidString)")
      .path(percentEncoded: false)
    database = address ?? "\(directory)/accounts.db"
    self.options = options
    resources = addsLanguages ? ["--resources", "\(directory)/resources"] : Self.resources
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    if addsLanguages { try linkEveryLanguage(to: "\(directory)/resources") }
    try await administer("init")
    for user in users {
      try await administer(["add-user", user] + Effort.hashCost, input: Self.password + "\n")
    }
    try await start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(atPath: directory)
  }

  func administer(_ arguments: String..., input: String = "") async throws {
    try await administer(arguments, input: input)
  }

  func administer(_ arguments: [String], input: String = "") async throws {
    let run = try await Run(
      Self.program, arguments + ["--database", database] + resources,
      environment: Self.environment, input: Array(input.utf8))
    try #require(run.status == 0, "\(run.errors)")
  }

  static let resources = [
    "--resources", packagePath("Resources"),
  ]
  static let environment = [
    "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
    "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
  ]

  /// Starts the server, on the port that it had before, and waits until it says where it listens.
  func start() async throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments =
      ["--listen", "127.0.0.1:\(port)", "--database", database, "--log", "\(directory)/log"]
      + Effort.hashCost + options + resources
    process.environment = Self.environment
    let output = Pipe()
    process.standardOutput = output
    // Not those of the tests: after a crash of the tests the server would keep them open, and
    // `swift test` would wait for their end.
    let errors = "\(directory)/errors"
    try Data().write(to: URL(filePath: errors))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    self.process = process
    var said = try await blocking { () -> String in
      var said = ""
      while !said.contains("\n") {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        said += String(decoding: data, as: UTF8.self)
      }
      return said
    }
    let digits = said.split(separator: ":").last?.prefix { $0.isNumber }
    if digits?.isEmpty != false { said += try String(contentsOfFile: errors, encoding: .utf8) }
    port = try #require(digits.flatMap { UInt16($0) }, "\(said)")
  }

  /// Exchanges its database for that of another server, as a mount of the wrong disk does. Both are
  /// killed; the caller starts this one.
  func exchangeDatabase(with other: AccountServer) {
    kill()
    other.kill()
    swap(&database, &other.database)
  }

  func kill() {
    guard let process, process.isRunning else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }

  // MARK: Requests

  struct Line: Decodable {
    let method: String?
    let path: String?
    let status: Int?
    let language: String?
    let device: String?
    let sequence: Int?
    let outcome: String?
  }

  var lines: [Line] {
    let text = (try? String(contentsOfFile: "\(directory)/log", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  /// The choices that came, in order.
  var choices: [Line] { lines.filter { $0.method == "PATCH" && $0.sequence != nil } }

  /// The choices that changed the record.
  var applied: [String] { choices.filter { $0.outcome == "applied" }.compactMap(\.language) }

  /// Whether the record was changed to these languages in turn. The server writes its log after it has
  /// answered, so the line is awaited.
  func applies(_ languages: [String]) async -> Bool {
    await eventually { applied == languages }
  }

  /// Whether so many choices came.
  func hasChoices(_ count: Int) async -> Bool { await eventually { choices.count == count } }

  /// The record of a person, by a session of the test.
  func account(_ login: String = "ana") async throws -> Account {
    let token = try await signIn(login)
    return try Account(json: try await ask("GET", "/rpc/me", token: token), limit: Bounds.answer)
  }

  func signIn(_ login: String = "ana") async throws -> String {
    let message = SignIn(login: login, password: Self.password)
    return try SignedIn(json: try await ask("POST", "/rpc/sign_in", message.json())).token
  }

  /// Runs SQL beside the server; the first column of the first row.
  @discardableResult
  func sql(_ statement: String) -> String? { runSQL(statement, in: database) }

  /// A code as a device asks for it.
  func deviceCode() async throws -> DeviceCode {
    try DeviceCode(json: try await ask("POST", "/rpc/device_code", Array("{}".utf8)))
  }

  @discardableResult
  func ask(
    _ method: String, _ path: String, _ body: [UInt8]? = nil, token: String? = nil
  ) async throws -> [UInt8] {
    var arguments = ["-s", "-S", "--fail", "-m", "20", "-X", method, "\(url)\(path)"]
    if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
    if body != nil { arguments += ["-H", "Content-Type: application/json", "--data-binary", "@-"] }
    let run = try await Run(
      "/usr/bin/curl", arguments, environment: ["NO_PROXY": "*"], input: body ?? [])
    try #require(run.status == 0, "curl \(run.status) \(run.errors)")
    return run.output
  }
}

/// Milliseconds since 1970.
func milliseconds() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
