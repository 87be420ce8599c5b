/// How long a client is willing to wait for an answer: the `wait` of its `Prefer` header (RFC 7240,
/// section 4.3), such as `Prefer: wait=30`.
struct WaitPreference: Hashable, Sendable {
  /// The maximum in seconds. Proxies commonly end a request after a minute without an answer.
  static let maximum: Int64 = 50

  /// At most the maximum; 0 without the preference, or if it is not a number.
  let seconds: Int64

  init(prefer header: String?) {
    for item in (header ?? "").prefix(200).split(separator: ",") {
      let preference = item.split(separator: ";").first?.filter { $0 != " " } ?? ""
      let parts = preference.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "wait" else { continue }
      seconds = max(0, min(Int64(parts[1].filter { $0 != "\"" }) ?? 0, Self.maximum))
      return
    }
    seconds = 0
  }
}
