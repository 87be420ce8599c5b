import LogFiles

/// The log of this program. Warnings and errors also go to the trace, under a stable code.
@MainActor
final class Log {
  private let trace: Trace?
  private var file: LogFile

  init(path: String, trace: Trace?) {
    self.trace = trace
    file = LogFile(path: path)
  }

  var path: String { file.path }

  func opened() -> LineFile? { file.opened() }

  func info(_ message: String) { file.write(.info, message) }

  func warning(_ code: String, _ message: String) { tell(.warning, code, message) }

  func error(_ code: String, _ message: String) { tell(.error, code, message) }

  private func tell(_ level: LogFile.Level, _ code: String, _ message: String) {
    file.write(level, message)
    trace?.event("error", [("code", .string(code)), ("message", .string(message))])
  }
}
