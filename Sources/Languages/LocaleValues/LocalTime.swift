import Glibc

/// Local time according to the environment: `TZ`, else `/etc/localtime`.
///
/// It uses the C library (tzset), which supports every form of `TZ` (`Asia/Riyadh`,
/// `:Africa/Cairo`, `EET-2EEST`), reads `/etc/localtime` whether or not it is a link, and also
/// works in a fully static program.
public enum LocalTime {
  /// How far local time is ahead of UTC at a given time, in seconds. Times are in seconds since
  /// 1970.
  @Sendable
  public static func secondsFromUTC(at seconds: Int64) -> Int {
    var time = time_t(seconds)
    var local = tm()
    tzset()
    guard localtime_r(&time, &local) != nil else { return 0 }
    return local.tm_gmtoff
  }
}
