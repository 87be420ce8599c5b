import CSystem
import Glibc
import LisanPreferences
import PreferenceFaults
import Testing

extension Entry.Kind {
  /// Two kinds that the app uses.
  static let theme = Entry.Kind(rawValue: 1)
  static let bidiMode = Entry.Kind(rawValue: 2)
}

/// The bytes of the file, as STORE.md's layout has them, without the library's own encoder.
@Suite struct RecordFormatTests {
  let scratch = Scratch()
  var path: String { scratch.path }

  /// A record of version 1.0 written out by hand.
  private func record(_ change: (inout [UInt8]) -> Void = { _ in }) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 512)
    bytes.replaceSubrange(0..<8, with: [0x89, 0x50, 0x52, 0x46, 0x0D, 0x0A, 0x1A, 0x0A])
    bytes[12] = 1
    bytes[16] = 9
    bytes.replaceSubrange(24..<32, with: [0x00, 0x10, 0xA5, 0xD4, 0xE8, 0, 0, 0])
    bytes[32] = 77
    bytes[40] = 5
    for index in 0..<16 { bytes[48 + index] = UInt8(index + 1) }
    bytes[65] = 2
    bytes[68] = 2
    bytes.replaceSubrange(69..<71, with: Array("ar".utf8))
    bytes[104] = 2
    bytes.replaceSubrange(105..<107, with: Array("EG".utf8))
    bytes[66] = 9
    bytes.replaceSubrange(112..<121, with: [1, 4] + Array("mono".utf8) + [77, 1, 42])
    change(&bytes)
    return sealed(bytes)
  }

  private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let sum = bytes[12...].withUnsafeBytes { cs_crc32c_by_table($0.baseAddress, $0.count) }
    for index in 0..<4 { bytes[8 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))) }
    return bytes
  }

  /// A file at rest with this record as primary, and its mirror.
  private func file(_ primary: [UInt8]) -> [UInt8] {
    var mirror = primary
    mirror[64] = 1
    let padding = [UInt8](repeating: 0, count: 4096 - 512)
    return primary + padding + sealed(mirror) + padding
  }

  @Test("CRC-32C has the check value of its standard, by instruction and by table")
  func checksum() {
    let digits = Array("123456789".utf8)
    #expect(cs_crc32c(digits, digits.count) == 0xE306_9283)
    #expect(cs_crc32c_by_table(digits, digits.count) == 0xE306_9283)
    let long = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * $0) }
    for length in [0, 1, 7, 8, 9, 500, 999] {
      #expect(cs_crc32c(long, length) == cs_crc32c_by_table(long, length))
    }
  }

  @Test("R30: every field is where the layout says")
  func layout() throws {
    put(file(record()), at: path)
    guard case .good(let preference) = PreferenceFile(path: path).read() else {
      Issue.record("not good")
      return
    }
    #expect(preference.language == "ar")
    #expect(preference.market == "EG")
    #expect(preference.generation == 9)
    #expect(preference.committedAt == 1_000_000_000_000)
    #expect(preference.languageChosenAt == 77)
    #expect(preference.sequence == 5)
    #expect(preference.device.bytes == Array(1...16))
    #expect(preference.device.description == "0102030405060708090a0b0c0d0e0f10")
    #expect(!preference.followsSystemLanguage)
    #expect(preference.appliesDirectionAtOnce)
    #expect(
      preference.entries == [Entry(.theme, "mono"), Entry(Entry.Kind(rawValue: 77), [42])])
  }

  @Test("R31: a record without an identifier gets one with the next change")
  func emptyIdentifier() throws {
    put(file(record { $0.replaceSubrange(48..<64, with: repeatElement(0, count: 16)) }), at: path)
    #expect(PreferenceFile(path: path).read().preference?.device == FileIdentifier.none)
    let made = try PreferenceFile(path: path).set(PreferenceChanges(market: "AE"))
    #expect(
      made.preference.device != FileIdentifier.none
        && made.preference.device.bytes.contains { $0 != 0 })
    #expect(PreferenceFile(path: path).read().preference?.device == made.preference.device)
  }

  @Test("R33: unknown entries, flags and minor versions are kept and written back")
  func unknownIsKept() throws {
    let newer = record {
      $0[14] = 3
      $0[65] = 0b1010_0010
    }
    put(file(newer), at: path)
    try PreferenceFile(path: path).set(PreferenceChanges(market: "AE"))
    let written = try #require(contents(path))
    for slot in [0, 4096] {
      #expect(written[slot + 14] == 3)
      #expect(written[slot + 65] == 0b1010_0010)
      #expect(Array(written[slot + 112..<slot + 121]) == Array(newer[112..<121]))
      #expect(Array(written[slot + 105..<slot + 107]) == Array("AE".utf8))
      #expect(written[slot + 16] == 10)
    }
  }

  @Test("R33: the known fields of a later major version are read, and it is never overwritten")
  func newerMajor() throws {
    let newer = record {
      $0[12] = 2
      $0[104] = 200
      $0[66] = 255
      $0[67] = 255
    }
    put(file(newer), at: path)
    let bytes = contents(path)
    let file = PreferenceFile(path: path)
    guard case .newer(let preference, major: 2) = file.read() else {
      Issue.record("\(file.read())")
      return
    }
    #expect(preference.language == "ar")
    #expect(preference.market == "")
    #expect(throws: PreferenceError.newerVersion(path: path, major: 2)) {
      try file.commit(.choice("en"))
    }
    #expect(contents(path) == bytes)
    #expect(try FileReport(path: path).findings != [])
  }

  @Test("R33: files of all earlier versions are read", arguments: ["1.0"])
  func recordedFiles(version: String) throws {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let recorded = try #require(contents("/\(folder)/Fixtures/version-\(version).preferences"))
    #expect(recorded.count == 8192)
    put(recorded, at: path)
    let file = PreferenceFile(path: path)
    guard case .good(let preference) = file.read() else {
      Issue.record("\(file.read())")
      return
    }
    #expect(preference.language == "ar")
    #expect(!preference.followsSystemLanguage)
    #expect(preference.appliesDirectionAtOnce)
    #expect(preference.market == "EG")
    #expect(preference.languageChosenAt == 1_750_000_000_000)
    #expect(preference.sequence == 2)
    #expect(preference.generation == 3)
    #expect(preference.device.description == "d6fd8a31b1ab1c2a42ed2d5bcd6a1c2f")
    #expect(
      preference.entries == [
        Entry(.theme, "high-contrast"), Entry(.bidiMode, "visual"),
        Entry(Entry.Kind(rawValue: 200), [0, 1, 2]),
      ])
    let kept = try file.set(PreferenceChanges(market: "AE")).preference
    #expect(kept.entries == preference.entries)
    #expect(kept.device == preference.device)
  }

  @Test(
    "Invalid fields with a right checksum are damage, not a crash",
    arguments: [
      (12, UInt8(0)), (16, 0), (64, 2), (68, 36), (69, 0xFF), (104, 8), (105, 0x20), (66, 8),
      (67, 2),
    ])
  func nonsense(offset: Int, value: UInt8) throws {
    let slot = record { $0[offset] = value } + [UInt8](repeating: 0, count: 4096 - 512)
    let bytes = slot + slot
    put(bytes, at: path)
    let damaged = PreferenceFile(path: path)
    #expect(damaged.read() == .damaged)
    #expect(contents(path) == bytes)
    let name = try #require(try damaged.setAside())
    #expect(contents(name) == bytes)
    #expect(name.hasPrefix("\(path).damaged-20"))
  }

  @Test("Counters at their maximum are damage, so that no file can stop the counting")
  func lastGeneration() {
    for offset in [16, 40] {
      put(
        file(
          record {
            $0.replaceSubrange(offset..<offset + 8, with: [UInt8](repeating: 255, count: 8))
          }),
        at: path)
      guard case .damaged = PreferenceFile(path: path).read() else {
        Issue.record("served")
        return
      }
    }
  }

  @Test(
    "A number past the bound starts a new device, whatever its origin",
    arguments: [Preference.sequenceLimit, Preference.sequenceLimit + 1, UInt64.max - 1])
  func usedUpNumbers(_ sequence: UInt64) throws {
    let bytes = record {
      $0.replaceSubrange(
        40..<48, with: withUnsafeBytes(of: sequence.littleEndian) { Array($0) })
    }
    put(file(bytes), at: path)
    let file = PreferenceFile(path: path)
    let before = try #require(file.read().preference)
    #expect(before.sequence == sequence)
    let market = try file.set(PreferenceChanges(market: "AE"))
    #expect(!market.isNewDevice && market.preference.device == before.device)
    let choice = try file.set(PreferenceChanges(isNumberedAnew: true))
    #expect(choice.isNewDevice)
    #expect(choice.preference.sequence == 1)
    #expect(choice.preference.device != before.device && choice.preference.device != .none)
    #expect(choice.preference.language == before.language)
    #expect(try file.set(PreferenceChanges(isNumberedAnew: true)).preference.sequence == 2)
    #expect(PreferenceFile(path: path).read().preference?.device == choice.preference.device)
  }

  @Test("Numbers that somebody else used up start a new device as well")
  func passedNumbers() throws {
    let file = PreferenceFile(path: path)
    let first = try file.set(PreferenceChanges(language: "ar", followsSystemLanguage: false))
    let last = try file.set(
      PreferenceChanges(isNumberedAnew: true, sequencePassed: Preference.sequenceLimit - 1))
    #expect(!last.isNewDevice && last.preference.sequence == Preference.sequenceLimit)
    let next = try file.set(PreferenceChanges(language: "en"))
    #expect(next.isNewDevice && next.preference.sequence == 1)
    #expect(next.preference.device != first.preference.device)
  }

  @Test("R32: a second damaged file of the same second gets a separate name")
  func datedNames() throws {
    var names: Set<String> = []
    for number in 0..<5 {
      let bytes = Array(record()[..<16]) + [UInt8(number)]
      put(bytes, at: path)
      let name = try #require(try PreferenceFile(path: path).setAside())
      #expect(contents(name) == bytes)
      names.insert(name)
    }
    #expect(names.count == 5)
  }

  @Test(
    "Reading changes nothing, whatever is at the path",
    arguments: [
      Array("127.0.0.1 localhost\n".utf8), [], [UInt8](repeating: 0x55, count: 8192),
      [UInt8](0...255), Array("#!/bin/sh\n".utf8),
    ] as [[UInt8]])
  func foreignFile(_ bytes: [UInt8]) throws {
    put(bytes, at: path)
    let file = PreferenceFile(path: path)
    #expect(file.read() == .damaged)
    #expect(file.current == nil)
    #expect(scratch.names() == ["preferences"])
    #expect(contents(path) == bytes)
    // What does not bear the format's magic stays, also where somebody asks or writes.
    if !bytes.isEmpty {
      #expect(throws: PreferenceError.foreignFile(path: path)) { try file.setAside() }
      #expect(throws: PreferenceError.foreignFile(path: path)) {
        try file.commit(.choice("ar"))
      }
      #expect(scratch.names() == ["preferences"])
      #expect(contents(path) == bytes)
    }
  }

  @Test("Reading and the report open the file for reading only")
  func openedForReading() throws {
    put(file(record()), at: path)
    let watch = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    defer { close(watch) }
    // The kernel says so of a descriptor that could write, also where nothing was written.
    try #require(inotify_add_watch(watch, path, UInt32(IN_CLOSE_WRITE)) >= 0)
    var events = [UInt8](repeating: 0, count: 4096)
    #expect(PreferenceFile(path: path).read().preference?.language == "ar")
    #expect(try FileReport(path: path).findings == [])
    #expect(read(watch, &events, events.count) < 0)
    try PreferenceFile(path: path).set(.choice("fa"))
    #expect(read(watch, &events, events.count) > 0)
  }

  @Test("The report names each slot and says why an invalid one is invalid")
  func report() throws {
    var bytes = file(record())
    bytes[4096 + 100] ^= 1
    put(bytes, at: path)
    let report = try FileReport(path: path)
    #expect(report.size == 8192)
    #expect(report.owner == geteuid())
    #expect(report.slots.map(\.offset) == [0, 4096])
    #expect(report.current?.preference.generation == 9)
    #expect(try report.slots[0].content.get().isMirror == false)
    #expect(report.findings.count == 2)
    #expect(report.findings[0].hasPrefix("slot at 4096: checksum "))
    #expect(report.findings[1] == "the other record serves; it may be older than the last change")
    #expect(contents(path) == bytes)
    #expect(throws: ReadFailure.self) { try FileReport(path: "\(path)-not") }
  }
}
