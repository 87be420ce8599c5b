import BidiOracles
import Foundation

/// The measurements of one contender: a value for each round, or for a few parts of one.
struct Measured {
  let contender: String
  let values: [Double]

  init(_ contender: String, _ values: [Double]) {
    self.contender = contender
    self.values = values.sorted()
  }

  func quantile(_ part: Double) -> Double {
    values[min(values.count - 1, Int(Double(values.count) * part))]
  }

  var median: Double { quantile(0.5) }
}

/// A limit for a result.
enum Bar {
  case atMost(Double)
  case atLeast(Double)
  /// The ratio of the median to a peer's median.
  case ratioAtMost(Double, to: String)
  case ratioAtLeast(Double, to: String)
  /// The difference of the median to a peer's median.
  case addsAtMost(Double, to: String)
  /// The 99th percentile.
  case tailAtMost(Double)

  func text(_ unit: String) -> String {
    switch self {
    case .atMost(let limit): "at most \(number(limit)) \(unit)"
    case .atLeast(let limit): "at least \(number(limit)) \(unit)"
    case .ratioAtMost(let limit, let peer): "at most \(number(limit)) of \(peer)"
    case .ratioAtLeast(let limit, let peer): "at least \(number(limit)) of \(peer)"
    case .addsAtMost(let limit, let peer): "at most \(number(limit)) \(unit) more than \(peer)"
    case .tailAtMost(let limit): "p99 at most \(number(limit)) \(unit)"
    }
  }

  /// How far the result exceeds the limit: 0.1 means by a tenth; 0 or less means that the limit is
  /// met. Infinite if the peer is missing.
  func excess(of ours: Measured, _ peers: [Measured]) -> Double {
    func over(_ value: Double, _ limit: Double) -> Double {
      limit > 0 ? value / limit - 1 : value
    }
    func median(_ name: String) -> Double? {
      peers.first { $0.contender == name }?.median
    }
    switch self {
    case .atMost(let limit): return over(ours.median, limit)
    case .atLeast(let limit): return limit / ours.median - 1
    case .ratioAtMost(let limit, let name):
      guard let peer = median(name) else { return .infinity }
      return over(ours.median / peer, limit)
    case .ratioAtLeast(let limit, let name):
      guard let peer = median(name) else { return .infinity }
      return limit / (ours.median / peer) - 1
    case .addsAtMost(let limit, let name):
      guard let peer = median(name) else { return .infinity }
      return over(ours.median - peer, limit)
    case .tailAtMost(let limit): return over(ours.quantile(0.99), limit)
    }
  }
}

/// The table of a run. Each row is printed when it is available; if requested, all rows are printed
/// as JSON at the end.
final class Table {
  struct Row: Encodable {
    let section: String
    let what: String
    let contender: String
    let unit: String
    let median: Double
    let p95: Double
    let p99: Double
    let rounds: Int
    /// The ratio of our median to this contender's; nil for ours.
    let ratio: Double?
    let bar: String?
    /// 0 if all limits are met; 0.1 if the worst one is exceeded by a tenth.
    let missedBy: Double?
  }

  private(set) var rows: [Row] = []
  private let printsJSON: Bool
  private var section = ""

  init(printsJSON: Bool) { self.printsJSON = printsJSON }

  func begin(_ section: String) {
    self.section = section
    guard !printsJSON else { return }
    print("\n\(section)")
    print(
      Self.line("", "", "median", "p95", "p99", "ratio", "bar"))
  }

  /// Adds the results of one measurement, ours first.
  func add(
    _ what: String, _ unit: String, _ ours: Measured, _ peers: [Measured] = [], bars: [Bar] = []
  ) {
    for (place, measured) in ([ours] + peers).enumerated() {
      let isOurs = place == 0
      let row = Row(
        section: section, what: what, contender: measured.contender, unit: unit,
        median: measured.median, p95: measured.quantile(0.95), p99: measured.quantile(0.99),
        rounds: measured.values.count, ratio: isOurs ? nil : ours.median / measured.median,
        bar: isOurs && !bars.isEmpty
          ? bars.map { $0.text(unit) }.joined(separator: "; ") : nil,
        missedBy: isOurs && !bars.isEmpty
          ? bars.map { max(0, $0.excess(of: ours, peers)) }.max() : nil)
      rows.append(row)
      guard !printsJSON else { continue }
      let verdict =
        row.missedBy.map { $0 > 0 ? "MISSED by \(number($0 * 100)) %" : "met" } ?? ""
      print(
        Self.line(
          isOurs ? "\(what), \(unit)" : "", measured.contender, number(row.median),
          number(row.p95), number(row.p99), row.ratio.map { number($0) } ?? "",
          row.bar.map { "\($0): \(verdict)" } ?? ""))
    }
  }

