import Glibc

/// Threads for work that may block. Swift's own threads must not block, because tasks share them.
public enum SystemThread {
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

  /// Runs indispensable work on a new thread. The process ends if no thread can be created.
  public static func mustStart(_ body: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      try start(body)
    } catch {
      preconditionFailure("no thread can be started: \(error)")
    }
  }
}
