import Glibc
import SystemCalls

/// The two ends of a pipe.
struct Pipe: ~Copyable {
  let reading: OwnedDescriptor
  let writing: OwnedDescriptor

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError.last }
    reading = OwnedDescriptor(owning: ends[0])
    writing = OwnedDescriptor(owning: ends[1])
  }

  /// Closes both ends.
  consuming func close() {}
}
