import Glibc
import SystemCalls

/// A pipe by which a thread tells the event loop that its work is done, with one byte for each.
final class WakePipe: Sendable {
  let reading: OwnedDescriptor
  let writing: OwnedDescriptor

  /// nil if there are no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = OwnedDescriptor(owning: ends[0])
    writing = OwnedDescriptor(owning: ends[1])
    _ = fcntl(reading.number, F_SETFL, O_NONBLOCK)
  }
}
