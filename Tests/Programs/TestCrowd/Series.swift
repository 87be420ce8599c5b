import Foundation
import Glibc
import Synchronization

/// The same thing measured twenty times, to be judged by its median and its worst.
///
/// ```swift
/// let series = try await Series.measured(limit: .milliseconds(100)) { _ in … }
/// #expect(series.isWithinLimit, "\(series)")
/// ```
public struct Series: Sendable, CustomStringConvertible {
  public static let count = 20
  /// How often a series is measured anew because the machine was busy with something else.
  private static let attempts = 10

  public let times: [Duration]
  public let limit: Duration
  /// For how long at most the machine did not run a thread that was due, meanwhile.
  public let stall: Duration

  public init(times: [Duration], limit: Duration, stall: Duration) {
    self.times = times
    self.limit = limit
    self.stall = stall
  }

  public var median: Duration { times.sorted()[times.count / 2] }
  public var worst: Duration { times.max() ?? .zero }
  public var isWithinLimit: Bool { median < limit && worst < limit }

  public var description: String {
    "median \(median), worst \(worst) of \(times.count), limit \(limit), machine stalled \(stall)"
  }

  /// Measures a series. Where the machine itself keeps threads waiting for a quarter of the limit,
  /// the series says nothing about the program, good or bad, and is measured anew; the last one
  /// counts, whatever the machine did.
  ///
  /// - Parameters:
  ///   - process: goes before all others meanwhile, where that is permitted: the limit is one of the
  ///     program, and not of what else the machine does.
  ///   - measure: takes the number of the round, from 0.
  public static func measured(
    limit: Duration, of process: pid_t, _ measure: (Int) async throws -> Duration
  ) async throws -> Series {
    putFirst(process)
    var attempt = 1
    while true {
      let sentinel = Sentinel()
      var times: [Duration] = []
      for round in 0..<count { times.append(try await measure(round)) }
      let series = Series(times: times, limit: limit, stall: sentinel.stop())
      if series.stall < limit / 4 || attempt == attempts { return series }
      attempt += 1
    }
  }

  /// Gives a process, or by 0 the thread that calls, the highest priority there is.
  private static func putFirst(_ process: pid_t) {
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process), -20)
  }

  /// A thread that is due every millisecond, and notes how late it was at most.
  private final class Sentinel: Sendable {
    private struct State {
      var latest = Duration.zero
      var isStopped = false
    }

    private let state = Mutex(State())

    init() {
      let thread = Thread { [self] in
        Series.putFirst(0)
        while !state.withLock({ $0.isStopped }) {
          let due = ContinuousClock.now + .milliseconds(1)
          usleep(1000)
          let late = ContinuousClock.now - due
          state.withLock { $0.latest = max($0.latest, late) }
        }
      }
      thread.start()
    }

    func stop() -> Duration {
      state.withLock { state in
        state.isStopped = true
        return state.latest
      }
    }
  }
}
