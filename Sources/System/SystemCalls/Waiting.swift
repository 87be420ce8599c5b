import Glibc

/// Waits until one of some descriptors is ready, with poll(2).
///
/// - Parameters:
///   - polled: the descriptors and their events. Negative descriptors are passed over.
///   - limit: the maximum time, rounded up to whole milliseconds; nil to wait for as long as it takes.
/// - Returns: how many descriptors are ready; 0 after the maximum time; -1 after a signal, with EINTR in `errno`.
@discardableResult
public func awaitReady(_ polled: inout [pollfd], within limit: Duration? = nil) -> Int32 {
  poll(&polled, nfds_t(polled.count), limit.map(pollMilliseconds) ?? -1)
}

/// Waits until a descriptor is ready.
///
/// - Parameter events: as for poll(2), POLLIN for instance.
/// - Returns: 1 if it is ready; otherwise as for several descriptors.
@discardableResult
public func awaitReady(
  _ descriptor: Int32, _ events: Int32 = POLLIN, within limit: Duration? = nil
) -> Int32 {
  var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  return poll(&polled, 1, limit.map(pollMilliseconds) ?? -1)
}

/// Lets a time pass, or less if a signal comes.
public func idle(for duration: Duration) {
  poll(nil, 0, pollMilliseconds(duration))
}

private func pollMilliseconds(_ duration: Duration) -> Int32 {
  let (seconds, attoseconds) = duration.components
  let rounded = seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  return Int32(clamping: max(0, rounded))
}
