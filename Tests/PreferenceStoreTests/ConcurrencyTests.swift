import PreferenceFaults
import PreferenceStore
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

  @Test("R31: of several that make the file at once one makes it, and the others change it")
  func creation() async throws {
    let makers = 8
    try await withThrowingTaskGroup(of: Void.self) { group in
      for maker in 0..<makers {
        group.addTask {
          let entry = Entry(kind(maker), "here")
          try PreferenceFile(path: path).set(PreferenceChanges(entries: [entry]))
        }
      }
      try await group.waitForAll()
    }
    #expect(scratch.names() == ["preferences"])
    let value = try #require(PreferenceFile(path: path).read().preference)
    #expect(value.generation == UInt64(makers))
    #expect(value.entries.count == makers)
  }

  @Test("R32: several that find the file damaged set it aside once, and none is told wrongly")
  func damage() async throws {
    put([UInt8](repeating: 0x55, count: 8192), at: path)
    let answers = await withTaskGroup(of: ReadAnswer.self) { group in
      for _ in 0..<8 { group.addTask { PreferenceFile(path: path).read() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let setAside = answers.filter { if case .damaged(_?) = $0 { true } else { false } }
    #expect(setAside.count == 1)
    #expect(answers.filter { $0 == .absent }.count == 7)
    #expect(scratch.names().count == 1)
  }
}