  private static func line(
    _ what: String, _ contender: String, _ median: String, _ p95: String, _ p99: String,
    _ ratio: String, _ bar: String
  ) -> String {
    func left(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    func right(_ text: String) -> String {
      String(repeating: " ", count: max(0, 10 - text.count)) + text
    }
    return left(what, 46) + " " + left(contender, 22) + right(median) + right(p95) + right(p99)
      + right(ratio) + "  " + bar
  }

  func printJSON(_ machine: Machine) throws {
    struct Whole: Encodable {
      let machine: Machine
      let rows: [Row]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(Whole(machine: machine, rows: rows)), as: UTF8.self))
  }
}

/// Formats a number with its significant digits.
func number(_ value: Double) -> String {
  let size = abs(value)
  if size >= 1000 { return String(Int(value.rounded())) }
  return String(format: size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value)
}

/// The machine and the software of a run.
struct Machine: Encodable {
  let processor: String
  let processors: Int
  let system: String
  let versions: [String]

  init() {
    func line(_ path: String, _ start: String) -> String {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let found = text.split(separator: "\n").first { $0.hasPrefix(start) } ?? ""
      return found.drop { $0 != ":" && $0 != "=" }.dropFirst()
        .trimmingCharacters(in: CharacterSet(charactersIn: " \""))
    }
    processor = line("/proc/cpuinfo", "model name")
    processors = ProcessInfo.processInfo.activeProcessorCount
    system = line("/etc/os-release", "PRETTY_NAME")
    versions = Self.packages([
      "dialog", "libncursesw6", "libfribidi0", "libicu72", "liblmdb0", "libsqlite3-0", "libc6",
      "wrk", "libpq5", "postgresql-15",
    ])
  }

  private static func packages(_ names: [String]) -> [String] {
    (try? output("/usr/bin/dpkg-query", ["-W", "-f", "${Package} ${Version}\\n"] + names))
      .map { $0.split(separator: "\n").map(String.init) } ?? []
  }

  var text: String {
    "\(processors) processors (\(processor)), \(system)\n" + versions.joined(separator: ", ")
  }
}

/// Runs a program until it exits; returns its standard output.
nonisolated func output(
  _ program: String, _ arguments: [String], input: String = "",
  environment: [String: String]? = nil
) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  if let environment { process.environment = environment }
  let (standardInput, standardOutput) = (Pipe(), Pipe())
  process.standardInput = standardInput
  process.standardOutput = standardOutput
  process.standardError = FileHandle.nullDevice
  try process.runUnblocked()
  standardInput.fileHandleForWriting.write(Data(input.utf8))
  try standardInput.fileHandleForWriting.close()
  let data = standardOutput.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self)
}

/// Compiles a C program.
nonisolated func compileC(_ source: String, to path: String, _ options: [String] = []) throws {
  try source.write(toFile: "\(path).c", atomically: false, encoding: .utf8)
  _ = try output("/usr/bin/cc", ["-O2", "-o", path, "\(path).c"] + options)
  guard FileManager.default.isExecutableFile(atPath: path) else {
    fatalError("\(path) could not be built")
  }
}

extension Process {
  /// Starts the process with no signal blocked. A child inherits what its parent's thread blocks, and
  /// threads of a pool block all signals. With SIGALRM blocked, pgbench never ends.
  nonisolated func runUnblocked() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}

func nanoseconds(_ clock: clockid_t = CLOCK_MONOTONIC) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Keeps results alive, so that the compiler cannot remove the work for them.
nonisolated(unsafe) var sink = 0

/// The order of contenders in a round, another one in each: a contender that always follows the same one finds the
/// caches as that one left them.
nonisolated func order(of count: Int, round: Int) -> [Int] {
  var random = SplitMix(state: UInt64(round))
  return (0..<count).shuffled(using: &random)
}

/// Runs contenders in turn, so that load on the machine affects all of them alike. Returns the time
/// of each run, divided by `scale` nanoseconds. The first round warms caches and is not counted.
///
/// - Parameter settles: whether each turn begins with a run that is not counted. If one contender frees
///   much memory, the C library gives it back to the system, and the next one pays for its pages.
func race(
  rounds: Int, repetitions: Int = 1, scale: Double, clock: clockid_t = CLOCK_MONOTONIC,
  settles: Bool = false, _ contenders: [Contender]
) -> [Measured] {
  var times = contenders.map { _ in [Double]() }
  for round in 0...rounds {
    for index in order(of: contenders.count, round: round) {
      let contender = contenders[index]
      if settles { sink &+= contender.run() }
      let start = nanoseconds(clock)
      for _ in 0..<repetitions { sink &+= contender.run() }
      let time = (nanoseconds(clock) - start) / Double(repetitions) / scale
      if round > 0 { times[index].append(time) }
    }
  }
  return zip(contenders, times).map { Measured($0.name, $1) }
}

/// Runs `body` with a temporary directory, which is then removed.
func withScratch<Result>(
  in parent: String = NSTemporaryDirectory(), _ body: (String) async throws -> Result
) async throws -> Result {
  let path = "\(parent)/bench-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try await body(path)
}
