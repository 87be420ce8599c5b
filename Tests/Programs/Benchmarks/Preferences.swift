import Foundation
import LisanPreferences

/// Setting, reading and opening a small preference, compared with other stores, in rounds.
func measurePreferences(_ table: Table) async throws {
  // On the package's disk: in memory, durability would cost nothing.
  let parent = "\(FileManager.default.currentDirectoryPath)/.build"
  try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
  try await withScratch(in: parent) { directory in
    var ours = StoreTimes(PreferenceFileStore.self)
    var (written, bareWritten, marked): ([Double], [Double], [Double]) = ([], [], [])
    var peers = [StoreTimes(LMDBStore.self), StoreTimes(SQLiteStore.self)]
    var renamed = StoreTimes(RenamedFileStore.self)
    var floor = StoreTimes(FloorStore.self)
    for _ in 0..<5 {
      floor.measure(FloorStore.self, in: "\(directory)/floor")
      ours.measure(PreferenceFileStore.self, in: "\(directory)/preference")
      let (store, bare) = (
        PreferenceFileStore(in: "\(directory)/preference"), FloorStore(in: "\(directory)/floor")
      )
      for place in 0..<420 {
        let times = writtenTimes(store, bare, languages[place % 2])
        if place >= 20 {
          written.append(times.ours)
          bareWritten.append(times.floor)
          marked.append(times.marked)
        }
      }
      peers[0].measure(LMDBStore.self, in: "\(directory)/lmdb")
      peers[1].measure(SQLiteStore.self, in: "\(directory)/sqlite")
      renamed.measure(RenamedFileStore.self, in: "\(directory)/renamed")
    }
    let all = peers + [renamed]
    table.begin("The preference file")
    table.add(
      "set until it is on the disk", "µs", Measured(ours.name, ours.set),
      all.map { Measured($0.name, $0.set) } + [Measured(floor.name, floor.set)],
      bars: [.atMost(200), .tailAtMost(500)])
    table.add(
      "set until it survives kill -9", "µs", Measured(ours.name, written),
      [
        Measured("floor: pwrite", bareWritten),
        Measured("floor: lock, look, mark, pwrite", marked),
      ],
      bars: [.atMost(10), .ratioAtMost(3, to: "floor: pwrite")])
    table.add(
      "get", "ns", Measured(ours.name, ours.get),
      all.map { Measured($0.name, $0.get) } + [Measured("floor: lock, look", floor.get)],
      bars: [.atMost(30)])
    table.add(
      "open and first get", "µs", Measured(ours.name, ours.open),
      all.map { Measured($0.name, $0.open) }, bars: [.atMost(30)])
  }
}

private let languages = ["ar", "en"]

private struct StoreTimes {
  let name: String
  var set: [Double] = []
  var get: [Double] = []
  var open: [Double] = []

  init<S: Store>(_ type: S.Type) { name = S.name }

  mutating func measure<S: Store>(_ type: S.Type, in directory: String) {
    mkdir(directory, 0o700)
    let store = S(in: directory)
    for place in 0..<420 {
      let start = nanoseconds()
      store.setDurable(languages[place % 2])
      if place >= 20 { set.append((nanoseconds() - start) / 1000) }
    }
    for _ in 0..<100 {
      let start = nanoseconds()
      for _ in 0..<2_000 { sink &+= store.get() }
      get.append((nanoseconds() - start) / 2_000)
    }
    for _ in 0..<200 {
      let start = nanoseconds()
      let fresh = S(in: directory)
      sink &+= fresh.get()
      open.append((nanoseconds() - start) / 1000)
      withExtendedLifetime(fresh) {}
    }
  }
}

/// The times in microseconds until a change survives kill -9, one right after the other. Each is made
/// durable afterwards, so that the next one finds a clean page.
private func writtenTimes(
  _ store: PreferenceFileStore, _ bare: FloorStore, _ language: String
) -> (ours: Double, floor: Double, marked: Double) {
  let first = nanoseconds()
  let commit = store.setWritten(language)
  let ours = nanoseconds() - first
  store.wait(for: commit)
  let second = nanoseconds()
  bare.setWritten(language)
  let floor = nanoseconds() - second
  bare.synchronize()
  let third = nanoseconds()
  bare.setMarked(language)
  let marked = nanoseconds() - third
  bare.synchronize()
  return (ours / 1000, floor / 1000, marked / 1000)
}
