import Glibc

/// Runs a body on a thread of its own, which may block as long as it likes; Swift's own threads
/// must not.
func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let started = pthread_create(
    &thread, nil,
    { box in
      Unmanaged<Box>.fromOpaque(box!).takeRetainedValue().body()
      return nil
    }, Unmanaged.passRetained(Box(body)).toOpaque())
  precondition(started == 0, "no thread can be started")
  pthread_detach(thread)
}
