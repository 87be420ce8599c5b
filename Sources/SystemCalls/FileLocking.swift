import Glibc

/// Takes the exclusive lock of an open file (flock(2)), which goes with `unlockFile`, or when the open
/// file is closed everywhere.
///
/// - Parameter budget: how long to try, in nanoseconds; 0 tries once.
/// - Throws: EWOULDBLOCK if somebody else kept it.
public func lockFile(_ descriptor: Int32, within budget: Int64) throws(SystemError) {
  var start: Int64?
  var pause: Int64 = 20_000
  while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
    if errno == EINTR { continue }
    guard errno == EWOULDBLOCK, budget > 0 else { throw .last }
    let now = SystemClock.monotonic()
    let left = budget - (now - (start ?? now))
    if start == nil { start = now }
    guard left > 0 else { throw SystemError(EWOULDBLOCK) }
    // flock has no time-out of its own, and a signal to end it would concern the whole process.
    var rest = timespec(tv_sec: 0, tv_nsec: Int(min(left, pause)))
    nanosleep(&rest, nil)
    pause = min(pause * 2, 320_000)
  }
}

/// Gives the lock of an open file back.
public func unlockFile(_ descriptor: Int32) {
  flock(descriptor, LOCK_UN)
}
