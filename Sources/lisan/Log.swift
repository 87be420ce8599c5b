import Glibc

/// The log file: what happened and why, in English, with levels (R60). At 1 MiB it becomes
/// `lisan.log.1`, in the place of the one before.
@MainActor
final class Log {
  enum Level: String {
    case info, warning, error
  }

  /// The size from which a log is moved aside, in bytes.
  private static let limit = 1 << 20

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
    guard let file = opened() else { return }
    file.makeRoom(at: path, limit: Self.limit, aside: "\(path).1")
    file.append("\(Self.timestamp()) \(level.rawValue) [\(getpid())] \(line)")
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
