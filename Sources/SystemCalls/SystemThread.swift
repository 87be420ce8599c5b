import Glibc

/// Threads for work that may block. Swift's own threads must not: tasks share them.
public enum SystemThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a body on a thread of its own, which ends with it (pthread_create).
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

  /// The same for work that the program cannot go on without: where no thread can be had, the
  /// process ends.
  public static func mustStart(_ body: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      try start(body)
    } catch {
      preconditionFailure("no thread can be started: \(error)")
    }
  }
}
