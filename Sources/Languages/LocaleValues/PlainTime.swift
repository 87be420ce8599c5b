import Glibc
import Localization

/// Dates and times that need no locale library.
enum PlainTime {
  /// A local date and time to the minute, such as `2026-11-20 13:05`; times outside the years 1 to
  /// 9999 are clamped.
  static func text(milliseconds: Int64, offset: Int, digits: NumberingSystem) -> String {
    let years1To9999: (first: Int64, last: Int64) = (-62_135_596_800, 253_402_300_799)
    let seconds = Int64((Double(milliseconds) / 1000).rounded(.down)) + Int64(offset)
    var time = time_t(min(max(seconds, years1To9999.first), years1To9999.last))
    var parts = tm()
    gmtime_r(&time, &parts)
    func padded(_ number: Int32, _ width: Int) -> String {
      let text = digits.string(Int(number))
      return String(repeating: digits.string(0), count: max(0, width - text.unicodeScalars.count))
        + text
    }
    let date =
      "\(padded(1900 + parts.tm_year, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
    return "\(date) \(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2))"
  }
}
