import CSystem
import Glibc
import SystemCalls

/// Replaces this process with the same program (R16). The handover is passed in an environment
/// variable, which is read once and unset immediately.
@MainActor
enum Restart {
  private static let variable = "LISAN_RESTART"

  /// The handover from the previous program in this process.
  enum Predecessor {
    case none
    case handedOn(Handover)
    /// The handover cannot be used, and the program starts normally.
    case refused(HandoverRefusal)

    var handover: Handover? {
      if case .handedOn(let handover) = self { handover } else { nil }
    }
  }

  /// Removes the handover from the environment and returns it.
  static func adoptPredecessor() -> Predecessor {
    guard let text = StartEnvironment.value(variable) else { return .none }
    unsetenv(variable)
    do throws(HandoverRefusal) {
      return .handedOn(try Handover(text, process: getpid()))
    } catch {
      // The previous program blocked the termination signals.
      if error != .process { cs_unblock_after_exec() }
      return .refused(error)
    }
  }

  /// Replaces the process with the same program and arguments; returns errno if execve(2) fails.
  static func replaceProcess(handingOn handover: Handover) -> Int32 {
    setenv(variable, handover.text(for: getpid()), 1)
    if let watch = handover.watch { _ = fcntl(watch, F_SETFD, 0) }
    cs_block_for_exec()
    // Exec by path so that the process is not named `exe`; use the link if the path is gone.
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
