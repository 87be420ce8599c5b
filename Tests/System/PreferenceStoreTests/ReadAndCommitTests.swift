import Glibc
import LisanPreferences
import PreferenceFaults
import Testing

@Suite struct ReadAndCommitTests {
  let scratch = Scratch()
  var path: String { scratch.path }

  @Test("R19: a missing file is absent, and reading does not create it")
  func absent() {
    #expect(PreferenceFile(path: path).read() == .absent)
    #expect(PreferenceFile(path: "\(scratch.directory)/no/such/file").read() == .absent)
    #expect(scratch.names() == [])
  }

  @Test("R30: a committed value is read in this process and in the next")
  func roundTrip() throws {
    let file = PreferenceFile(path: path)
    let changes = PreferenceChanges(
      language: "ar", followsSystemLanguage: false, appliesDirectionAtOnce: true, market: "EG",
      entries: [Entry(.theme, "high-contrast"), Entry(.bidiMode, "visual")])
    let commit = try file.set(changes)
    #expect(commit.wasChanged)

    for reader in [file, PreferenceFile(path: path)] {
      guard case .good(let preference) = reader.read() else {
        Issue.record("not good: \(reader.read())")
        return
      }
      #expect(preference == commit.preference)
      #expect(reader.current == preference)
      #expect(preference.language == "ar")
      #expect(!preference.followsSystemLanguage)
      #expect(preference.appliesDirectionAtOnce)
      #expect(preference.market == "EG")
      #expect(preference[.theme]?.text == "high-contrast")
      #expect(preference[.bidiMode]?.text == "visual")
      #expect(preference.generation == 1)
      #expect(preference.sequence == 1)
      #expect(preference.languageChosenAt > 1_600_000_000_000)
      #expect(preference.device != .none)
    }
  }

  @Test("R31: only the owner can read a new file and new directories, and no other file is made")
  func creation() throws {
    let file = PreferenceFile(path: "\(scratch.directory)/a/b/preferences")
    try file.set(.choice("ar"))
    #expect(Scratch.names(in: "\(scratch.directory)/a/b") == ["preferences"])
    var status = stat()
    #expect(stat(file.path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
    #expect(status.st_size == 8192)
    #expect(stat("\(scratch.directory)/a", &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o700)
    #expect(try FileReport(path: file.path).findings == [])
  }

  @Test("R37: choices of a language are numbered and dated, other changes are not")
  func sequence() throws {
    let file = PreferenceFile(path: path)
    #expect(try file.set(.choice("ar")).preference.sequence == 1)
    let chosen = try file.set(.choice("en")).preference
    #expect(chosen.sequence == 2)
    let moved = try file.set(PreferenceChanges(market: "EG")).preference
    #expect(moved.sequence == 2)
    #expect(moved.languageChosenAt == chosen.languageChosenAt)
    #expect(moved.generation == 3)
    let following = try file.set(PreferenceChanges(followsSystemLanguage: true)).preference
    #expect(following.sequence == 3)
    #expect(following.language == "en")
    let dated = try file.set(PreferenceChanges(language: "ar", languageChosenAt: 42)).preference
    #expect(dated.languageChosenAt == 42)
    #expect(dated.sequence == 4)
    #expect(dated.device == chosen.device)
  }

  @Test(
    "R37: an unchanged choice that gets a new number keeps its time, and a region dates nothing")
  func numberedAnew() throws {
    let file = PreferenceFile(path: path)
    let chosen = try file.set(PreferenceChanges(language: "ar", languageChosenAt: 42)).preference
    let commit = try file.set(PreferenceChanges(market: "GB", isNumberedAnew: true))
    #expect(commit.wasChanged)
    #expect(commit.preference.sequence == 2)
    #expect(commit.preference.languageChosenAt == chosen.languageChosenAt)
    #expect(commit.preference.language == "ar")
    #expect(commit.preference.market == "GB")
    let again = try file.set(PreferenceChanges(isNumberedAnew: true)).preference
    #expect(again.sequence == 3)
    #expect(again.generation == 3)
  }

  @Test("R37: a choice gets a number above the one that the account knows of its device")
  func sequencePassed() throws {
    let file = PreferenceFile(path: path)
    try file.set(.choice("ar"))
    let passing = PreferenceChanges(isNumberedAnew: true, sequencePassed: 40)
    #expect(try file.set(passing).preference.sequence == 41)
    #expect(try file.set(passing).preference.sequence == 42)
    let alone = try file.set(PreferenceChanges(market: "GB", sequencePassed: 99)).preference
    #expect(alone.sequence == 42)
  }

