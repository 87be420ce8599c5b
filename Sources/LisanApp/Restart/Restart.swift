import CTerminalControl
import Glibc
import SystemCalls

/// The replacement of this process by the same program (R16): what is handed on goes through a
/// variable of the environment, which is read once and unset at once.
@MainActor
enum Restart {
  private static let variable = "LISAN_RESTART"

  /// What a start finds of a program before this one in the same process.
  enum Predecessor {
    case none
    case handedOn(Handover)
    /// What is handed on cannot be used, and the program starts as if it were the first one.
    case refused(HandoverRefusal)

    var handover: Handover? {
      if case .handedOn(let handover) = self { handover } else { nil }
    }
  }

  /// Takes what was handed on out of the environment.
  static func takePredecessor() -> Predecessor {
    guard let text = StartEnvironment.value(variable) else { return .none }
    unsetenv(variable)
    do throws(HandoverRefusal) {
      return .handedOn(try Handover(text, process: getpid()))
    } catch {
      // The program before this one blocked the signals that end a program.
      if error != .process { cs_unblock_after_exec() }
      return .refused(error)
    }
  }

  /// Replaces the process by the same program with the same arguments, and returns errno if that
  /// failed (execve).
  static func replaceProcess(handingOn handover: Handover) -> Int32 {
    setenv(variable, handover.text(for: getpid()), 1)
    if let watch = handover.watch { _ = fcntl(watch, F_SETFD, 0) }
    cs_block_for_exec()
    // By its name, so that it is not called `exe` afterwards; by the link where the name is gone.
    let failure = StartEnvironment.withToken { environment in
      for path in [ProgramLocation.running.path, "/proc/self/exe"] {
        execve(path, CommandLine.unsafeArgv, environment)
      }
      return errno
    }
    cs_unblock_after_exec()
    if let watch = handover.watch { _ = fcntl(watch, F_SETFD, FD_CLOEXEC) }
    unsetenv(variable)
    return failure
  }
}
