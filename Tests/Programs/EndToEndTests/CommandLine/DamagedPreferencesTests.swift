import BuiltPrograms
import Foundation
import Glibc
import LisanPreferences
import SettingsCore
import TestCrowd
import Testing

/// Each command with a preference file without a trusted choice.
@Suite(.few, .timeLimit(.minutes(20)))
struct DamagedPreferencesTests {
  enum Content: String, CaseIterable, Sendable {
    case damaged, empty, zeros, foreign

    var bytes: Data {
      switch self {
      // Of a file with the format's mark, which nothing else can be.
      case .damaged: Data([0x89, 0x50, 0x52, 0x46, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](1...200))
      case .empty: Data()
      case .zeros: Data(count: 8192)
      case .foreign: Data("127.0.0.1 localhost\n".utf8)
      }
    }

    /// Whether nothing in the file shows that it is ours.
    var isUnmarked: Bool { self == .zeros || self == .foreign }
  }

  /// The bytes of the file, and which file it is.
  private struct Standing: Equatable {
    let bytes: Data
    let inode: ino_t
    let names: [String]

    init(_ path: String) throws {
      var status = stat()
      try #require(stat(path, &status) == 0, "\(path)")
      bytes = try Data(contentsOf: URL(filePath: path))
      inode = status.st_ino
      names = try FileManager.default.contentsOfDirectory(
        atPath: (path as NSString).deletingLastPathComponent
      ).sorted()
    }
  }

  private func put(_ content: Content, at path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try content.bytes.write(to: URL(filePath: path))
  }

  /// Command lines that write no choice.
  private static let reading =
    CommandLines.harmless.values.flatMap { $0 } + [
      "", "get analytics", "set --help", "set system more than one", "reset theme",
      "list-settings --json", "list --json", "watch | head -n 1", "shell install --dry-run",
      "system --programs", "run true", "logical </dev/null", "sign-in", "status --json", "compile",
      "export ar ar.po", "store dump", "store dump --json", "config --json", "open language",
      "--thme dark", "--plain </dev/null",
    ]

  @Test(
    "R32: commands without a choice do not change an unreadable file",
    arguments: Content.allCases)
  func reading(content: Content) throws {
    let installation = try Installation()
    for path in [installation.preferences, "\(installation.home)/elsewhere/file"] {
      try put(content, at: path)
      let before = try Standing(path)
      for line in Self.reading.sorted() {
        let variables: [String: String?] =
          path == installation.preferences ? [:] : ["LISAN_PREFERENCES": path]
        let result = try installation.run(
          "-c", "lisan() { '\(Installation.program)' \"$@\"; }; lisan \(line)",
          environment: variables, program: "/bin/sh")
        #expect(try Standing(path) == before, "\(line): \(result)")
      }
    }
  }

  @Test(
    "R32: at the usual path, a choice sets an unreadable file aside, names it, and is stored",
    arguments: Content.allCases)
  func usualPlace(content: Content) throws {
    let speech = try Speech.all[0]
    for words in [["set", "ar"], ["set", "theme", "dark"]] {
      let installation = try Installation()
      let path = installation.preferences
      try put(content, at: path)
      let before = try Standing(path)
      let result = try installation.runAll(words, environment: speech.environment)
      #expect(result.status == 0 && result.output.isEmpty)
      let names = try Standing(path).names.filter { $0 != "preferences" }
      let name = try #require(names.first)
      #expect(names.count == 1 && name.hasPrefix("preferences.damaged-20"), "\(names)")
      let aside = "\((path as NSString).deletingLastPathComponent)/\(name)"
      let shown = words[1] == "ar" ? try Speech.all[1] : speech
      #expect(result.errors == shown.complaint(.storeSetAside, aside))
      #expect(try Standing(aside).bytes == before.bytes)
      #expect(try Standing(aside).inode == before.inode)
      let stored = try #require(installation.stored())
      #expect(words[1] == "ar" ? stored.language == "ar" : installation.stored(.theme) == "dark")
      // It is reported once.
      let again = try installation.runAll(["set", "en"], environment: speech.environment)
      #expect(again == (0, "", ""))
    }
  }

  @Test(
    "R32: another program's file that the user names is kept, with advice",
    arguments: Content.allCases)
  func namedPlace(content: Content) throws {
    let speech = try Speech.all[0]
    let installation = try Installation()
    let path = "\(installation.home)/elsewhere/file"
    try put(content, at: path)
    let before = try Standing(path)
    let place: [String: String?] = ["LISAN_PREFERENCES": path]
    let read = try installation.runAll(
      ["get"], environment: speech.environment.merging(place) { $1 })
    let word =
      content.isUnmarked
      ? speech.complaint(.storeForeign, path, "--preferences")
      : speech.complaint(.storeDamaged, path)
    #expect(read == (0, "en\n", word))
    let result = try installation.runAll(
      ["set", "theme", "dark"], environment: speech.environment.merging(place) { $1 })
    guard content.isUnmarked else {
      #expect(result.status == 0 && result.errors.contains("\(path).damaged-20"))
      #expect(try Standing(path).names.count == 2)
      return
    }
    let reason = speech.text(.notWrittenForeignFile, ["--preferences"])
    #expect(result == (1, "", speech.complaint(.preferenceNotWritten, path, reason)))
    #expect(try Standing(path) == before)
  }
}
