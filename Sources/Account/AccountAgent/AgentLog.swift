import AccountModel
import AccountProtocol
import AgentProtocol
import Glibc
import LogFiles
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
  func warning(_ code: String, _ message: String) { complain(.warning, code, message) }

  /// Logs an error that ends the program.
  func error(_ code: String, _ message: String) { complain(.error, code, message) }

  /// Runs indispensable work on a new thread. Without one, the program ends with a line in the log.
  func thread(_ body: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      try SystemThread.start(body)
    } catch {
      self.error("thread", "the system gives this program no thread (\(error)); it ends")
      exit(1)
    }
  }

  private func complain(_ level: LogFile.Level, _ code: String, _ message: String) {
    write(level, message)
    event(Event(t: elapsed, event: "error", code: code, message: message))
  }

  /// Logs a warning only once per process.
  func warningOnce(_ code: String, _ message: String) {
    if told.withLock({ $0.insert(message).inserted }) { warning(code, message) }
  }

  /// Records that a choice is being sent to the account.
  func request(_ choice: Choice) {
    info("choice \(choice.origin.sequence), \(choice.language): sending")
    event(
      Event(
        t: elapsed, event: "sync.request", code: choice.language, sequence: choice.origin.sequence))
  }

  /// Records the result of sending a choice.
  ///
  /// - Parameter failure: why the account did not acknowledge it; nil if it did.
  func result(_ choice: Choice, _ failure: ServiceFailure? = nil) {
    let words =
      failure.map { "failed: \($0.failure.reason.rawValue): \($0.detail)" } ?? "acknowledged"
    info("choice \(choice.origin.sequence), \(choice.language): \(words)")
    // 0 means no answer.
    let status = failure.map { $0.failure.status ?? 0 } ?? 200
    event(Event(t: elapsed, event: "sync.result", ok: failure == nil, status: status))
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
