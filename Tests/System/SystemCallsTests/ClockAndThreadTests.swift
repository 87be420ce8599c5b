import Glibc
import SystemCalls
import Testing

struct ClockAndThreadTests {
  @Test("The monotonic clock goes on, and the time of day is that of the C library")
  func clocks() {
    let first = SystemClock.monotonic()
    let before = time(nil)
    let now = SystemClock.millisecondsSince1970()
    #expect(now / 1000 >= Int64(before) && now / 1000 <= Int64(time(nil)))
    #expect(SystemClock.monotonic() > first)
    #expect(SystemClock.nanoseconds(timespec(tv_sec: 2, tv_nsec: 3)) == 2_000_000_003)
  }

  @Test("A thread runs its body once, beside the others, and releases it")
  func thread() throws {
    final class Token: Sendable {
      let pipe: Int32
      init(_ pipe: Int32) { self.pipe = pipe }
      deinit { close(pipe) }
    }
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let input = OwnedDescriptor(owning: ends[0])
    let token = Token(ends[1])
    let caller = UInt(pthread_self())
    try SystemThread.start {
      try? writeAll([UInt8(pthread_self() == pthread_t(caller) ? 1 : 2)], to: token.pipe)
    }
    _ = consume token
    // The end of the file comes when the body has gone with all that it holds.
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    var ready = pollfd(fd: input.number, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, 10_000) == 1, read(input.number, &byte, 1) == 1 { bytes.append(byte) }
    #expect(bytes == [2] && ready.revents == Int16(POLLHUP))
  }
}
