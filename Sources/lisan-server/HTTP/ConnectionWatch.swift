import Dispatch
import Glibc
import Synchronization

/// Cuts connections whose request does not come to its end in time: a client that sends a byte now
/// and then never lets libmicrohttpd's own time-out, which looks at idleness, run out.
final class ConnectionWatch: Sendable {
  private struct Entry {
    let socket: Int32
    /// Nanoseconds of the monotonic clock; nil while the server itself is at work.
    var deadline: Int64?
  }

  /// By the connections' addresses.
  private let entries = Mutex<[Int: Entry]>([:])
  /// Made by `start`, cancelled by `stop`, both of one thread.
  nonisolated(unsafe) private var timer: (any DispatchSourceTimer)?
  /// Nanoseconds from the connection, or from the answer before, to the end of the next request.
  private let requestLimit: Int64

  init(requestSeconds: Int64) {
    requestLimit = requestSeconds * 1_000_000_000
  }

  func start() {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "connection-watch"))
    timer.setEventHandler { [self] in cutLate() }
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.activate()
    self.timer = timer
  }

  func stop() { timer?.cancel() }

  func opened(_ connection: OpaquePointer, socket: Int32) {
    let key = Int(bitPattern: connection)
    entries.withLock { $0[key] = Entry(socket: socket, deadline: deadline()) }
  }

  /// Before its socket is closed, so that no other connection's is ever cut.
  func closed(_ connection: OpaquePointer) {
    let key = Int(bitPattern: connection)
    entries.withLock { $0[key] = nil }
  }

  func isComplete(_ connection: OpaquePointer) {
    let key = Int(bitPattern: connection)
    entries.withLock { $0[key]?.deadline = nil }
  }

  func wasAnswered(_ connection: OpaquePointer) {
    let key = Int(bitPattern: connection)
    entries.withLock { $0[key]?.deadline = deadline() }
  }

  private func cutLate() {
    let now = monotonicNanoseconds()
    entries.withLock { entries in
      for entry in entries.values where entry.deadline.map({ $0 < now }) == true {
        shutdown(entry.socket, Int32(SHUT_RDWR))
      }
    }
  }

  private func deadline() -> Int64 { monotonicNanoseconds() + requestLimit }
}

/// The monotonic clock (clock_gettime).
func monotonicNanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
