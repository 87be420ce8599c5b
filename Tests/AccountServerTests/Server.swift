import BuiltPrograms
import CSQLite
import Foundation
import Glibc
import Testing

/// A real `lisan-server` on a free port of loopback, with a directory of its own for its database,
/// log and mail; killed and removed with the last reference.
final class Server {
  let directory: String
  private(set) var port: UInt16 = 0
  private var process: Process?
  private let options: [String]
  private let ownsDirectory: Bool

  var database: String { "\(directory)/accounts.db" }
  var outbox: String { "\(directory)/mail" }
  var log: String { "\(directory)/log" }
  var complaints: String { "\(directory)/stderr" }

  static let password = "correct horse battery"

  /// The package's directory.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The program beside the running tests.
  static let program = builtProgram("lisan-server")

  /// Makes the directory and the users; `start` starts the server.
  init(
    users: [String] = ["ana"], options: [String] = [], hasOutbox: Bool = false,
    in place: String? = nil
  ) throws {
    let temporary = FileManager.default.temporaryDirectory
      .appending(path: "lisan-server-\(UUID().uuidString)").path(percentEncoded: false)
    directory = place ?? temporary
    ownsDirectory = place == nil
    self.options =
      options
      + (hasOutbox
        ? ["--outbox", "\(directory)/mail", "--mail-from", "accounts@example.org"] : [])
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    for user in users { try addUser(user) }
  }

  deinit {
    kill(SIGKILL)
    if ownsDirectory { try? FileManager.default.removeItem(atPath: directory) }
  }

  func addUser(_ login: String, _ more: String...) throws {
    let result = try administer(["add-user", login] + more, input: Self.password + "\n")
    try #require(result.status == 0, "\(result.error)")
  }

  struct Result {
    let status: Int32
    let output: String
    let error: String
  }

  /// Runs the program to its end.
  func administer(
    _ arguments: [String], input: String = "", language: String = "C.UTF-8",
    withDatabase: Bool = true
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments = arguments + (withDatabase ? ["--database", database] : [])
    process.environment = Self.environment(language)
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    try process.run()
    stdin.fileHandleForWriting.write(Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    let error = stderr.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      error: String(decoding: error, as: UTF8.self))
  }

  private static func environment(_ language: String) -> [String: String] {
    [
      "LANG": language, "PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
  }

  /// Starts the server and waits until it says where it listens.
  func start() throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments =
      ["--listen", "127.0.0.1:0", "--database", database, "--log", log] + options
    process.environment = Self.environment("C.UTF-8")
    let output = Pipe()
    try Data().write(to: URL(filePath: complaints))
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: URL(filePath: complaints))
    try process.run()
    self.process = process
    var said = ""
    while !said.contains("\n") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the server ended: \(said) \(text(complaints))")
      said += String(decoding: data, as: UTF8.self)
    }
    let digits = said.split(separator: ":").last?.prefix { $0.isASCII && $0.isNumber }
    port = try #require(digits.flatMap { UInt16($0) }, "\(said)")
  }

  func signal(_ number: Int32) {
    if let process { Glibc.kill(process.processIdentifier, number) }
  }

  /// Waits for the server's end; its exit status, or the signal that ended it.
  func wait() -> Int32 {
    process?.waitUntilExit()
    defer { process = nil }
    return process?.terminationStatus ?? -1
  }

  func kill(_ number: Int32) {
    guard let process, process.isRunning else { return }
    signal(number)
    process.waitUntilExit()
    self.process = nil
  }

  func restart(after number: Int32) throws {
    kill(number)
    try start()
  }

  func text(_ path: String) -> String {
    (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
  }

  /// Memory that is in no file, in KiB.
  func anonymousMemory() -> Int {
    let status = text("/proc/\(process?.processIdentifier ?? 0)/status")
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }

  /// Runs SQL beside the server, and gives the first column of the first row.
  @discardableResult
  func sql(_ statement: String) -> String? {
    var handle: OpaquePointer?
    sqlite3_open(database, &handle)
    defer { sqlite3_close(handle) }
    sqlite3_busy_timeout(handle, 5000)
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(handle, statement, -1, &prepared, nil) == SQLITE_OK else { return nil }
    defer { sqlite3_finalize(prepared) }
    guard sqlite3_step(prepared) == SQLITE_ROW, let text = sqlite3_column_text(prepared, 0) else {
      return nil
    }
    return String(cString: text)
  }

  /// The names in a folder of the server's directory.
  func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}

/// Waits for a condition, ten seconds at most.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date().addingTimeInterval(10)
  while Date() < end {
    if try condition() { return true }
    poll(nil, 0, 5)
  }
  return try condition()
}
