import AccountModel
import AccountProtocol
import AgentProtocol
import Recording
import Synchronization
import SystemCalls

/// The agent's access to the app's log and trace (R59, R60).
final class AgentLog: Sendable {
  private let file: Mutex<LogFile>
  private let trace: LineFile?
  private let told = Mutex<Set<String>>([])
  private let start: Int64

  init(_ configuration: AgentConfiguration) {
    file = Mutex(LogFile(path: configuration.log))
    trace = configuration.trace.flatMap { try? LineFile(path: $0.path) }
    start = configuration.trace?.start ?? 0
  }

  func info(_ message: String) { write(.info, message) }

  /// Logs a warning, also in the trace under a stable code.
  func warning(_ code: String, _ message: String) {
    write(.warning, message)
    event(Event(t: elapsed, event: "error", code: code, message: message))
  }

  /// Logs a warning only once per process.
  func warningOnce(_ code: String, _ message: String) {
    if told.withLock({ $0.insert(message).inserted }) { warning(code, message) }
  }

  /// Records that a choice is sent to the account.
  func request(_ choice: Choice) {
    info("choice \(choice.origin.sequence), \(choice.language), sent")
    event(
      Event(
        t: elapsed, event: "sync.request", code: choice.language, sequence: choice.origin.sequence))
  }

  /// Records the answer and its status; 0 if there was none.
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

  /// Seconds since the app's start, with microsecond precision.
  private var elapsed: Double {
    Double((SystemClock.monotonic() - start) / 1000) / 1_000_000
  }

  private func event(_ event: Event) {
    trace?.append(String(decoding: event.json(), as: UTF8.self))
  }

  private func write(_ level: LogFile.Level, _ message: String) {
    file.withLock { $0.write(level, "agent: \(message)") }
  }
}
