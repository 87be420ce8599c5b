import Foundation
import TerminalHarness
import Testing

struct CommandTests {
  @Test("lisan get, set and list")
  func commands() throws {
    let installation = try Installation()
    #expect(try installation.run("get").output == "en\n")
    #expect(try installation.run("get", "--preference").output == "system\n")
    #expect(try installation.run("set", "ar") == (0, "", ""))
    #expect(try installation.run("get").output == "ar\n")
    #expect(try installation.run("get", "--preference").output == "ar\n")
    let name = "\u{0627}\u{0644}\u{0639}\u{0631}\u{0628}\u{064A}\u{0629}"
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

  @Test("Section 3: set runs the one change, in its order, without a prompt")
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

  @Test("--help is in the person's language and plain, --version is one line")
  func help() throws {
    let installation = try Installation()
    let help = try installation.run("--help")
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("usage: lisan") && help.output.contains("--trace FILE"))
    #expect(try installation.run("-h").output == help.output)
    _ = try installation.run("set", "ar")
    let arabic = try installation.run("--help").output
    #expect(arabic.contains("\u{0627}\u{0644}\u{0623}\u{0648}\u{0627}\u{0645}\u{0631}"))
    // Plain letters in logical order: neither presentation forms nor directional characters.
    #expect(
      !arabic.unicodeScalars.contains {
        (0xFB50...0xFEFC).contains($0.value) || (0x2066...0x2069).contains($0.value)
      })
    #expect(try installation.run("--version").output.hasPrefix("lisan "))
  }

  @Test("R56: an option stands over its variable, the variable over the configuration file")
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
    "R56: a configuration file that cannot be understood is said",
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
}
