import SystemCalls

/// A time in UTC to the minute, in the spelling of ISO 8601, which means the same in every language.
struct UniversalTime: Sendable {
  /// `2026-11-22 09:30`
  let readable: String
  /// `2026-11-22T09:30Z`, for `<time>`.
  let machineReadable: String

  /// - Parameter milliseconds: since 1970.
  init(_ milliseconds: Int64) {
    let text = UTCTime.text(millisecondsSince1970: milliseconds)
    let (day, clock) = (text.prefix(10), text.dropFirst(11).prefix(5))
    readable = "\(day) \(clock)"
    machineReadable = "\(day)T\(clock)Z"
  }
}
