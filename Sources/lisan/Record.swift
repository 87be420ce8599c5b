import Glibc

/// A file that grows by whole lines, each in one write, so that several processes can share it.
struct LineFile {
  private let descriptor: Int32

  /// Opens or makes the file, for this person alone; a link at its place is not followed.
  /// nil with errno where that fails.
  init?(path: String) {
    descriptor = open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return nil }
  }

  func append(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in
      _ = write(descriptor, bytes.baseAddress, bytes.count)
    }
  }

  /// Makes a descriptor of the process, such as standard error, write to this file.
  func takeOver(_ other: Int32) {
    dup2(descriptor, other)
  }
}

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
      JSON.object([("t", .decimal(seconds)), ("event", .string(name))] + members).text)
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

/// The log file: what happened and why, in English, with levels (R60).
@MainActor
final class Log {
  enum Level: String {
    case info, warning, error
  }

  let path: String
  private let trace: Trace?
  private var file: LineFile?
  private var isOpen = false

  init(path: String, trace: Trace?) {
    self.path = path
    self.trace = trace
  }

  /// Opened by the first line, or for standard error while a screen is up: a command with nothing
  /// to say leaves no file.
  func opened() -> LineFile? {
    if !isOpen {
      isOpen = true
      if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
        _ = makeDirectory(String(path[..<slash]))
      }
      file = LineFile(path: path)
    }
    return file
  }

  func info(_ message: String) { write(.info, message) }

  /// A warning or an error stands in the trace as well, under a code that does not change.
  func warning(_ code: String, _ message: String) {
    write(.warning, message)
    trace?.event("error", [("code", .string(code)), ("message", .string(message))])
  }

  func error(_ code: String, _ message: String) {
    write(.error, message)
    trace?.event("error", [("code", .string(code)), ("message", .string(message))])
  }

  private func write(_ level: Level, _ message: String) {
    // A path or a value in the message must not be able to forge a line.
    let line = message.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F ? "?" : String(scalar)
    }.joined()
    opened()?.append("\(Self.timestamp()) \(level.rawValue) [\(getpid())] \(line)")
  }

  /// The time in UTC as RFC 3339 writes it.
  private static func timestamp() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
