import Foundation

/// A `lisan-server` of the release build on a free port of loopback; ended with the last reference.
final class RunningServer {
  let url: String
  private let process = Process()

  nonisolated static let directory = FileManager.default.currentDirectoryPath
  nonisolated static let program = "\(directory)/.build/release/lisan-server"
  nonisolated static let password = "correct horse battery"

  init(_ database: String, log: String, _ more: [String] = []) throws {
    process.executableURL = URL(filePath: Self.program)
    process.arguments =
      [
        "--listen", "127.0.0.1:0", "--database", database, "--log", log, "--resources",
        "\(Self.directory)/Resources", "--requests-per-minute", "0",
      ] + more
    let said = Pipe()
    process.standardOutput = said
    try process.runUnblocked()
    let line = String(decoding: said.fileHandleForReading.availableData, as: UTF8.self)
    guard let place = line.range(of: "http") else { fatalError("the server said: \(line)") }
    url = String(line[place.lowerBound...].prefix { !$0.isWhitespace && $0.isASCII })
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// The anonymous memory, in KiB.
  var anonymousMemory: Double { memory("RssAnon") }

  func memory(_ name: String) -> Double { processMemory(process.processIdentifier, name) }

  /// Runs an administration command.
  @discardableResult
  static func administer(_ arguments: [String], at database: String) throws -> String {
    try output(
      program, arguments + ["--database", database, "--resources", "\(directory)/Resources"],
      input: "\(password)\n")
  }
}

/// The value of a line of `/proc/PID/status`, in KiB.
nonisolated func processMemory(_ process: Int32, _ name: String) -> Double {
  let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
  return line?.split(separator: " ").compactMap { Double($0) }.first ?? 0
}
