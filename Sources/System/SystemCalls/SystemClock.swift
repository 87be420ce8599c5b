import Glibc

/// The system's clocks (clock_gettime).
public enum SystemClock {
  /// Nanoseconds of the monotonic clock, which is never set.
  public static func monotonic() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return nanoseconds(time)
  }

  /// The current time in milliseconds since 1970.
  public static func millisecondsSince1970() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time) / 1_000_000
  }

  /// Converts a `timespec` to nanoseconds.
  public static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
