import Glibc

/// What one attack came to: a row of the table that `preference-faults` prints.
public struct Outcome: Sendable {
  /// What was done to the file, such as `every bit flipped once`.
  public var attack: String
  /// How often each thing happened, such as `serve the current value: 65,536`, in order.
  public private(set) var counts: [(what: String, times: Int)] = []
  /// What must not happen and did; the first few in words.
  public private(set) var failures: [String] = []
  public private(set) var failureCount = 0
  /// Why it could not be tried on this machine.
  public var skipped: String?
  public var seconds = 0.0

  public init(_ attack: String) { self.attack = attack }

  public mutating func count(_ what: String, times: Int = 1) {
    if let place = counts.firstIndex(where: { $0.what == what }) {
      counts[place].times += times
    } else {
      counts.append((what, times))
    }
  }

  public mutating func fail(_ words: @autoclosure () -> String) {
    failureCount += 1
    if failures.count < 5 { failures.append(words()) }
  }

  public mutating func expect(_ holds: Bool, _ words: @autoclosure () -> String) {
    if !holds { fail(words()) }
  }

  public func times(_ what: String) -> Int { counts.first { $0.what == what }?.times ?? 0 }

  /// The row's result: `65,536 serve the current value; 0 wrong`.
  public var summary: String {
    if let skipped { return "SKIPPED: \(skipped)" }
    let done = counts.map { "\(grouped($0.times)) \($0.what)" }.joined(separator: "; ")
    return done + (failureCount == 0 ? "" : "; \(grouped(failureCount)) FAILED")
  }
}

/// `65,536` for 65536.
func grouped(_ number: Int) -> String {
  var digits = Array(String(number))
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: place)
    place -= 3
  }
  return String(digits)
}

/// Runs an attack and notes how long it took.
public func timed(_ attack: () throws -> Outcome) rethrows -> Outcome {
  let start = monotonicSeconds()
  var outcome = try attack()
  outcome.seconds = monotonicSeconds() - start
  return outcome
}

func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Random numbers that come out the same in each run (SplitMix64, Steele et al. 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
