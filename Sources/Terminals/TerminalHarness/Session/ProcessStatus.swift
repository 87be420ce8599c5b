import Glibc

/// The state of a program, or how it ended: `.exited(0)`, `.signaled(15)`.
public enum ProcessStatus: Hashable, Sendable, CustomStringConvertible {
  /// It has not ended.
  case running
  /// Stopped by a signal, such as SIGTSTP by Ctrl-Z.
  case stopped(Int32)
  /// Exited with this status.
  case exited(Int32)
  /// Killed by this signal.
  case signaled(Int32)

  /// Whether it exited or was killed.
  public var hasEnded: Bool {
    switch self {
    case .running, .stopped: false
    case .exited, .signaled: true
    }
  }

  /// Whether it was killed by a signal that indicates a fault of the program itself.
  public var isFault: Bool {
    guard case .signaled(let signal) = self else { return false }
    return [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV].contains(signal)
  }

  public var description: String {
    switch self {
    case .running: "running"
    case .stopped(let signal): "stopped by signal \(signal)"
    case .exited(let status): "ended with status \(status)"
    case .signaled(let signal): "killed by signal \(signal)"
    }
  }
}
