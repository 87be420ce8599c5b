import Foundation
import TerminalHarness

/// Measures the screen from outside, in a pseudo-terminal of 80x24, in turns with `dialog`.
///
/// `screen-bench PROGRAM [RUNS]`
@main
struct ScreenBench {
  static let quiet: Duration = .milliseconds(50)

  static func main() async throws {
    guard CommandLine.arguments.count > 1 else {
      print("usage: screen-bench PROGRAM [RUNS]")
      exit(2)
    }
    let program = URL(filePath: CommandLine.arguments[1]).path(percentEncoded: false)
    let runs = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 40
    let home = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
      .path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }

    var ours = Series("lisan, first frame")
    var peers = Series("dialog --menu of two items, first frame")
    var switches = Series("lisan, language switch to the settled frame")
    var restarts = Series("lisan, Restart now to the mirrored frame")
    for _ in 0..<runs {
      ours.add(try await firstFrame(program, [], home))
      peers.add(
        try await firstFrame(
          "/usr/bin/dialog",
          ["--menu", "Language", "0", "0", "0", "1", "English", "2", "Arabic"], home))
    }
    for _ in 0..<runs {
      let (switched, restarted) = try await change(program, home)
      switches.add(switched)
      restarts.add(restarted)
    }

    print("80x24, \(runs) runs each, in turns; milliseconds from outside, to the last byte")
    for series in [ours, peers, switches, restarts] { print(series.row) }
    print("first frame, ratio to dialog: \(decimals(ours.median / peers.median))  (at most 1.00)")
    print("language switch: \(decimals(switches.median)) ms  (at most 16, aim at 5)")
    print("restart: \(decimals(restarts.median)) ms  (at most 10)")
  }

  private static func start(
    _ program: String, _ arguments: [String], _ home: String
  ) throws -> TerminalSession {
    var environment = TerminalSession.plainEnvironment
    environment["HOME"] = home
    return try TerminalSession(program, arguments: arguments, environment: environment)
  }

  /// From the start of the process to the last byte before the quiet.
  private static func firstFrame(
    _ program: String, _ arguments: [String], _ home: String
  ) async throws -> (Double, Int) {
    let session = try start(program, arguments, home)
    try await session.waitUntil("a frame") { $0.shows("English") }
    try await session.settled(for: quiet)
    let measured = last(session, since: session.log.start)
    session.signal(SIGKILL)
    try await session.waitForExit()
    return (measured.time, measured.bytes)
  }

  private typealias Measured = (time: Double, bytes: Int)

  /// From each of two key presses to the last byte before the quiet.
  private static func change(
    _ program: String, _ home: String
  ) async throws -> (switched: Measured, restarted: Measured) {
    try? FileManager.default.removeItem(atPath: "\(home)/.config/lisan")
    let session = try start(program, [], home)
    try await session.waitUntil("the first frame") { $0.shows("English (EN)") }
    try await session.settled(for: quiet)
    let switched = try await press("2", session) {
      $0.rows.joined().contains(" ›") && $0.shows("y")
    }
    let restarted = try await press("y", session) { $0.rows[2].hasSuffix("‹ │") }
    session.signal(SIGKILL)
    try await session.waitForExit()
    return (switched, restarted)
  }

  private static func press(
    _ key: String, _ session: TerminalSession,
    until condition: @escaping @Sendable (Screen) -> Bool
  ) async throws -> Measured {
    let mark = session.log.end
    let pressed = session.time
    session.type(key)
    try await session.waitUntil("what \(key) brings", condition)
    try await session.settled(for: quiet)
    let measured = last(session, since: mark)
    return (measured.time - milliseconds(pressed), measured.bytes)
  }

  private static func last(
    _ session: TerminalSession, since mark: ByteLog.Mark
  ) -> (time: Double, bytes: Int) {
    let time = session.log.chunks.last { $0.isOutput }.map { milliseconds($0.time) } ?? 0
    return (time, session.log.output(since: mark).count)
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) * 1000 + Double(attoseconds) / 1e15
  }
}

/// Times of one thing, measured again and again.
struct Series {
  let name: String
  private var times: [Double] = []
  private var bytes = 0

  init(_ name: String) { self.name = name }

  mutating func add(_ measured: (time: Double, bytes: Int)) {
    times.append(measured.time)
    bytes = measured.bytes
  }

  func quantile(_ part: Double) -> Double {
    let sorted = times.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  var median: Double { quantile(0.5) }

  var row: String {
    "\(name): median \(decimals(median)), p95 \(decimals(quantile(0.95))), \(bytes) bytes"
  }
}

func decimals(_ value: Double) -> String { String(format: "%.2f", value) }
