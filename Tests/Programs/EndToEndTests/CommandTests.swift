import BuiltPrograms
import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few)
struct CommandTests {
  @Test("lisan get, set and list")
  func commands() throws {
    let installation = try Installation()
    #expect(try installation.run("get").output == "en\n")
    #expect(try installation.run("get", "--preference").output == "system\n")
    #expect(try installation.run("set", "ar") == (0, "", ""))
    #expect(try installation.run("get").output == "ar\n")
    #expect(try installation.run("get", "--preference").output == "ar\n")
    let name = "العربية"
    #expect(
      try installation.run("list").output == "en\tEnglish\tltr\t\nar\t\(name)\trtl\tcurrent\n")
    let json = try installation.run("list", "--json").output
    let languages = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(languages.map { $0["code"] as? String } == ["en", "ar"])
    #expect(languages.map { $0["current"] as? Bool } == [false, true])
    #expect(try installation.run("set", "system").status == 0)
    #expect(try installation.run("get", "--preference").output == "system\n")
    #expect(try installation.run("get", environment: ["LANG": "ar_EG.UTF-8"]).output == "ar\n")
  }

  @Test("Section 3: set runs one change, in its order, without a prompt")
  func setOrder() throws {
    let installation = try Installation()
    _ = try installation.run("set", "ar")
    let names = try installation.events().names(of: [
      "language.change.begin", "language.change.end", "direction.force", "preference.write",
      "restart.prompt.shown",
    ])
    #expect(
      names == [
        "language.change.begin", "language.change.end", "direction.force", "preference.write",
      ])
    try FileManager.default.removeItem(atPath: installation.trace)
    #expect(try installation.run("set", "ar").status == 0)
    #expect(try installation.events().count("preference.write") == 0)
  }

  @Test(
    "R57: wrong usage is exit 2 with the usage line",
    arguments: [
      ["frobnicate"], ["set"], ["set", "xx"], ["set", "ar", "en"], ["get", "now"], ["--nope"],
      ["--trace"], ["--help=yes"],
    ])
  func wrongUsage(arguments: [String]) throws {
    let installation = try Installation()
    let process = try installation.runAll(arguments)
    #expect(process.status == 2)
    #expect(process.output.isEmpty)
    #expect(process.errors.contains("usage: lisan"), "\(process.errors)")
  }

  @Test("R57: a resource that is missing or invalid is exit 4, a failed write exit 1")
  func failures() throws {
    let installation = try Installation()
    let missing = try installation.run("get", environment: ["LISAN_RESOURCES": "/nonexistent"])
    #expect(missing.status == 4)
    #expect(missing.errors.contains("/nonexistent/Languages.strings"))
    let unwritable = try installation.run(
      "set", "ar", environment: ["LISAN_PREFERENCES": "/proc/lisan/preferences"])
    #expect(unwritable.status == 1)
    #expect(unwritable.errors.contains("/proc/lisan/preferences"))
    try "".write(
      toFile: "\(installation.resources)/ar.lproj/Localizable.strings", atomically: true,
      encoding: .utf8)
    let broken = try installation.run("set", "ar")
    #expect(broken.status == 4)
    #expect(broken.errors.contains("ar.lproj/Localizable.strings"))
    #expect(try installation.run("get").output == "en\n")
  }

  @Test("--help is in the user's language and plain, --version is one line")
  func help() throws {
    let installation = try Installation()
    let help = try installation.run("--help")
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("usage: lisan") && help.output.contains("--trace FILE"))
    #expect(try installation.run("-h").output == help.output)
    _ = try installation.run("set", "ar")
    let arabic = try installation.run("--help").output
    #expect(arabic.contains("الأوامر"))
    // Plain letters in logical order: neither presentation forms nor directional characters.
    #expect(
      !arabic.unicodeScalars.contains {
        (0xFB50...0xFEFC).contains($0.value) || (0x2066...0x2069).contains($0.value)
      })
    #expect(try installation.run("--version").output.hasPrefix("lisan "))
  }

  @Test("R56: an option overrides its variable, the variable the configuration file")
  func precedence() throws {
    let installation = try Installation()
    let directory = "\(installation.home)/.config/lisan"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    func preferences(_ name: String) -> String { "\(installation.home)/\(name)" }
    try #"{"preferences": "\#(preferences("file"))"}"#.write(
      toFile: "\(directory)/config.json", atomically: true, encoding: .utf8)
    for (name, arguments, environment) in [
      ("file", [], [:]), ("variable", [], ["LISAN_PREFERENCES": preferences("variable")]),
      (
        "option", ["--preferences", preferences("option")],
        ["LISAN_PREFERENCES": preferences("other")]
      ),
    ] as [(String, [String], [String: String?])] {
      let result = try installation.runAll(["set", "ar"] + arguments, environment: environment)
      #expect(result.status == 0, "\(result.errors)")
      #expect(FileManager.default.fileExists(atPath: preferences(name)), "\(name)")
    }
    #expect(!FileManager.default.fileExists(atPath: preferences("other")))
  }

  @Test(
    "R56: an invalid configuration file is reported",
    arguments: ["{", "[]", "{\"log\": 7}"])
  func invalidConfiguration(text: String) throws {
    let installation = try Installation()
    let path = "\(installation.home)/config.json"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let result = try installation.run("--config", path, "get")
    #expect(result.status == 2)
    #expect(result.errors.contains(path))
    #expect(try installation.run("--config", "/nonexistent.json", "get").status == 2)
  }

  @Test("R60: a log line cannot be forged by a path with a line break")
  func logLines() throws {
    let installation = try Installation()
    _ = try installation.run(
      "set", "ar", environment: ["LISAN_PREFERENCES": "/proc/x\n2026 error forged"])
    #expect(!installation.logText.contains("\n2026 error forged"))
    #expect(!installation.logText.isEmpty)
  }

  @Test("lisan store shows a file and reports whether it is sound")
  func store() throws {
    let installation = try Installation()
    let absent = try installation.run("store", "verify")
    #expect(absent.status == 1)
    #expect(absent.errors.contains(installation.preferences))
    _ = try installation.run("set", "ar")
    #expect(try installation.run("store", "verify") == (0, "", ""))
    let dump = try installation.run("store", "dump")
    #expect(dump.status == 0)
    #expect(dump.output.contains("language: \"ar\"") && dump.output.contains("slot at 4096:"))
    let json = try installation.run("store", "dump", "--json").output
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(
      (report["slots"] as? [[String: Any]])?.map { $0["language"] as? String } == ["ar", "ar"])
    // One slot damaged: said, served, and mended by the next change.
    var bytes = try Data(contentsOf: URL(filePath: installation.preferences))
    bytes[4096 + 70] ^= 0xFF
    bytes[110] ^= 0xFF
    let copy = "\(installation.home)/copy"
    try bytes.write(to: URL(filePath: copy))
    let damaged = try installation.run("store", "verify", copy)
    #expect(damaged.status == 1)
    #expect(damaged.output.split(separator: "\n").count == 2)
    #expect(try Data(contentsOf: URL(filePath: copy)) == bytes, "verifying changes nothing")
  }

  @Test("R32: one damaged record is replaced by the other and repaired by the next change")
  func degraded() throws {
    let installation = try Installation()
    try installation.store("ar") { $0[70] ^= 0xFF }
    #expect(try installation.run("get").output == "ar\n")
    #expect(try installation.run("store", "verify").status == 1)
    #expect(try installation.run("set", "en").status == 0)
    #expect(try installation.run("store", "verify").status == 0)
    #expect(try installation.run("get").output == "en\n")
  }

  @Test(
    "R32, R57: an untrusted file means English and is reported; a write reports it too",
    arguments: ["directory", "link", "FIFO"])
  func refused(kind: String) throws {
    let installation = try Installation()
    let path = "\(installation.home)/strange"
    switch kind {
    case "directory":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "link":
      _ = try installation.run("set", "ar")
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: installation.preferences)
    default: #expect(mkfifo(path, 0o600) == 0)
    }
    let environment = ["LISAN_PREFERENCES": path]
    let read = try installation.run("get", environment: environment)
    #expect(read.status == 0)
    #expect(read.output == "en\n")
    #expect(read.errors.contains("could not be read"))
    let reasons = [
      "directory": "it is a directory", "link": "it is a symbolic link",
      "FIFO": "it is a named pipe",
    ]
    #expect(read.errors.contains("\(path): \(reasons[kind] ?? "")"), "\(read)")
    let write = try installation.run("set", "ar", environment: environment)
    #expect(write.status == 1)
    #expect(write.errors.contains(path))
  }

  @Test("lisan check is silent about the shipped catalogs and finds planted faults")
  func check() throws {
    let installation = try Installation()
    #expect(try installation.run("check") == (0, "", ""))
    #expect(
      try installation.run(
        "check", packagePath("Resources")) == (
          0, "", ""
        ))
    let path = "\(installation.resources)/ar.lproj/Localizable.strings"
    var text = try String(contentsOfFile: path, encoding: .utf8)
    text = text.replacing("\"Quit\" =", with: "\"Quiet\" =")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let found = try installation.run("check")
    #expect(found.status == 1)
    let line = try #require(
      text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
        $0.hasPrefix("\"Quiet\"")
      })
    #expect(
      found.output.contains("ar.lproj/Localizable.strings:\(line + 1):1: error: "), "\(found)")
    let json = try installation.run("check", "--json").output
    let diagnostics = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(diagnostics.count >= 2)
  }

  @Test("--pseudo shows a made-up language, in its direction", .timeLimit(.minutes(20)))
  func pseudo() async throws {
    let installation = try Installation()
    for (name, mirrored) in [("accented", false), ("rtl", true)] {
      let session = try installation.open("--pseudo", name)
      try await session.waitUntil("the first frame") { $0.isAlternate && !$0.rows[2].isEmpty }
      #expect(session.screen.isMirrored == mirrored)
      #expect(!session.screen.shows(.about))
      #expect(session.screen.shows(mirrored ? "(EN) English" : "English (EN)"))
    }
    #expect(try installation.run("--pseudo", "klingon", "get").status == 2)
  }
}
