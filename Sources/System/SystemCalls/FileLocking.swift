import Glibc

/// Takes the exclusive lock of an open file (flock(2)). `unlockFile` releases it, as does closing
/// all descriptors of the open file.
///
/// - Parameter budget: how long to try, in nanoseconds; 0 tries once.
/// - Throws: EWOULDBLOCK if another open file holds it.
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
    // flock has no time-out, and a signal to interrupt it would affect the whole process.
    var rest = timespec(tv_sec: 0, tv_nsec: Int(min(left, pause)))
    nanosleep(&rest, nil)
    pause = min(pause * 2, 320_000)
  }
}

/// Releases the lock of an open file.
public func unlockFile(_ descriptor: Int32) {
  flock(descriptor, LOCK_UN)
}
