import Glibc
import PreferenceFaults
import PreferenceStore
import Testing

/// A file of any program: its values, its bounds, and whose it is.
struct StoreFileTests {
  private let scratch = Scratch()
  private let format = RecordFormat(name: "org.example.editor")

  private func file(_ format: RecordFormat? = nil, followsLinks: Bool = false) -> StoreFile {
    StoreFile(path: scratch.path, format: format ?? self.format, followsLinks: followsLinks)
  }

  @Test("R31: names and values are read, changed and written, and other programs' changes stay")
  func keyValues() throws {
    let (here, there) = (file(), file())
    #expect(here.read() == .absent)
    #expect(here.current == nil)
    let first = try here.update(KeyValues()) { $0["theme"] = "dark" }
    #expect(first.wasChanged && first.record?.generation == 1)
    try here.makeDurable(first)
    let second = try there.update(KeyValues()) {
      $0["size"] = "12"
      $0[bytes: "raw"] = [0, 255]
    }
    try there.makeDurable(second)
    let values = try #require(here.current?.value(as: KeyValues.self))
    #expect(values.names == ["theme", "size", "raw"] && values.count == 3)
    #expect(values["theme"] == "dark" && values["size"] == "12" && values["raw"] == nil)
    #expect(values[bytes: "raw"] == [0, 255])
    // What changes nothing writes nothing.
    #expect(try !here.update(KeyValues()) { $0["theme"] = "dark" }.wasChanged)
    #expect(here.current?.generation == 2)
    try here.makeDurable(here.update(KeyValues()) { $0["size"] = nil })
    #expect(file().read().content?.value(as: KeyValues.self)?.names == ["theme", "raw"])
    #expect(try FileReport(path: scratch.path, format: format).findings == [])
    #expect(contents(scratch.path)?.count == 16_384)
  }

  @Test("R31: a file that another program makes while this one makes it keeps both changes")
  func madeMeanwhile() throws {
    let (here, there) = (file(), file())
    var calls = 0
    let commit = try here.update(KeyValues()) {
      calls += 1
      // The first call finds out whether there is a change; with the second one the file is made.
      if calls == 2 { _ = try? there.update(KeyValues()) { $0["theme"] = "dark" } }
      $0["size"] = "12"
    }
    #expect(commit.record?.generation == 2)
    #expect(file().read().content?.value(as: KeyValues.self)?.names == ["theme", "size"])
  }

  @Test("R31: what damage took from a file is written again with the next change of who knows it")
  func knownAfterDamage() throws {
    let here = file()
    try here.makeDurable(here.update(KeyValues()) { $0["theme"] = "dark" })
    _ = try here.update(KeyValues()) { $0["size"] = "12" }
    let report = try FileReport(path: scratch.path, format: format)
    let newest = report.slots.first { (try? $0.content.get())?.record.generation == 2 }
    overwrite([0x55, 0x55], at: try #require(newest).offset + 100, of: scratch.path)
    #expect(file().read().content?.value(as: KeyValues.self)?.names == ["theme"])
    let commit = try here.update(KeyValues()) { $0["font"] = "large" }
    #expect(commit.record?.generation == 3)
    let names = file().read().content?.value(as: KeyValues.self)?.names
    #expect(names == ["theme", "size", "font"])
  }

  @Test(
    "R31: a value has 0 to 4,096 bytes, and one more is refused",
    arguments: [
      0, 1, 440, 441, 4024, 4025, 4095, 4096,
    ])
  func lengths(count: Int) throws {
    let text = String(repeating: "x", count: count)
    let file = file()
    try file.makeDurable(file.update("-") { $0 = "y" })
    try file.makeDurable(file.update("-") { $0 = text })
    #expect(self.file().read().content?.value(as: String.self) == text)
    guard count == 4096 else { return }
    #expect(throws: StoreError.tooLong(field: .payload, bytes: 4097, limit: 4096)) {
      try file.update("-") { $0 += "x" }
    }
    #expect(self.file().read().content?.value(as: String.self) == text)
  }

