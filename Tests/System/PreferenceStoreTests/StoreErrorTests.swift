import CSystem
import Glibc
import PreferenceFaults
import PreferenceStore
import Testing

/// What a log says of a change that is not in the file, and of a file that cannot be read whole.
struct StoreErrorTests {
  private let scratch = Scratch()

  private static let texts: [(error: StoreError, reason: String)] = [
    (.notWritable(path: "/p", errno: ENOSPC), "not written: No space left on device"),
    (.foreignOwner(path: "/p", user: 33), "not written: it belongs to user 33"),
    (.notAFile(path: "/p", kind: .directory), "not written: it is a directory"),
    (.foreignFile(path: "/p"), "not written: it is no file of this format"),
    (.locked(path: "/p"), "not written: another process holds its lock"),
    (
      .newerVersion(path: "/p", major: 2),
      "not written: version 2 of the format is newer than this program"
    ),
    (
      .damaged(path: "/p", errno: EPERM),
      "not written: damaged, and not set aside: Operation not permitted"
    ),
    (
      .notDurable(path: "/p", errno: EIO),
      "written, but may not survive a power cut: Input/output error"
    ),
  ]

  @Test("R32: an error says what happened, to which file and why", arguments: texts)
  func errors(error: StoreError, reason: String) {
    #expect(error.path == "/p")
    #expect(error.reason == reason)
    #expect(error.description == "/p: \(reason)")
  }

  @Test("R32: an error of a value names its field, and no file")
  func values() {
    let tooLong = StoreError.tooLong(field: .payload, bytes: 4097, limit: 4096)
    #expect(tooLong.description == "payload: 4097 bytes, 4096 fit" && tooLong.path == nil)
    let malformed = StoreError.malformed(field: .init(rawValue: "language"))
    #expect(malformed.description == "language: characters that are not allowed")
    #expect(malformed.path == nil)
  }

  @Test("R32: a record that claims a longer payload than the format allows is damaged")
  func oversizedPayload() throws {
    let format = RecordFormat(name: "org.example.editor")
    let file = StoreFile(path: scratch.path, format: format)
    let payload = [UInt8](repeating: 7, count: RecordFormat.payloadLimit)
    try file.makeDurable(file.update { _ in payload })
    var bytes = try #require(contents(scratch.path))
    // Bytes 66 and 67 of a record have the length. Its whole sectors have room for one byte more.
    for start in [0, 8192] {
      bytes[start + 66] &+= 1
      let record = bytes[start + 12..<start + 4608]
      let sum = record.withUnsafeBytes { cs_crc32c_by_table($0.baseAddress, $0.count) }
      for index in 0..<4 {
        bytes[start + 8 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index)))
      }
    }
    put(bytes, at: scratch.path)
    #expect(StoreFile(path: scratch.path, format: format).read().content == nil)
    let findings = try FileReport(path: scratch.path, format: format).findings
    #expect(findings.contains("slot at 0: length is invalid"), "\(findings)")
  }

  @Test("R32: of a long record that is cut, the report says that the file ends before it")
  func cutRecord() throws {
    let format = RecordFormat(name: "org.example.editor")
    let file = StoreFile(path: scratch.path, format: format)
    let payload = [UInt8](repeating: 7, count: RecordFormat.payloadLimit)
    try file.makeDurable(file.update { _ in payload })
    // The second record begins at 8,192, and its second page is gone.
    #expect(truncate(scratch.path, 8192 + 512) == 0)
    let report = try FileReport(path: scratch.path, format: format)
    #expect(
      report.findings == [
        "slot at 8192: the file ends before it",
        "the other record serves; it may be older than the last change",
        "8704 bytes long, not 16384",
      ])
    #expect(report.current?.record.payload == payload)
    #expect(truncate(scratch.path, 512) == 0)
    let first = try FileReport(path: scratch.path, format: format)
    #expect(first.findings.prefix(2).allSatisfy { $0.hasSuffix("the file ends before it") })
    #expect(first.current == nil)
  }

  @Test("R31: the next choice writes over the record that is not acknowledged, and over no other")
  func unacknowledged() throws {
    let format = RecordFormat(name: "org.example.editor")
    let file = StoreFile(path: scratch.path, format: format)
    func set(_ text: String) throws -> Commit { try file.update("") { $0 = text } }
    func numbers() throws -> [UInt64?] {
      try FileReport(path: scratch.path, format: format).slots.map {
        try? $0.content.get().record.generation
      }
    }
    try file.makeDurable(set("one"))
    #expect(try numbers() == [1, 1])
    let second = try set("two")
    let written = try numbers()
    #expect(Set(written) == [1, 2])
    let third = try set("three")
    // The one that is on the disk stays until the third is, too.
    #expect(try numbers() == written.map { $0 == 2 ? 3 : $0 })
    try file.makeDurable(second)
    try file.makeDurable(third)
    #expect(try numbers() == [3, 3])
    #expect(try FileReport(path: scratch.path, format: format).findings == [])
  }

  @Test("R31: a file that is gone is made again with what was in it and the change")
  func madeAgain() throws {
    let format = RecordFormat(name: "org.example.editor")
    let file = StoreFile(path: scratch.path, format: format)
    try file.makeDurable(file.update(KeyValues()) { $0["theme"] = "dark" })
    let identifier = file.current?.identifier
    unlink(scratch.path)
    let commit = try file.update(KeyValues()) { $0["size"] = "12" }
    try file.makeDurable(commit)
    #expect(commit.record?.generation == 2 && !commit.isNewIdentity)
    let other = StoreFile(path: scratch.path, format: format).read().content
    #expect(other?.identifier == identifier)
    #expect(other?.value(as: KeyValues.self)?.names == ["theme", "size"])
    // A change that changes nothing makes no file.
    unlink(scratch.path)
    #expect(try !file.update(KeyValues()) { $0["size"] = "12" }.wasChanged)
    #expect(scratch.names() == [])
  }
}
