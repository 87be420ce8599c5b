import Glibc

/// Local time as the environment sets it: `TZ`, else `/etc/localtime`.
///
/// Asked of the C library, which knows every form of `TZ` (`Asia/Riyadh`, `:Africa/Cairo`,
/// `EET-2EEST`), reads `/etc/localtime` whether or not it is a link, and does so in a fully static
/// program as well (tzset).
public enum LocalTime {
  /// How far local time is ahead of UTC at a time, in seconds since 1970.
  @Sendable
  public static func secondsFromUTC(at seconds: Int64) -> Int {
    var time = time_t(seconds)
    var local = tm()
    tzset()
    guard localtime_r(&time, &local) != nil else { return 0 }
    return local.tm_gmtoff
  }
}