  @Test("R31: a short record is whole in a file that ends after it")
  func shortFile() throws {
    let first = file()
    try first.makeDurable(first.update("") { $0 = "short" })
    truncate(scratch.path, 512)
    #expect(file().read().content?.value(as: String.self) == "short")
    let second = file()
    try second.makeDurable(second.update("") { $0 = "mended" })
    guard case .good(let record) = file().read() else {
      Issue.record("not mended: \(file().read())")
      return
    }
    #expect(record.value(as: String.self) == "mended")
  }

  @Test("R32: another program's file has another format, and stays unchanged")
  func foreign() throws {
    let hosts = Array("127.0.0.1 localhost\n".utf8)
    for bytes in [hosts, [], [UInt8](repeating: 0xA5, count: 16_384)] {
      put(bytes, at: scratch.path)
      let file = file()
      #expect(file.read() == .damaged)
      if bytes.isEmpty { continue }
      #expect(throws: StoreError.foreignFile(path: scratch.path)) { try file.setAside() }
      #expect(throws: StoreError.foreignFile(path: scratch.path)) {
        try file.update("") { $0 = "mine" }
      }
      #expect(contents(scratch.path) == bytes)
      #expect(scratch.names() == ["preferences"])
    }
    // Neither is one of the same kind under another name.
    unlink(scratch.path)
    let other = file(RecordFormat(name: "org.example.viewer"))
    try other.makeDurable(other.update("") { $0 = "theirs" })
    let bytes = contents(scratch.path)
    #expect(file().read() == .damaged)
    #expect(throws: StoreError.foreignFile(path: scratch.path)) {
      try file().update("") { $0 = "mine" }
    }
    #expect(contents(scratch.path) == bytes)
  }

  @Test(
    "R32: at a path that it owns, an update sets aside a damaged file, and reports its name once")
  func ownPath() throws {
    for bytes in [[], [UInt8](repeating: 0, count: 16_384), Array("127.0.0.1 localhost\n".utf8)] {
      scratch.clear()
      put(bytes, at: scratch.path)
      let stranger = file()
      #expect(stranger.read() == .damaged && stranger.isForeign == !bytes.isEmpty)
      let owner = StoreFile(path: scratch.path, format: format, ownsPath: true)
      #expect(owner.read() == .damaged && !owner.isForeign)
      #expect(contents(scratch.path) == bytes && scratch.names() == ["preferences"])
      // Without a change, nothing is written.
      #expect(try owner.update { _ throws(StoreError) in nil }.setAside == nil)
      #expect(contents(scratch.path) == bytes)
      let commit = try owner.update("") { $0 = "mine" }
      let name = try #require(commit.setAside)
      #expect(contents(name) == bytes && scratch.names().count == 2)
      #expect(file().read().content?.value(as: String.self) == "mine")
      #expect(try owner.update("") { $0 = "more" }.setAside == nil)
    }
  }

  @Test("R31: a value of another type is left as it is")
  func otherType() throws {
    let file = file()
    let commit = try file.update { _ throws(StoreError) in [0xFF, 0x00] }
    #expect(commit.record?.payload == [0xFF, 0x00])
    #expect(commit.record?.value(as: String.self) == nil)
    #expect(throws: StoreError.malformed(field: .payload)) { try file.update("") { $0 = "text" } }
    #expect(file.current?.payload == [0xFF, 0x00])
  }

  @Test("R31: a later major version is read and never written, a later minor one is kept")
  func versions() throws {
    let later = file(RecordFormat(name: "org.example.editor", major: 2))
    try later.makeDurable(later.update("") { $0 = "later" })
    guard case .newer(let record, major: 2) = file().read() else {
      Issue.record("not newer: \(file().read())")
      return
    }
    #expect(record.value(as: String.self) == "later")
    #expect(file().read().content?.value(as: String.self) == "later")
    #expect(throws: StoreError.newerVersion(path: scratch.path, major: 2)) {
      try file().update("") { $0 = "older" }
    }
    unlink(scratch.path)
    let minor = file(RecordFormat(name: "org.example.editor", minor: 3))
    try minor.makeDurable(minor.update("") { $0 = "three" })
    let kept = try file().update("") { $0 = "zero" }
    #expect(kept.record?.minor == 3)
  }

  @Test("R32: what is no file is said with its kind and the usual error code")
  func otherKinds() throws {
    try #require(mkfifo(scratch.path, 0o600) == 0)
    for (kind, errno) in [(FileKind.fifo, EINVAL), (.directory, EISDIR)] {
      guard case .unreadable(let failure) = file().read() else {
        Issue.record("\(kind) was read")
        continue
      }
      #expect(failure.kind == kind && failure.errno == errno, "\(failure)")
      unlink(scratch.path)
      mkdir(scratch.path, 0o700)
    }
  }

  @Test("R32: a link is followed only on request, even one to a file that does not exist yet")
  func links() throws {
    let target = "\(scratch.directory)/elsewhere"
    symlink("elsewhere", "\(scratch.directory)/one")
    symlink("\(scratch.directory)/one", scratch.path)
    #expect(file().read() == .unreadable(try #require(failure())))
    #expect(throws: StoreError.notAFile(path: scratch.path, kind: .symbolicLink)) {
      try file().update("") { $0 = "no" }
    }
    let following = file(followsLinks: true)
    #expect(following.target == target)
    #expect(following.read() == .absent)
    let watch = try StoreWatch(path: following.target)
    let commit = try following.update("") { $0 = "yes" }
    try following.makeDurable(commit)
    #expect(StoreFile(path: target, format: format).read().content?.value() == "yes")
    #expect(watch.news(of: file(followsLinks: true))?.content?.value() == "yes")
    // The links are still links.
    #expect(scratch.names() == ["elsewhere", "one", "preferences"])
    #expect(file().read() != .absent)
    // One that leads nowhere is not followed without end.
    symlink("round", "\(scratch.directory)/round")
    let round = StoreFile(path: "\(scratch.directory)/round", format: format, followsLinks: true)
    #expect(round.read().content == nil)
    #expect(throws: StoreError.self) { try round.update("") { $0 = "no" } }
  }

  private func failure() -> ReadFailure? {
    guard case .unreadable(let failure) = file().read() else { return nil }
    return failure.errno == ELOOP && failure.kind == .symbolicLink ? failure : nil
  }

  @Test("R31: threads and objects that count together lose no count")
  func counting() async throws {
    let budget = LockBudget(commit: .seconds(20), durable: .seconds(20))
    let (path, format) = (scratch.path, format)
    let shared = StoreFile(path: path, format: format, budget: budget)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let file =
            number < 2 ? shared : StoreFile(path: path, format: format, budget: budget)
          for _ in 0..<50 {
            _ = try file.update("0") { $0 = String((Int($0) ?? 0) + 1) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(shared.current?.value() == "200")
  }

  @Test("R31: truncated bytes, empty names and duplicate names are refused")
  func malformedKeyValues() {
    var values = KeyValues()
    values["a"] = "1"
    values["b"] = ""
    values[String(repeating: "n", count: 255)] = String(repeating: "v", count: 300)
    let bytes = values.storedBytes
    #expect(KeyValues(storedBytes: bytes) == values)
    #expect(KeyValues(storedBytes: [])?.count == 0)
    let ends = [0, 5, 9, bytes.count]
    for end in 0...bytes.count {
      #expect((KeyValues(storedBytes: Array(bytes[..<end])) != nil) == ends.contains(end), "\(end)")
    }
    #expect(KeyValues(storedBytes: [0, 0, 0]) == nil)
    #expect(KeyValues(storedBytes: [1, 0xFF, 0, 0]) == nil)
    #expect(KeyValues(storedBytes: [1, 0x61, 0, 0, 1, 0x61, 0, 0]) == nil)
  }

  @Test("R31: a name or a value that the format cannot hold ends the program at once")
  func longestKeyValues() async {
    for (name, count) in [("", 1), (String(repeating: "n", count: 256), 1), ("a", 65_536)] {
      await #expect(processExitsWith: .failure) { [name = name as String, count = count as Int] in
        var values = KeyValues()
        values[bytes: name] = [UInt8](repeating: 0, count: count)
      }
    }
    var values = KeyValues()
    values[bytes: "a"] = [UInt8](repeating: 7, count: 65_535)
    #expect(KeyValues(storedBytes: values.storedBytes) == values)
  }
}
