import AccountDatabase
import AccountService
import Synchronization

/// What the server has done since its start, for `/metrics`.
package final class Metrics: Sendable {
  /// The upper bounds of the histogram's buckets in nanoseconds, with their spelling in seconds: a
  /// read takes a tenth of a millisecond, a password some tenths of a second.
  static let bounds: [(nanoseconds: Int64, seconds: String)] = [
    (250_000, "0.00025"), (500_000, "0.0005"), (1_000_000, "0.001"), (2_500_000, "0.0025"),
    (5_000_000, "0.005"), (10_000_000, "0.01"), (25_000_000, "0.025"), (50_000_000, "0.05"),
    (100_000_000, "0.1"), (250_000_000, "0.25"), (500_000_000, "0.5"), (1_000_000_000, "1"),
    (2_500_000_000, "2.5"), (5_000_000_000, "5"), (10_000_000_000, "10"),
  ]

  private struct Kind: Hashable {
    let route: String
    let method: String
    let status: Int
  }

  private struct Durations {
    /// The requests of each bucket alone; the last one has no bound.
    var counts = [Int64](repeating: 0, count: bounds.count + 1)
    var sum: Int64 = 0
  }

  private let state = Mutex<(requests: [Kind: Int64], durations: [String: Durations])>(([:], [:]))

  /// Counts an answered request.
  ///
  /// - Parameter route: the path of a route, never what a client asked for, so that no client can
  ///   make up further series.
  func count(route: String, method: String, status: Int, nanoseconds: Int64) {
    let bucket =
      Self.bounds.firstIndex { nanoseconds <= $0.nanoseconds } ?? Self.bounds.count
    state.withLock { state in
      state.requests[Kind(route: route, method: method, status: status), default: 0] += 1
      state.durations[route, default: Durations()].counts[bucket] += 1
      state.durations[route]?.sum += nanoseconds
    }
  }

  /// The families of the counted requests.
  var families: [MetricFamily] {
    let (requests, durations) = state.withLock { ($0.requests, $0.durations) }
    var counted = MetricFamily("lisan_requests_total", .counter, "Answered requests.")
    for (kind, count) in requests {
      counted.add(
        [("route", kind.route), ("method", kind.method), ("status", String(kind.status))],
        String(count))
    }
    var times = MetricFamily(
      "lisan_request_duration_seconds", .histogram,
      "From the first byte of a request's target to its answer.")
    for (route, durations) in durations.sorted(by: { $0.key < $1.key }) {
      var total: Int64 = 0
      for (index, count) in durations.counts.enumerated() {
        total += count
        let bound = index < Self.bounds.count ? Self.bounds[index].seconds : "+Inf"
        times.add([("route", route), ("le", bound)], String(total), suffix: "_bucket")
      }
      times.add(
        [("route", route)], String(Double(durations.sum) / 1_000_000_000), suffix: "_sum")
      times.add([("route", route)], String(total), suffix: "_count")
    }
    counted.sort()
    return [counted, times]
  }
}

extension Route {
  package static let metricsPath = "/metrics"

  /// What the address of `--metrics` serves, and no other.
  package static let operation = [
    Route(metricsPath, ("GET", metrics), isServedAlways: true)
  ]

  /// `GET /metrics`: counters and gauges for Prometheus.
  private static let metrics: Handler = { site, request throws(Refused) in
    let service = site.service
    var families: [MetricFamily] =
      site.metrics.families + [
        .gauge(
          "lisan_up", "Whether the database may be used.", service.standing.isRefusing ? 0 : 1),
        .gauge(
          "lisan_password_checks_waiting", "Passwords that wait to be checked.",
          service.passwords.waiting),
        .gauge(
          "lisan_followers", "Requests that wait for a change of their account.",
          service.followers.count),
      ]
    // What only the database knows is left out while it cannot be read.
    if !service.standing.isRefusing,
      let counts = try? service.read({ database throws(DatabaseError) in
        (try database.noticeCounts(), try database.openDeviceCodes())
      })
    {
      families += [
        .gauge(
          "lisan_notices_waiting", "Notices of changes that wait to be sent.",
          Int(counts.0.waiting)),
        .gauge(
          "lisan_notices_undeliverable", "Notices of changes that cannot be delivered.",
          Int(counts.0.undeliverable)),
        .gauge("lisan_device_codes_open", "Codes that nobody has decided about.", counts.1),
      ]
    }
    families += service.storage?.metrics ?? []
    return .now(
      .success(
        Response(
          "text/plain; version=0.0.4; charset=utf-8", Array(families.map(\.text).joined().utf8))))
  }
}
