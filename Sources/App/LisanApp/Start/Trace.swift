import LogFiles
import StrictJSON
import SystemCalls

/// The trace: one JSON object per line and event, for tests and debugging (R59).
@MainActor
final class Trace {
  private let file: LineFile
  /// The program's start in nanoseconds of the monotonic clock, kept across restarts.
  let start: Int64

  init(path: String, start: Int64) throws(SystemError) {
    file = try LineFile(path: path)
    self.start = start
  }

  func event(_ name: String, _ members: [(String, JSON)] = []) {
    let microseconds = (SystemClock.monotonic() - start) / 1000
    let fraction = String(microseconds % 1_000_000)
    let seconds =
      "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    file.append(
      JSON.object(
        [("t", .number(JSON.Number(written: seconds))), ("event", .string(name))] + members
      ).text)
  }
}