  @Test("R5: a change that changes nothing writes nothing and makes no file")
  func unchanged() throws {
    let file = PreferenceFile(path: path)
    #expect(try !file.commit(PreferenceChanges(followsSystemLanguage: true)).wasChanged)
    #expect(scratch.names() == [])
    try file.set(.choice("ar"))
    let bytes = contents(path)
    let commit = try file.commit(.choice("ar"))
    #expect(!commit.wasChanged)
    #expect(commit.preference.generation == 1)
    try file.makeDurable(commit)
    #expect(contents(path) == bytes)
  }

  @Test("R31: changes of two instances are merged, field by field")
  func merge() throws {
    let here = PreferenceFile(path: path)
    try here.set(.choice("ar"))
    let there = PreferenceFile(path: path)
    _ = there.read()
    try here.set(PreferenceChanges(market: "EG"))
    let merged = try there.set(PreferenceChanges(entries: [Entry(.theme, "mono")])).preference
    #expect(merged.market == "EG")
    #expect(here.current == merged)
  }

  @Test("An entry with an empty value is removed")
  func entryRemoval() throws {
    let file = PreferenceFile(path: path)
    try file.set(PreferenceChanges(entries: [Entry(.theme, "mono"), Entry(.bidiMode, "visual")]))
    let left = try file.set(PreferenceChanges(entries: [Entry(.theme, "")])).preference
    #expect(left.entries == [Entry(.bidiMode, "visual")])
  }

  @Test(
    "A value that does not fit or is not a code is refused, never cut",
    arguments: [
      (
        PreferenceChanges(language: String(repeating: "a", count: 36)),
        PreferenceError.tooLong(field: .language, bytes: 36, limit: 35)
      ),
      (PreferenceChanges(market: "ABCDEFGH"), .tooLong(field: .market, bytes: 8, limit: 7)),
      (PreferenceChanges(language: "en_US"), .malformed(field: .language)),
      (
        PreferenceChanges(entries: [Entry(.theme, [UInt8](repeating: 1, count: 256))]),
        .tooLong(field: .entries, bytes: 256, limit: 255)
      ),
      (
        PreferenceChanges(entries: [
          Entry(.theme, [UInt8](repeating: 1, count: 200)),
          Entry(.bidiMode, [UInt8](repeating: 1, count: 197)),
        ]),
        .tooLong(field: .entries, bytes: 401, limit: 400)
      ),
    ])
  func refusal(_ changes: PreferenceChanges, _ error: PreferenceError) throws {
    let file = PreferenceFile(path: path)
    #expect(throws: error) { try file.commit(changes) }
    #expect(scratch.names() == [])
    try file.set(.choice("ar"))
    let bytes = contents(path)
    #expect(throws: error) { try file.commit(changes) }
    #expect(contents(path) == bytes)
    #expect(file.current?.language == "ar")
  }

  @Test("Everything that fits is kept to the last byte")
  func brim() throws {
    let language = String(repeating: "x", count: 35)
    let entries = [
      Entry(.theme, [UInt8](repeating: 7, count: 255)),
      Entry(Entry.Kind(rawValue: 200), [UInt8](repeating: 9, count: 141)),
    ]
    try PreferenceFile(path: path)
      .set(PreferenceChanges(language: language, market: "ABCDEFG", entries: entries))
    let preference = PreferenceFile(path: path).read().preference
    #expect(preference?.language == language)
    #expect(preference?.market == "ABCDEFG")
    #expect(preference?.entries == entries)
  }

  @Test("Two commits before the first is durable leave the record on the disk alone")
  func twoPending() throws {
    let file = PreferenceFile(path: path)
    try file.set(.choice("ar"))
    try file.set(.choice("en"))
    let first = try file.commit(.choice("ar"))
    let second = try file.commit(.choice("fa"))
    let generations = try FileReport(path: path).slots
      .compactMap { try? $0.content.get().preference.generation }
    #expect(generations.sorted() == [2, 4])
    try file.makeDurable(first)
    try file.makeDurable(second)
    #expect(try FileReport(path: path).findings == [])
    #expect(PreferenceFile(path: path).read() == .good(second.preference))
  }
}
