import Glibc
import PreferenceStore

// Rounds of every store in turns, so that a busy moment of the machine falls on all of them; the
// medians of the rounds' percentiles are printed.

let rounds = 5
let sets = 400
let gets = 200_000
let opens = 200

func nanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Durations of one kind: a round's are collected, then its percentiles kept.
struct Series {
  private var medians: [Int] = []
  private var tails: [Int] = []

  mutating func add(_ durations: [Int]) {
    let sorted = durations.sorted()
    medians.append(sorted[sorted.count / 2])
    tails.append(sorted[sorted.count * 99 / 100])
  }

  var p50: Int { medians.sorted()[medians.count / 2] }
  var p99: Int { tails.sorted()[tails.count / 2] }
}

struct Row {
  var name: String
  var set = Series()
  var written = Series()
  var get = Series()
  var open = Series()
}

func microseconds(_ nanoseconds: Int) -> String {
  let tenths = (nanoseconds + 50) / 100
  return "\(tenths / 10).\(tenths % 10)"
}

/// What the reads found, so that no read is left out by the compiler.
var found = 0

@MainActor func measure<S: Store>(
  _ type: S.Type, _ row: inout Row, in directory: String, reads: Bool
) {
  mkdir(directory, 0o700)
  let store = S(in: directory)
  let languages = ["ar", "en"]
  for number in 0..<20 { store.setDurable(languages[number % 2]) }
  var durations: [Int] = []
  for number in 0..<sets {
    let start = nanoseconds()
    store.setDurable(languages[number % 2])
    durations.append(nanoseconds() - start)
  }
  row.set.add(durations)
  guard reads else { return }

  durations = []
  for _ in 0..<100 {
    let start = nanoseconds()
    for _ in 0..<gets / 100 { found += store.get() }
    durations.append((nanoseconds() - start) * 100 / gets)
  }
  row.get.add(durations)

  durations = []
  for _ in 0..<opens {
    let start = nanoseconds()
    let fresh = S(in: directory)
    found += fresh.get()
    durations.append(nanoseconds() - start)
    withExtendedLifetime(fresh) {}
  }
  row.open.add(durations)
}

@MainActor func measureWritten(_ row: inout Row, in directory: String) {
  let store = PreferenceFileStore(in: directory)
  let languages = ["ar", "en"]
  var durations: [Int] = []
  for number in 0..<sets + 20 {
    let start = nanoseconds()
    let commit = store.setWritten(languages[number % 2])
    let duration = nanoseconds() - start
    if number >= 20 { durations.append(duration) }
    store.wait(for: commit)
  }
  row.written.add(durations)
}

let root = CommandLine.arguments.dropFirst().first ?? "/tmp"
var template = Array("\(root)/preference-bench-XXXXXX".utf8CString)
guard mkdtemp(&template) != nil else { fatalError("\(root): errno \(errno)") }
let base = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)

var rows = [
  Row(name: FloorStore.name), Row(name: PreferenceFileStore.name), Row(name: LMDBStore.name),
  Row(name: SQLiteStore.name), Row(name: RenamedFileStore.name),
]
for _ in 0..<rounds {
  measure(FloorStore.self, &rows[0], in: "\(base)/floor", reads: false)
  measure(PreferenceFileStore.self, &rows[1], in: "\(base)/preference", reads: true)
  measureWritten(&rows[1], in: "\(base)/preference")
  measure(LMDBStore.self, &rows[2], in: "\(base)/lmdb", reads: true)
  measure(SQLiteStore.self, &rows[3], in: "\(base)/sqlite", reads: true)
  measure(RenamedFileStore.self, &rows[4], in: "\(base)/renamed", reads: true)
}

print(
  "| | set durable p50 / p99, µs | set written p50 / p99, µs | get, ns | open and first get, µs |")
print("|---|---|---|---|---|")
for (index, row) in rows.enumerated() {
  let set = "\(microseconds(row.set.p50)) / \(microseconds(row.set.p99))"
  let written =
    index == 1 ? "\(microseconds(row.written.p50)) / \(microseconds(row.written.p99))" : ""
  let get = index == 0 ? "" : String(row.get.p50)
  let open = index == 0 ? "" : microseconds(row.open.p50)
  print("| \(row.name) | \(set) | \(written) | \(get) | \(open) |")
}
must(found > 0, "nothing was read")

for folder in ["floor", "preference", "lmdb", "sqlite", "renamed"] {
  for file in [
    "floor", "preferences", "data.mdb", "lock.mdb", "database", "database-wal", "database-shm",
  ] {
    unlink("\(base)/\(folder)/\(file)")
  }
  rmdir("\(base)/\(folder)")
}
rmdir(base)
