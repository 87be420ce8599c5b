import BuiltPrograms
import Foundation
import Glibc
import PostgreSQLCluster
import SQLiteShell
import TestEffort

/// A real `lisan-server` on a free loopback port, with its own directory for database, log and
/// mail. It is killed and removed with the last reference.
package final class Server: @unchecked Sendable {
  package let directory: String
  package private(set) var port: UInt16 = 0
  /// The port of the metrics, if there are any.
  package private(set) var metricsPort: UInt16?
  /// More of the server's environment at its next start.
  package var environment: [String: String] = [:]
  private var process: Process?
  private let options: [String]
  private let ownsDirectory: Bool

  /// A file in the directory, or the address of a PostgreSQL database.
  package let database: String
  package var outbox: String { "\(directory)/mail" }
  package var log: String { "\(directory)/log" }
  package var complaints: String { "\(directory)/stderr" }

  package static let password = "correct horse battery"

  /// The program next to the running tests.
  package static let program = builtProgram("lisan-server")

  /// Creates the directory, the database and the users; `start` starts the server.
  package init(
    users: [String] = ["ana"], options: [String] = [], hasOutbox: Bool = false,
    in place: String? = nil, database address: String? = nil, makesDatabase: Bool = true
  ) throws {
    let temporary = FileManager.default.temporaryDirectory
      .appending(path: "lisan-server-\(UUID().uuidString)").path(percentEncoded: false)
    directory = place ?? temporary
    ownsDirectory = place == nil
    database = address ?? "\(directory)/accounts.db"
    self.options =
      options
      + (hasOutbox
        ? ["--outbox", "\(directory)/mail", "--mail-from", "accounts@example.org"] : [])
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    if makesDatabase { try makeDatabase() }
    for user in users { try addUser(user) }
  }

  /// Makes the database, unless there is one.
  package func makeDatabase() throws {
    let result = try administer(["init"])
    guard result.status == 0 else { throw Client.Failure(description: result.error) }
  }

  deinit {
    kill(SIGKILL)
    if ownsDirectory { try? FileManager.default.removeItem(atPath: directory) }
  }

  package func addUser(_ login: String, _ more: String...) throws {
    let result = try administer(
      ["add-user", login] + more + Self.hashCost(besides: more), input: Self.password + "\n")
    guard result.status == 0 else { throw Client.Failure(description: result.error) }
  }

  /// The cost of a hash for a test, unless its options give another.
  private static func hashCost(besides options: [String]) -> [String] {
    options.contains("--hash-memory") ? [] : Effort.hashCost
  }

  package struct Result {
    package let status: Int32
    package let output: String
    package let error: String
  }

  /// Runs the program until it exits.
  package func administer(
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
    // Write before the program runs: writing to a program that has already ended would end this
    // process (SIGPIPE).
    stdin.fileHandleForWriting.write(Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    try process.run()
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    let error = stderr.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      error: String(decoding: error, as: UTF8.self))
  }

  private static func environment(_ language: String) -> [String: String] {
    [
      "LANG": language, "PATH": "/usr/bin:/bin", "HOME": "/dev/null",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
  }

  /// Starts the server and waits until it reports its address.
  package func start(_ more: String..., logsTo pipe: Pipe? = nil) throws {
    try start(more, logsTo: pipe)
  }

  package func start(_ more: [String], logsTo pipe: Pipe? = nil) throws {
    let logsToFile = pipe == nil
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments =
      ["--listen", "127.0.0.1:0", "--database", database, "--requests-per-minute", "0"]
      + Self.hashCost(besides: options + more)
      + (logsToFile ? ["--log", log] : [])
      + options + more
    process.environment = Self.environment("C.UTF-8").merging(environment) { $1 }
    let output = Pipe()
    try Data().write(to: URL(filePath: complaints))
    process.standardOutput = output
    if let pipe {
      process.standardError = pipe
    } else {
      process.standardError = try FileHandle(forWritingTo: URL(filePath: complaints))
    }
    try process.run()
    self.process = process
    var said = ""
    // With metrics, a second line gives their address.
    let lines = (options + more).contains("--metrics") ? 2 : 1
    while said.count(where: { $0 == "\n" }) < lines {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else {
        throw Client.Failure(description: "the server ended: \(said) \(text(complaints))")
      }
      said += String(decoding: data, as: UTF8.self)
    }
    guard let number = Self.port(in: said, line: 0) else {
      throw Client.Failure(description: said)
    }
    port = number
    metricsPort = Self.port(in: said, line: 1)
  }

  /// The port of the address in a line of what the server says at its start.
  private static func port(in said: String, line: Int) -> UInt16? {
    let lines = said.split(separator: "\n")
    guard lines.indices.contains(line) else { return nil }
    return lines[line].split(separator: ":").last.flatMap {
      UInt16($0.prefix { $0.isASCII && $0.isNumber })
    }
  }

  package func signal(_ number: Int32) {
    if let process { Glibc.kill(process.processIdentifier, number) }
  }

  /// Waits for the server to end; returns its exit status, or the signal that ended it.
  package func wait() -> Int32 {
    process?.waitUntilExit()
    defer { process = nil }
    return process?.terminationStatus ?? -1
  }

  package func kill(_ number: Int32) {
    guard let process, process.isRunning else { return }
    signal(number)
    process.waitUntilExit()
    self.process = nil
  }

  package func restart(after number: Int32) throws {
    kill(number)
    try start()
  }

  package func text(_ path: String) -> String {
    (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
  }

  /// The server's anonymous memory, in KiB.
  package func anonymousMemory() -> Int { memory("RssAnon") }

  /// The value of a line of `/proc/PID/status`, in KiB.
  package func memory(_ name: String) -> Int {
    let status = text("/proc/\(process?.processIdentifier ?? 0)/status")
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }

  /// The nice value of each of the server's threads.
  package func threadPriorities() -> [Int] {
    let folder = "/proc/\(process?.processIdentifier ?? 0)/task"
    return names(folder).compactMap { thread in
      // The name is in parentheses and may contain blanks; the state is the third field, the nice
      // value the 19th.
      let fields = text("\(folder)/\(thread)/stat").split(separator: ")").last?
        .split(separator: " ")
      return fields.flatMap { $0.count > 16 ? Int($0[16]) : nil }
    }
  }

  /// Limits the running server's address space to its current size plus some KiB; nil removes the
  /// limit (prlimit).
  package func limitMemory(toFurther kilobytes: Int?) throws {
    let bytes = kilobytes.map { String((memory("VmSize") + $0) << 10) } ?? "unlimited"
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/prlimit")
    process.arguments = ["--pid", "\(self.process?.processIdentifier ?? 0)", "--as=\(bytes):"]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Client.Failure(description: "prlimit") }
  }

  /// Runs SQL next to the server, and returns the first column of the first row.
  @discardableResult
  package func sql(_ statement: String) -> String? {
    database.contains("://")
      ? PostgreSQLShell.run(statement, at: database) : runSQL(statement, in: database)
  }

  /// The names in a folder of the server's directory.
  package func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}

/// Waits up to ten seconds for a condition.
package func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date().addingTimeInterval(10)
  while Date() < end {
    if try condition() { return true }
    poll(nil, 0, 5)
  }
  return try condition()
}
