import Foundation
import TerminalHarness

/// Draws the pictures of the documentation from the running program.
///
/// `pictures PROGRAM DIRECTORY`
@main
struct Pictures {
  static func main() async throws {
    guard CommandLine.arguments.count == 3 else {
      print("usage: pictures PROGRAM DIRECTORY")
      exit(2)
    }
    let program = URL(filePath: CommandLine.arguments[1]).path(percentEncoded: false)
    let directory = URL(filePath: CommandLine.arguments[2])
    let home = FileManager.default.temporaryDirectory.appending(
      path: "pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    var environment = TerminalSession.plainEnvironment
    environment["HOME"] = home.path(percentEncoded: false)
    let session = try TerminalSession(
      program, environment: environment, size: TerminalSize(columns: 72, rows: 16))

    func save(_ name: String) async throws {
      try await session.settled()
      let file = directory.appending(path: "\(name).svg")
      try session.screen.svg().write(to: file, atomically: true, encoding: .utf8)
    }
    try await session.waitUntil("the first frame") { $0.shows("English (EN)") }
    session.press(.down)
    try await save("english")
    session.press(.enter)
    try await session.waitUntil("the prompt") { $0.rows.joined().contains(" ›") }
    try await save("prompt")
    session.press(.enter)
    try await session.waitUntil("the mirrored screen") {
      $0.rows.contains { $0.hasSuffix("‹ │") }
    }
    try await save("arabic")
    session.type("q")
    try await session.waitForExit()
  }
}
