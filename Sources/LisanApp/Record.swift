import Glibc
import Recording

/// The trace: one JSON object a line for each event, for tests and for the curious (R59).
@MainActor
final class Trace {
  private let file: LineFile
  /// Nanoseconds of the monotonic clock when the program started; kept over a restart.
  let start: Int64

  init?(path: String, start: Int64) {
    guard let file = LineFile(path: path) else { return nil }
    self.file = file
    self.start = start
  }

  func event(_ name: String, _ members: [(String, JSON)] = []) {
    let microseconds = (Clock.now() - start) / 1000
    let fraction = String(microseconds % 1_000_000)
    let seconds =
      "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    file.append(
      JSON.object([("t", .encoded(seconds)), ("event", .string(name))] + members).text)
  }
}

/// The system's clocks (clock_gettime).
enum Clock {
  /// The monotonic clock in nanoseconds.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time of day.
  static func millisecondsSince1970() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
