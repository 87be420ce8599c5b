import Foundation
import Glibc
import LisanPreferences
import PreferenceFaults
import Synchronization
import Testing

@Suite struct ConcurrencyTests {
  let scratch = Scratch()
  var path: String { scratch.path }

  private func kind(_ task: Int) -> Entry.Kind { Entry.Kind(rawValue: UInt8(101 + task)) }

  @Test("R31: tasks that share one object lose nothing, and its value only goes forward")
  func sharedObject() async throws {
    let file = PreferenceFile(path: path)
    try file.set(.choice("ar"))
    let (tasks, changes) = (4, 50)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          for number in 1...changes {
            let entry = Entry(kind(task), String(number))
            try file.makeDurable(try file.commit(PreferenceChanges(entries: [entry])))
          }
        }
      }
      group.addTask {
        var highest: UInt64 = 0
        while highest < UInt64(tasks * changes + 1) {
          let generation = file.current?.generation ?? 0
          #expect(generation >= highest)
          highest = max(highest, generation)
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
    let value = try #require(PreferenceFile(path: path).read().preference)
    for task in 0..<tasks { #expect(value[kind(task)]?.text == String(changes)) }
    #expect(value.generation == UInt64(tasks * changes + 1))
    #expect(try FileReport(path: path).findings == [])
  }

  @Test("R31, R105: languages of programs that several writers choose at once are all kept")
  func programs() async throws {
    let names = (0..<8).map { "program\($0)" }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in names {
        group.addTask {
          try PreferenceFile(path: path, budget: .patient)
            .set(PreferenceChanges(programs: [name: "ar"]))
        }
      }
      try await group.waitForAll()
    }
    let value = try #require(PreferenceFile(path: path).read().preference)
    #expect(value.programs == Dictionary(uniqueKeysWithValues: names.map { ($0, "ar") }))
    // One choice leaves the others; an empty one removes its program, the last one the entry.
    let file = PreferenceFile(path: path)
    try file.set(PreferenceChanges(programs: ["program3": "en", "program4": ""]))
    #expect(file.current?.programs["program3"] == "en" && file.current?.programs.count == 7)
    let none = Dictionary(uniqueKeysWithValues: names.map { ($0, "") })
    let last = try file.set(PreferenceChanges(programs: none)).preference
    #expect(last.entries.isEmpty && last.sequence == 0)
  }

  @Test("R106: a program that knows no order puts its language first and keeps the rest")
  func languages() throws {
    let file = PreferenceFile(path: path)
    var order = PreferenceChanges(language: "ar", followsSystemLanguage: false)
    order.entries = [Entry(languages: ["de", "ar", "en"], shown: "ar")]
    #expect(try file.set(order).preference.languages == ["de", "ar", "en"])
    #expect(try file.set(.choice("en")).preference.languages == ["en", "de", "ar"])
    #expect(try file.set(.choice("ur")).preference.languages == ["ur", "de", "ar", "en"])
    #expect(try file.set(PreferenceChanges(followsSystemLanguage: true)).preference.languages == [])
    var one = PreferenceChanges(language: "ar", followsSystemLanguage: false)
    one.entries = [Entry(languages: ["ar"], shown: "ar")]
    let last = try file.set(one).preference
    #expect(last.languages == ["ar"] && last.entries.isEmpty)
  }

  @Test("R31: if several make the file at once, one makes it and the others change it")
  func creation() async throws {
    let makers = 8
    try await withThrowingTaskGroup(of: Void.self) { group in
      for maker in 0..<makers {
        group.addTask {
          let entry = Entry(kind(maker), "here")
          try PreferenceFile(path: path, budget: .patient).set(PreferenceChanges(entries: [entry]))
        }
      }
      try await group.waitForAll()
    }
    #expect(scratch.names() == ["preferences"])
    let value = try #require(PreferenceFile(path: path).read().preference)
    #expect(value.generation == UInt64(makers))
    #expect(value.entries.count == makers)
  }

  @Test("Eight busy durable writers lose no change, however long the lock is held")
  func busyWriters() async throws {
    let (writers, changes) = (8, 40)
    try PreferenceFile(path: path).set(.choice("ar"))
    // As a slow device does it: somebody holds the lock much longer than a frame may take.
    let holder = open(path, O_RDWR | O_CLOEXEC)
    defer { close(holder) }
    let isDone = Mutex(false)
    let holding = Thread {
      while !isDone.withLock({ $0 }) {
        flock(holder, LOCK_EX)
        usleep(20_000)
        flock(holder, LOCK_UN)
        sched_yield()
      }
    }
    holding.start()
    defer { isDone.withLock { $0 = true } }
    let budget = LockBudget(commit: .seconds(60), durable: .seconds(60))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          let file = PreferenceFile(path: path, budget: budget)
          for number in 1...changes {
            try file.set(PreferenceChanges(entries: [Entry(kind(writer), String(number))]))
          }
        }
      }
      try await group.waitForAll()
    }
    let value = try #require(PreferenceFile(path: path).read().preference)
    for writer in 0..<writers { #expect(value[kind(writer)]?.text == String(changes)) }
    #expect(value.generation == UInt64(writers * changes + 1))
  }

  @Test("A thread that draws waits for a held lock no longer than it promises")
  func drawingBudget() throws {
    let file = PreferenceFile(path: path)
    try file.set(.choice("ar"))
    let holder = open(path, O_RDWR | O_CLOEXEC)
    defer { close(holder) }
    #expect(flock(holder, LOCK_EX) == 0)
    let start = ContinuousClock.now
    #expect(throws: PreferenceError.locked(path: path)) { try file.commit(.choice("en")) }
    #expect(ContinuousClock.now - start < .milliseconds(100))
    let patient = PreferenceFile(
      path: path, budget: LockBudget(commit: .milliseconds(300), durable: .seconds(1)))
    let before = ContinuousClock.now
    #expect(throws: PreferenceError.locked(path: path)) { try patient.commit(.choice("en")) }
    #expect(ContinuousClock.now - before >= .milliseconds(300))
  }

  @Test("R32: several programs that find the file damaged set it aside once and report correctly")
  func damage() async throws {
    try PreferenceFile(path: path).set(.choice("ar"))
    for slot in [0, 4096] { overwrite([0x55, 0x55], at: slot + 100, of: path) }
    let names = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 {
        group.addTask { try PreferenceFile(path: path, budget: .patient).setAside() }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(names.compactMap { $0 }.count == 1)
    #expect(scratch.names().count == 1)
  }
}
