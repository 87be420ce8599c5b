import AccountProtocol
import Glibc
import PreferenceStore

/// The app's log and trace, which the agent adds its lines to (R59, R60): each line in one write,
/// for others write to the same files.
final class AgentRecord: Sendable {
  private let log: String
  private let trace: Int32
  private let start: Int64

  init(_ configuration: AgentConfiguration) {
    log = configuration.log
    trace = configuration.trace.map { Self.open($0.path) } ?? -1
    start = configuration.trace?.start ?? 0
  }

  deinit { if trace >= 0 { close(trace) } }

  func info(_ message: String) { write("info", message) }

  /// Stands in the trace as well, under a code that does not change.
  func warning(_ code: String, _ message: String) {
    write("warning", message)
    event(Event(t: elapsed, event: "error", code: code, message: message))
  }

  /// A choice leaves for the account.
  func request(_ choice: Choice) {
    info("choice \(choice.origin.sequence), \(choice.language), sent")
    event(
      Event(
        t: elapsed, event: "sync.request", code: choice.language, sequence: choice.origin.sequence))
  }

  /// The answer to it, with its status; 0 where there was none.
  func result(ok: Bool, status: Int) {
    info(ok ? "choice acknowledged" : "choice not acknowledged")
    event(Event(t: elapsed, event: "sync.result", ok: ok, status: status))
  }

  /// One line of the trace.
  private struct Event: JSONMessage {
    /// Seconds since the app's start.
    var t: Double
    var event: String
    var code: String?
    var sequence: Int64?
    var ok: Bool?
    var status: Int?
    var message: String?
  }

  /// Seconds since the app's start, to the microsecond.
  private var elapsed: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    return Double((now - start) / 1000) / 1_000_000
  }

  private func event(_ event: Event) {
    guard trace >= 0 else { return }
    Self.append(event.json(), to: trace)
  }

  private func write(_ level: String, _ message: String) {
    let descriptor = Self.open(log)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    let date = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // A value in the message must not be able to forge a line.
    let line = String(
      String.UnicodeScalarView(
        message.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }))
    Self.append(Array("\(date) \(level) [\(getpid())] agent: \(line)".utf8), to: descriptor)
  }

  private static func open(_ path: String) -> Int32 {
    // The log's directory is made by whoever writes first.
    try? PrivateFile(path).makeDirectories()
    return Glibc.open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
  }

  private static func append(_ bytes: [UInt8], to descriptor: Int32) {
    let line = bytes + [UInt8(ascii: "\n")]
    _ = Glibc.write(descriptor, line, line.count)
  }
}
