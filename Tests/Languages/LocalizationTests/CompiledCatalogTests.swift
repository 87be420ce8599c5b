import Foundation
import Glibc
import TestEffort
import TestFolders
import Testing

@testable import Localization

/// R69: a compiled catalog is a faster way to the same texts, and nothing else.
@Suite("Compiled catalogs")
struct CompiledCatalogTests {
  private typealias Samples = Catalog<SampleMessage>

  /// A folder with one language of the fixtures, compiled.
  private final class Compiled {
    let scratch: TestFolder
    let language: Language
    let path: String

    init(_ code: String = "ar") throws {
      scratch = try TestFolder()
      try scratch.copyFixtures(code)
      language = try Fixtures.language(code)
      path = "\(scratch.path)/\(code).lproj/Localizable.compiled"
      try compile()
    }

    func compile() throws { try Samples.compile(language: language, in: scratch.path) }

    func source(_ name: String) -> String { "\(language.code).lproj/\(name)" }

    /// Loads the catalog, and collects what is wrong with its compiled file.
    func load(damage: inout [CatalogError]) throws -> Samples {
      try Samples.load(language: language, from: scratch.path) { damage.append($0) }
    }

    func load() throws -> Samples { try Samples.load(language: language, from: scratch.path) }

    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    func damage(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }
  }

  /// Every text of a catalog, the plural ones for many counts.
  private static func texts(_ catalog: Samples) -> [String] {
    SampleMessage.allCases.flatMap { key in
      key.isPlural
        ? [0, 1, 2, 3, 11, 100, 103, 1_000_000].map { catalog.text(key, count: $0, ["x"]) }
        : [catalog.text(key, ["x", "y"]), catalog.text(key)]
    }
  }

