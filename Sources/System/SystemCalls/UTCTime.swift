import Glibc

/// A moment in UTC as text (gmtime_r, strftime).
public enum UTCTime {
  /// RFC 3339 with seconds, such as `2025-06-01T12:00:00Z`.
  public static func text(millisecondsSince1970 milliseconds: Int64) -> String {
    text(milliseconds, "%Y-%m-%dT%H:%M:%SZ")
  }

  /// RFC 3339 with milliseconds, such as `2025-06-01T12:00:00.250Z`.
  public static func preciseText(millisecondsSince1970 milliseconds: Int64) -> String {
    let part = String(((milliseconds % 1000) + 1000) % 1000)
    let fraction = String(repeating: "0", count: 3 - part.utf8.count) + part
    return bareText(millisecondsSince1970: milliseconds) + ".\(fraction)Z"
  }

  /// The same without a zone, such as `2025-06-01T12:00:00`.
  public static func bareText(millisecondsSince1970 milliseconds: Int64) -> String {
    text(milliseconds, "%Y-%m-%dT%H:%M:%S")
  }

  /// As gettext writes it in PO files, such as `2025-06-01 12:00+0000`.
  public static func minuteText(millisecondsSince1970 milliseconds: Int64) -> String {
    text(milliseconds, "%Y-%m-%d %H:%M+0000")
  }

  /// RFC 5322, such as `Sun, 01 Jun 2025 12:00:00 +0000`, in a program without setlocale(3).
  public static func mailText(millisecondsSince1970 milliseconds: Int64) -> String {
    text(milliseconds, "%a, %d %b %Y %H:%M:%S +0000")
  }

  private static func text(_ milliseconds: Int64, _ format: String) -> String {
    var seconds = time_t(milliseconds < 0 ? (milliseconds - 999) / 1000 : milliseconds / 1000)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "" }
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, format, &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
