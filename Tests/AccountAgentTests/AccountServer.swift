import AccountProtocol
import Foundation
import Glibc
import Testing

/// A real `lisan-server` on a free port of loopback; killed and removed with the last reference.
final class AccountServer: @unchecked Sendable {
  static let password = "correct horse battery"
  private static let program = beside("lisan-server")
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  let directory: String
  private(set) var port: UInt16 = 0
  private var process: Process?
  private let options: [String]

  var url: String { "http://127.0.0.1:\(port)" }
  private var database: String { "\(directory)/accounts.db" }

  init(users: [String] = ["ana"], options: [String] = []) throws {
    directory =
      FileManager.default.temporaryDirectory.appending(path: "lisan-server-\(UUID().uuidString)")
      .path(percentEncoded: false)
    self.options = options
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for user in users { try administer("add-user", user, input: Self.password + "\n") }
    try start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(atPath: directory)
  }

  func administer(_ arguments: String..., input: String = "") throws {
    let process = make(arguments + ["--database", database])
    let standardInput = Pipe()
    process.standardInput = standardInput
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    standardInput.fileHandleForWriting.write(Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private func make(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments =
      arguments
      + ["--resources", Self.root.appending(path: "Resources").path(percentEncoded: false)]
    process.environment = [
      "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
    return process
  }

  /// Starts the server, on the port that it had before, and waits until it says where it listens.
  func start() throws {
    let process = make(
      ["--listen", "127.0.0.1:\(port)", "--database", database, "--log", "\(directory)/log"]
        + options)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    self.process = process
    var said = ""
    while !said.contains("\n") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the server ended: \(said)")
      said += String(decoding: data, as: UTF8.self)
    }
    let digits = said.split(separator: ":").last?.prefix { $0.isNumber }
    port = try #require(digits.flatMap { UInt16($0) }, "\(said)")
  }

  func kill(_ number: Int32 = SIGKILL) {
    guard let process, process.isRunning else { return }
    Glibc.kill(process.processIdentifier, number)
    process.waitUntilExit()
    self.process = nil
  }

  func signal(_ number: Int32) {
    if let process { Glibc.kill(process.processIdentifier, number) }
  }

  // MARK: What it saw

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

  /// The record of a person, by a session of the test's own.
  func account(_ login: String = "ana") throws -> Account {
    let token = try signIn(login)
    return try Account(json: ask("GET", "/rpc/me", token: token), limit: Bounds.answer)
  }

  func signIn(_ login: String = "ana") throws -> String {
    let message = SignIn(login: login, password: Self.password)
    return try SignedIn(json: ask("POST", "/rpc/sign_in", message.json())).token
  }

  /// A choice of some other device of a person.
  func choose(_ language: String, at time: Int64, sequence: Int64 = 1, token: String) throws {
    let origin = ChoiceOrigin(
      device: String(repeating: "e", count: 32), sequence: sequence, chosenAt: time)
    _ = try ask(
      "PATCH", "/rpc/me", AccountChange(choice: Choice(language: language, origin: origin)).json(),
      token: token)
  }

  @discardableResult
  func ask(
    _ method: String, _ path: String, _ body: [UInt8]? = nil, token: String? = nil
  ) throws -> [UInt8] {
    var arguments = ["-s", "-S", "--fail", "-m", "20", "-X", method, "\(url)\(path)"]
    if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
    if body != nil { arguments += ["-H", "Content-Type: application/json", "--data-binary", "@-"] }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/curl")
    process.arguments = arguments
    process.environment = ["NO_PROXY": "*"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(body ?? []))
    try input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "curl \(process.terminationStatus)")
    return Array(data)
  }
}

/// Milliseconds since 1970.
func milliseconds() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
