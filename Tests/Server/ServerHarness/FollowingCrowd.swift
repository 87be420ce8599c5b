import BuiltPrograms
import Foundation

/// Many devices that follow their accounts at a server (`followers.py`).
package final class FollowingCrowd {
  private let process = Process()
  private let output = Pipe()
  private let count: Int

  private static let script = packagePath("Tests/Server/ServerHarness/followers.py")

  /// How all of them were answered.
  package struct Answers: Decodable {
    /// The number of answers by status.
    package let statuses: [String: Int]
    /// When the first and the last were there, in seconds of the monotonic clock.
    package let first: Double
    package let last: Double
  }

  /// Adds accounts with a session each, one for each device.
  package static func fill(_ database: String, with count: Int) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [script, "fill", database, String(count)]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Client.Failure(description: "followers.py") }
  }

  /// Lets the devices follow, and waits until their requests are held.
  package init(at url: String, count: Int, certificate: String? = nil) throws {
    self.count = count
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments =
      [Self.script, "hold", url, String(count)] + (certificate.map { [$0] } ?? [])
    process.standardOutput = output
    try process.run()
    guard line() == "held" else { throw Client.Failure(description: "the crowd is not held") }
  }

  /// Waits until all are answered.
  package func answers() throws -> Answers {
    defer { process.waitUntilExit() }
    return try JSONDecoder().decode(Answers.self, from: Data(line().utf8))
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  private func line() -> String {
    var text = ""
    while !text.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    return text.trimmingCharacters(in: .newlines)
  }
}