  @Test(
    "R69: a compiled catalog has the texts of its sources",
    arguments: ["en", "ar", "vi", "he", "fa"])
  func same(code: String) throws {
    let compiled = try Compiled(code)
    let sources = try Samples.load(language: compiled.language, from: Fixtures.resources)
    let catalog = try compiled.load()
    #expect(catalog.isCompiled && !sources.isCompiled)
    #expect(Self.texts(catalog) == Self.texts(sources))
    for pseudo in PseudoLanguage.allCases {
      #expect(Self.texts(catalog.pseudo(pseudo)) == Self.texts(sources.pseudo(pseudo)))
    }
    let table = try StringTable(
      contentsOf: "\(compiled.scratch.path)/\(compiled.source("Localizable.strings"))")
    let texts = try #require(
      try CompiledCatalog(of: compiled.language.code, in: compiled.scratch.path))
    #expect(texts.count == SampleMessage.allCases.count)
    for key in SampleMessage.allCases {
      #expect(try texts.text(key.rawValue) == table[key.rawValue])
    }
    #expect(try texts.text("no such key") == nil)
  }

  // MARK: Edits

  enum Edit: String, CaseIterable {
    case otherSize, sameSize, sameSizeAndTime, sameTime, replaced, replacedWithTime, older
    case copiedWithTime, linked
  }

  @Test("R69, R10: an edited source wins over a stale compiled file", arguments: Edit.allCases)
  func edited(_ edit: Edit) throws {
    let compiled = try Compiled()
    let name = compiled.source("Localizable.strings")
    let path = "\(compiled.scratch.path)/\(name)"
    var before = stat()
    #expect(stat(path, &before) == 0)
    let old = try compiled.scratch.read(name)
    // "Language" is one letter longer, or has two letters in another order.
    let sized = old.replacingOccurrences(of: "= \"اللغة\"", with: "= \"اللغات\"")
    let swapped = old.replacingOccurrences(of: "= \"اللغة\"", with: "= \"للاغة\"")
    #expect(sized != old && swapped != old && swapped.utf8.count == old.utf8.count)
    let isLonger = edit == .otherSize || edit == .sameTime
    let new = isLonger ? sized : swapped
    func setTime(_ times: [timespec]) { #expect(utimensat(AT_FDCWD, path, times, 0) == 0) }
    let sameTime = [before.st_atim, before.st_mtim]
    switch edit {
    case .otherSize, .sameSize: try compiled.scratch.write(new, to: name)
    case .sameSizeAndTime, .sameTime:
      try compiled.scratch.write(new, to: name)
      setTime(sameTime)
    case .replaced, .replacedWithTime:
      try compiled.scratch.write(new, to: "new")
      #expect(rename("\(compiled.scratch.path)/new", path) == 0)
      if edit == .replacedWithTime { setTime(sameTime) }
    case .older:
      try compiled.scratch.write(new, to: name)
      setTime([timespec(tv_sec: 1000, tv_nsec: 0), timespec(tv_sec: 1000, tv_nsec: 0)])
    case .copiedWithTime:
      // The whole folder is copied with its times and attributes, as by `cp -a`.
      try compiled.scratch.write(new, to: name)
      setTime(sameTime)
      let folder = "\(compiled.scratch.path)/ar.lproj"
      let copy = Process()
      copy.executableURL = URL(filePath: "/bin/cp")
      copy.arguments = ["-a", folder, "\(folder).copy"]
      try copy.run()
      copy.waitUntilExit()
      #expect(rename(folder, "\(folder).old") == 0 && rename("\(folder).copy", folder) == 0)
    case .linked:
      try compiled.scratch.write(new, to: "elsewhere")
      #expect(unlink(path) == 0)
      #expect(symlink("\(compiled.scratch.path)/elsewhere", path) == 0)
    }
    var damage: [CatalogError] = []
    let catalog = try compiled.load(damage: &damage)
    #expect(catalog.text(.language) == (isLonger ? "اللغات" : "للاغة"))
    #expect(!catalog.isCompiled && damage.isEmpty)
    #expect(try CompiledCatalog(of: Fixtures.code("ar"), in: compiled.scratch.path) == nil)
    // What is compiled anew is used again.
    try compiled.compile()
    #expect(try compiled.load().isCompiled)
    #expect(try compiled.load().text(.language) == catalog.text(.language))
  }

  @Test("R69, R10: a broken or missing source is refused with or without a compiled file")
  func broken() throws {
    for name in ["Localizable.strings", "Localizable.stringsdict"] {
      let compiled = try Compiled()
      let path = compiled.source(name)
      try compiled.scratch.write(compiled.scratch.read(path) + "x", to: path)
      #expect(throws: CatalogError.self) { try compiled.load() }
      #expect(unlink("\(compiled.scratch.path)/\(path)") == 0)
      let error = #expect(throws: CatalogError.self) { try compiled.load() }
      #expect(error?.kind == .unreadable(errno: ENOENT))
    }
  }

  @Test("R69: sources that are only touched or copied count as unchanged")
  func touched() throws {
    let compiled = try Compiled()
    #expect(
      utimensat(
        AT_FDCWD, "\(compiled.scratch.path)/\(compiled.source("Localizable.strings"))", nil, 0) == 0
    )
    #expect(try compiled.load().isCompiled)
    let elsewhere = try TestFolder()
    try elsewhere.copyFixtures("ar")
    try elsewhere.write(compiled.bytes(), to: "ar.lproj/Localizable.compiled")
    #expect(try Samples.load(language: compiled.language, from: elsewhere.path).isCompiled)
  }

  @Test("R69: a language with other plural forms, or a program with other keys, reads the sources")
  func otherPurpose() throws {
    enum Fewer: String, CaseIterable, MessageKey {
      case language = "Language"
      var isPlural: Bool { false }
    }
    let compiled = try Compiled("vi")
    let poorer = Language(
      code: Fixtures.code("vi"), nativeName: nil, direction: .leftToRight, script: "Latn",
      digits: compiled.language.digits, pluralRules: .english)
    // Vietnamese has one form, so English's two are not there.
    #expect(throws: CatalogError.self) {
      try Samples.load(language: poorer, from: compiled.scratch.path)
    }
    let error = #expect(throws: CatalogError.self) {
      try Catalog<Fewer>.load(language: compiled.language, from: compiled.scratch.path)
    }
    #expect(error?.kind.code == "unused-key")
  }

  @Test("R69: placeholders that were not compared with the key are compared again")
  func otherModel() throws {
    enum Named: String, CaseIterable, MessageKey {
      case greeting = "greeting"
      var isPlural: Bool { false }
    }
    let scratch = try TestFolder()
    try scratch.write("\"greeting\" = \"Hello %@\";\n", to: "en.lproj/Localizable.strings")
    try scratch.write("\"greeting\" = \"Hallo %@\";\n", to: "de.lproj/Localizable.strings")
    #expect(try CatalogChecker(source: .english, in: scratch.path).compile(scratch.path).isEmpty)
    let german = Fixtures.code("de")
    #expect(try CompiledCatalog(of: german, in: scratch.path)?.text("greeting") == "Hallo %@")
    let error = #expect(throws: CatalogError.self) {
      try Catalog<Named>.load(language: #require(Language(known: german)), from: scratch.path)
    }
    #expect(error?.kind.code == "different-placeholders")
  }

  // MARK: Damage

  @Test("R69: if a byte is changed or the file is cut, sources are read and the damage is reported")
  func damaged() throws {
    let compiled = try Compiled()
    let sound = try compiled.bytes()
    let expected = Self.texts(try compiled.load())
    for place in 0..<sound.count where place < CompiledHeader.size || place % 5 == 0 {
      var bytes = sound
      bytes[place] ^= UInt8.random(in: 1...255)
      try compiled.damage(bytes)
      var damage: [CatalogError] = []
      let catalog = try compiled.load(damage: &damage)
      #expect(!catalog.isCompiled && damage.count == 1, "byte \(place)")
      #expect(place % 16 > 0 || Self.texts(catalog) == expected)
    }
    for length in [0, 1, 8, 95, 96, 97, sound.count / 2, sound.count - 1, sound.count + 1] {
      try compiled.damage(Array((sound + [0]).prefix(length)))
      var damage: [CatalogError] = []
      #expect(try !compiled.load(damage: &damage).isCompiled)
      #expect(damage.count == 1 && damage[0].file == compiled.path, "\(length) bytes")
    }
    try compiled.damage(sound)
    #expect(try compiled.load().isCompiled)
  }

  @Test(
    "R69: a file with any byte changed returns a right text, or reports damage, read or mapped",
    arguments: [0, CompiledFile.smallSize])
  func damagedAnywhere(mapsLargerThan limit: Int) throws {
    let compiled = try Compiled()
    let sound = try compiled.bytes()
    let table = try StringTable(
      contentsOf: "\(compiled.scratch.path)/\(compiled.source("Localizable.strings"))")
    for place in CompiledHeader.size..<sound.count {
      var bytes = sound
      bytes[place] ^= UInt8.random(in: 1...255)
      try compiled.damage(bytes)
      do throws(CatalogError) {
        let texts = try CompiledCatalog(
          of: Fixtures.code("ar"), in: compiled.scratch.path, mapsLargerThan: limit)
        #expect(limit == 0, "byte \(place) is not noticed")
        for key in SampleMessage.allCases {
          do throws(CatalogError) {
            let text = try texts?.text(key.rawValue)
            #expect(text == table[key.rawValue], "byte \(place)")
          } catch {
            guard case .damaged = error.kind else { throw error }
          }
        }
      } catch {
        guard limit > 0, case .damaged = error.kind else { throw error }
      }
    }
  }

  @Test("R69: a map whose file shrinks while it is in use does no harm")
  func shrunk() throws {
    let compiled = try Compiled()
    let code = Fixtures.code("ar")
    let folder = compiled.scratch.path
    let texts = try #require(try CompiledCatalog(of: code, in: folder, mapsLargerThan: 0))
    let read = try #require(try CompiledCatalog(of: code, in: folder))
    #expect(truncate(compiled.path, 0) == 0)
    #expect(try read.text("Language") == "اللغة")
    let error = #expect(throws: CatalogError.self) { try texts.text("Language") }
    #expect(error?.kind == .damaged(.unreadable))
  }

  @Test("R69: a link, a FIFO or a folder in place of the file is not opened")
  func notAFile() throws {
    let compiled = try Compiled()
    let elsewhere = "\(compiled.scratch.path)/elsewhere"
    #expect(rename(compiled.path, elsewhere) == 0)
    #expect(symlink(elsewhere, compiled.path) == 0)
    var damage: [CatalogError] = []
    #expect(try !compiled.load(damage: &damage).isCompiled)
    #expect(unlink(compiled.path) == 0 && mkfifo(compiled.path, 0o600) == 0)
    #expect(try !compiled.load(damage: &damage).isCompiled)
    #expect(unlink(compiled.path) == 0 && mkdir(compiled.path, 0o700) == 0)
    #expect(try !compiled.load(damage: &damage).isCompiled)
    #expect(
      damage.map(\.kind) == [.unreadable(errno: ELOOP), .notRegularFile, .notRegularFile])
  }

  @Test("R69: impossible bytes with right checksums do no harm")
  func forged() throws {
    let compiled = try Compiled()
    let sound = try compiled.bytes()
    var random = SystemRandomNumberGenerator()
    for _ in 0..<Effort.rounds(short: 100, long: 2000) {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: CompiledHeader.size..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      try compiled.damage(CompiledHeader.resealed(bytes))
      // No crash, and no text without an end, is the claim.
      #expect(Self.texts(try compiled.load()).allSatisfy { $0.utf8.count < 1 << 16 })
      for limit in [0, CompiledFile.smallSize] {
        let texts = try? CompiledCatalog(
          of: Fixtures.code("ar"), in: compiled.scratch.path, mapsLargerThan: limit)
        for key in SampleMessage.allCases { _ = try? texts?.text(key.rawValue) }
      }
    }
  }

  // MARK: Writing

  @Test("R69: the same sources give the same bytes, at any time and place, mode 0644")
  func reproducible() throws {
    let one = try Compiled()
    let bytes = try one.bytes()
    #expect(
      utimensat(AT_FDCWD, "\(one.scratch.path)/\(one.source("Localizable.strings"))", nil, 0) == 0)
    try one.compile()
    #expect(try one.bytes() == bytes)
    let other = try Compiled()
    #expect(try other.bytes() == bytes)
    var status = stat()
    #expect(stat(one.path, &status) == 0 && status.st_mode & 0o7777 == 0o644)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(one.scratch.path)/ar.lproj").sorted()
        == [
          "Language.strings", "Localizable.compiled", "Localizable.strings",
          "Localizable.stringsdict",
        ])
  }

  @Test("R69, R96: a file that has the texts is not written again, and gets its stamp")
  func unchanged() throws {
    let compiled = try Compiled()
    let copy = try TestFolder()
    try copy.copyFixtures("ar")
    let path = "\(copy.path)/ar.lproj/Localizable.compiled"
    try copy.write(compiled.bytes(), to: "ar.lproj/Localizable.compiled")
    #expect(chmod(path, 0o644) == 0)
    let file = open(path, O_RDONLY)
    defer { close(file) }
    let sources = CompiledFile.sources(in: "\(copy.path)/ar.lproj")
    while try !SourceStamp(sources).isSettled { sched_yield() }
    #expect(try !SourceStamp(sources).isOn(file, inode: inode(file)))
    try Samples.compile(language: compiled.language, in: copy.path)
    #expect(try SourceStamp(sources).isOn(file, inode: inode(file)))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_ino == inode(file))
  }

  @Test("R69: an incomplete catalog is not compiled, and its earlier file is removed")
  func refused() throws {
    let compiled = try Compiled()
    try compiled.scratch.write("\"languages\" = \"ar\";\n", to: "Languages.strings")
    let checker = CatalogChecker(SampleMessage.self)
    #expect(checker.compile(compiled.scratch.path).isEmpty)
    let name = compiled.source("Localizable.strings")
    let sound = try compiled.scratch.read(name)
    try compiled.scratch.write(
      sound.replacingOccurrences(of: "\"Loading…\" =", with: "\"Loading\" ="), to: name)
    #expect(
      Set(checker.compile(compiled.scratch.path).map(\.code)) == ["missing-key", "unused-key"])
    #expect(access(compiled.path, F_OK) != 0)
    #expect(throws: CatalogError.self) { try compiled.compile() }
    #expect(access(compiled.path, F_OK) != 0)
    // Where nothing can be written, that is said.
    let error = #expect(throws: CatalogError.self) {
      try Samples.compile(language: compiled.language, in: "/proc/self")
    }
    #expect(error != nil)
  }

  @Test("R69: a stamp is right until a source or the file itself changes in any way")
  func stamp() throws {
    let compiled = try Compiled()
    let paths = CompiledFile.sources(in: "\(compiled.scratch.path)/ar.lproj")
    let file = open(compiled.path, O_RDWR)
    defer { close(file) }
    try SourceStamp(paths).put(on: file)
    try #require(
      try SourceStamp(paths).isOn(file, inode: inode(file)),
      "the file system of /tmp keeps no attributes of users")
    #expect(utimensat(AT_FDCWD, paths[0], nil, 0) == 0)
    #expect(try !SourceStamp(paths).isOn(file, inode: inode(file)))
    try SourceStamp(paths).put(on: file)
    #expect(try SourceStamp(paths).isOn(file, inode: inode(file)))
    #expect(chmod(paths[1], 0o600) == 0)
    #expect(try !SourceStamp(paths).isOn(file, inode: inode(file)))
    try SourceStamp(paths).put(on: file)
    let copy = try compiled.scratch.makeCopy(of: compiled.path)
    defer { close(copy) }
    #expect(try !SourceStamp(paths).isOn(copy, inode: inode(copy)))
  }
}

private func inode(_ descriptor: Int32) -> ino_t {
  var status = stat()
  precondition(fstat(descriptor, &status) == 0)
  return status.st_ino
}

extension CompiledHeader {
  /// A file with the checksums that fit its bytes.
  static func resealed(_ bytes: [UInt8]) -> [UInt8] {
    guard var header = try? CompiledHeader(Array(bytes.prefix(size)), size: bytes.count) else {
      return bytes
    }
    header.indexSum = checksum(bytes, size..<header.textsStart)
    header.textsSum = checksum(bytes, header.textsStart..<bytes.count)
    return header.encoded + bytes[size...]
  }
}

extension TestFolder {
  /// Opens a copy of a file with its attributes.
  fileprivate func makeCopy(of path: String) throws -> Int32 {
    let copy = Process()
    copy.executableURL = URL(filePath: "/bin/cp")
    copy.arguments = ["-a", path, "\(self.path)/copy"]
    try copy.run()
    copy.waitUntilExit()
    return open("\(self.path)/copy", O_RDWR)
  }
}
