import Glibc
import Synchronization

/// Threads for work that may block. Swift's own threads must not block, because tasks share them.
public enum SystemThread {
  /// Holds threads back until it is unlocked.
  private final class Gate: Sendable {
    let mutex = Mutex(())
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a closure on a new thread (pthread_create).
  public static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Body(body))
    let failure = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard failure == 0 else {
      context.release()
      throw SystemError(failure)
    }
    pthread_detach(thread)
  }

  /// Finds out whether so many threads can run at once. Where none can, Swift's runtime would try again for
  /// ever.
  public static func probe(_ count: Int) throws(SystemError) {
    let gate = Gate()
    var failure: SystemError?
    gate.mutex.withLock { _ in
      for _ in 0..<count where failure == nil {
        do throws(SystemError) {
          try start { gate.mutex.withLock { _ in } }
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
  }

  /// Runs indispensable work on a new thread. Without one, the program ends with a line on standard error.
  public static func mustStart(_ body: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      try start(body)
    } catch {
      let program = CommandLine.arguments.first ?? ""
      let line = "\(program): no thread can be started: \(error)\n"
      _ = write(STDERR_FILENO, line, line.utf8.count)
      exit(1)
    }
  }
}
