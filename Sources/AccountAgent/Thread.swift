import Glibc

/// A thread for what may block, so that it holds up none of those that tasks share.
struct Thread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  private let body: Body

  init(_ run: @escaping @Sendable () -> Void) {
    body = Body(run)
  }

  /// Runs the body once (pthread_create).
  func start() {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(body)
    let number = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    precondition(number == 0, "no thread could be had: \(String(cString: strerror(number)))")
    pthread_detach(thread)
  }

  /// Waits for what a body gives.
  static func value<Value: Sendable>(
    of body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }
}
