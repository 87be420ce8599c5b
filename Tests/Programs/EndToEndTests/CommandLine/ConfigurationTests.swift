import Foundation
import Glibc
import LisanPreferences
import SettingsCore
import TestCrowd
import Testing

@Suite(.few)
struct ConfigurationTests {
  /// One object of `lisan config --json`.
  private struct Setting: Decodable, Equatable {
    let name: String
    let value: String?
    let option: String
    let variable: String
    let key: String?
    let origin: String
    let file: String?
    let line: Int?
  }

  private func settings(
    _ installation: Installation, _ arguments: [String] = [],
    environment: [String: String?] = [:]
  ) throws -> [Setting] {
    let result = try installation.runAll(
      ["config", "--json"] + arguments, environment: environment)
    try #require(result.status == 0, "\(result)")
    return try JSONDecoder().decode([Setting].self, from: Data(result.output.utf8))
  }

  /// Two values that a setting takes, by what the help calls its value.
  private func samples(_ placeholder: Substring, _ name: String) -> [String] {
    let words = placeholder.split(separator: "|").map(String.init)
    return switch placeholder {
    case _ where words.count > 1: words
    case "REGION": ["EG", "GB"]
    case "CODE": ["ar", "en"]
    case "NAMES": ["none", "vim,nano*"]
    case "URL": ["https://one.example", "https://two.example"]
    default: ["/tmp/\(name)-1", "/tmp/\(name)-2"]
    }
  }

  @Test("R56: each setting comes from its option, else its variable, else the file, else a default")
  func precedence() throws {
    let installation = try Installation()
    let home = installation.home
    let nothing = try settings(installation, environment: ["LISAN_TRACE": nil])
    #expect(nothing.map(\.origin).filter { $0 != "default" } == ["variable"], "the resources")
    #expect(nothing.first?.value == "\(home)/.config/lisan/config.json")
    #expect(nothing.first { $0.name == "log" }?.value == installation.log)
    let keys = nothing.compactMap(\.key)
    #expect(keys.count >= 5)

    let help = try HelpPage(installation)
    var lines: [String] = []
    var expected: [(name: String, samples: [String], arguments: [String])] = []
    for key in keys where key != "resources" && key != "trace" {
      let option = try #require(help.options.first { $0.name == "--\(key)" })
      let parts = option.synopsis.split(separator: " ")
      // An option without a value is a word in the other places.
      var samples = parts.count > 1 ? samples(parts[1], key) : ["on", "off"]
      if key == "theme-file" {
        // It is read at once.
        samples = ["one.json", "two.json"].map { "\(home)/\($0)" }
        for path in samples {
          try #"{"text": "16 on 231"}"#.write(toFile: path, atomically: true, encoding: .utf8)
        }
      }
      let value = parts.count > 1 ? [samples[0]] : []
      expected.append((key, samples, ["--\(key)"] + value))
      lines.append("  \"\(key)\": \"\(samples[0])\"")
    }
    let file = "\(home)/my config.json"
    try "{\n\(lines.joined(separator: ",\n"))\n}".write(
      toFile: file, atomically: true, encoding: .utf8)
    let inFile = ["LISAN_CONFIG": file]
    for (place, setting) in expected.enumerated() {
      let fromFile = try settings(installation, environment: inFile)
        .first { $0.name == setting.name }
      #expect(fromFile?.value == setting.samples[0])
      #expect(fromFile?.origin == "file" && fromFile?.file == file)
      #expect(fromFile?.line == place + 2)
      // An empty variable counts for nothing.
      let variable = "LISAN_" + setting.name.uppercased().replacing("-", with: "_")
      let empty = try settings(
        installation, environment: inFile.merging([variable: ""]) { $1 })
      #expect(empty.first { $0.name == setting.name } == fromFile)
      let byVariable = inFile.merging([variable: setting.samples[1]]) { $1 }
      let fromVariable = try settings(installation, environment: byVariable)
        .first { $0.name == setting.name }
      #expect(fromVariable?.value == setting.samples[1] && fromVariable?.origin == "variable")
      let fromOption = try settings(
        installation, setting.arguments, environment: byVariable
      ).first { $0.name == setting.name }
      #expect(fromOption?.value == setting.samples[0] && fromOption?.origin == "option")
    }
  }

  @Test("lisan config prints each setting, its value and its source, equally in each language")
  func lines() throws {
    let installation = try Installation()
    let file = "\(installation.home)/config.json"
    try "{\"log\": \"/tmp/a\\u0062\"}".write(toFile: file, atomically: true, encoding: .utf8)
    for speech in try Speech.all {
      let result = try installation.run(
        "config", "--config", file, environment: speech.environment)
      #expect(result.status == 0 && result.errors.isEmpty)
      #expect(
        result.output == """
          config\t\(file)\t--config
          resources\t\(installation.resources)\tLISAN_RESOURCES
          preferences\t\(installation.preferences)\tdefault
          log\t/tmp/ab\t\(file):1
          trace\t\(installation.trace)\tLISAN_TRACE
          server\t\tdefault
          market\t\tdefault
          language\t\tdefault
          pseudo\t\tdefault
          theme\t\tdefault
          theme-file\t\tdefault
          plain\t\tdefault
          bidi\t\tdefault
          direction\t\tdefault
          fields\t\tdefault
          align\t\tdefault
          self-ordering\temacs*,nmtui*,whiptail\tdefault
          keep-terminal-name\t\tdefault
          prompt-marks\t\tdefault

          """)
    }
  }

  @Test("lisan config prints the choice on the screen, if that is in effect")
  func chosen() throws {
    let installation = try Installation()
    _ = try PreferenceFile(path: installation.preferences).commit(
      PreferenceChanges(
        market: "EG",
        entries: [
          Entry(Entry.Kind(rawValue: 1), "monochrome"), Entry(Entry.Kind(rawValue: 2), "kitty"),
        ]))
    func found(_ name: String, _ environment: [String: String?] = [:]) throws -> [String?] {
      let setting = try settings(installation, environment: environment).first { $0.name == name }
      return [setting?.value, setting?.origin]
    }
    #expect(try found("market") == ["EG", "chosen"])
    #expect(try found("market", ["LISAN_MARKET": "GB"]) == ["GB", "variable"])
    #expect(try found("theme") == ["monochrome", "chosen"])
    #expect(try found("theme", ["LISAN_THEME": "default"]) == ["default", "variable"])
    #expect(try found("bidi") == ["kitty", "chosen"])
    #expect(try found("bidi", ["LISAN_BIDI": "lrm"]) == ["lrm", "variable"])
  }

  @Test(
    "R56: faults of the configuration file are reported with file, line and column",
    arguments: try Speech.all)
  func faults(speech: Speech) throws {
    let installation = try Installation()
    let path = "\(installation.home)/config.json"
    func expect(
      _ text: String, _ complaints: [(Message, String, [String])],
      _ place: SourceLocation = #_sourceLocation
    ) throws {
      try Data(text.utf8).write(to: URL(filePath: path))
      let result = try installation.run(
        "--config", path, "get", environment: speech.environment)
      let lines = complaints.map { message, place, values in
        "lisan: \(speech.text(message, ["\(path):\(place)"] + values))\n"
      }
      #expect(result.status == 2 && result.output.isEmpty, sourceLocation: place)
      #expect(result.errors.hasPrefix(lines.joined()), "\(text)", sourceLocation: place)
      #expect(
        result.errors.split(separator: "\n").count == lines.count + 1, sourceLocation: place)
    }
    let value = "\" { [ 0-9 - true false null"
    let escapes = #"\" \\ \/ \b \f \n \r \t \uXXXX"#
    let notJSON = Message.configurationNotJSON
    // Unknown keys, types and words, all of them in one reading.
    try expect(
      """
      { "lgo": "a", "log": ["b", {"c": [1e9, -0.5E-3, null, true]}],
        "pseudo": true,
        "trace": {},
        "resources": 7, "é": "d" }
      """,
      [
        (.configurationUnknownKey, "1:3", ["lgo"]), (.configurationWrongType, "1:15", ["log"]),
        (.configurationWrongType, "2:3", ["pseudo"]), (.configurationWrongType, "3:3", ["trace"]),
        (.configurationWrongType, "4:3", ["resources"]),
        (.configurationUnknownKey, "4:19", ["é"]),
      ])
    try expect("{\"log\": \"a\",\n \"log\": \"b\"}", [(.configurationRepeatedKey, "2:2", ["log"])])
    // The text of a value counts in characters, not in bytes.
    try expect(
      "{\"log\": \"لسان\", \"x\": 0}",
      [(.configurationUnknownKey, "1:17", ["x"])])
    for (text, place, expected) in [
      ("", "1:1", "{"), ("[]", "1:1", "{"), ("{", "1:2", "\" }"), ("{\"log\"}", "1:7", ":"),
      ("{\"log\": }", "1:9", value), ("{\"log\": nul}", "1:9", value),
      ("{\"log\": 01}", "1:9", value), ("{\"log\": 1.}", "1:9", value),
      ("{\"log\": -}", "1:9", value), ("{\"log\": 1e}", "1:9", value),
      ("{\"log\": \"a\" \"b\"}", "1:13", ", }"), ("{\"log\": \"a\",}", "1:13", "\""),
      ("{\"log\": [1,]}", "1:12", value), ("{\"log\": [1}", "1:11", ", ]"),
      ("{\"log\": {\"a\" 1}}", "1:14", ":"), ("{\"log\": {\"a\": 1,}}", "1:17", "\""),
      ("{\"log\": [[[", "1:12", value + " ]"),
      ("{\"log\": \"a\"} {", "1:14", "EOF"), ("{\"log\": \"a\n\"}", "1:11", escapes),
      ("{\"log\": \"a", "1:11", "\""), (#"{"log": "\x"}"#, "1:10", escapes),
      (#"{"log": "\u00+0"}"#, "1:10", escapes), (#"{"log": "\u0000"}"#, "1:10", escapes),
      (#"{"log": "\ud83d"}"#, "1:10", escapes), (#"{"log": "\ude00"}"#, "1:10", escapes),
    ] {
      try expect(text, [(notJSON, place, [expected])])
    }
    // Nesting cannot exhaust the stack: 64 levels are read.
    try expect(
      "{\"log\": " + String(repeating: "[", count: 100_000),
      [(notJSON, "1:72", ["\" 0-9 - true false null"])])
  }

  @Test("R56: a configuration file named explicitly must be an existing file of at most 1 MiB")
  func unreadable() throws {
    let installation = try Installation()
    let speech = try Speech.all[0]
    let large = "\(installation.home)/large.json"
    try String(repeating: " ", count: 1 << 20 + 1).write(
      toFile: large, atomically: true, encoding: .utf8)
    for (path, reason) in [
      ("/nonexistent.json", "No such file or directory"),
      (installation.home, "it is not a regular file"), ("/dev/zero", "it is not a regular file"),
      (large, "File too large"),
    ] {
      let result = try installation.run("--config", path, "get")
      #expect(result.status == 2)
      #expect(result.errors.hasPrefix(speech.complaint(.configurationUnreadable, path, reason)))
    }
    #expect(try installation.run("config", "--config", "/dev/null").status == 2)
  }

  @Test("R56: a byte order mark before a configuration file makes no difference")
  func byteOrderMark() throws {
    let installation = try Installation()
    let file = "\(installation.home)/marked.json"
    try "\u{FEFF}{\"log\": \"/tmp/marked.log\"}".write(
      toFile: file, atomically: true, encoding: .utf8)
    let config = try installation.run("config", "--config", file)
    #expect(config.status == 0 && config.output.contains("/tmp/marked.log"), "\(config)")
  }

  @Test("R56: an invalid word for a setting is refused from every source")
  func words() throws {
    let installation = try Installation()
    let file = "\(installation.home)/config.json"
    try "{ \"pseudo\":\n \"klingon\" }".write(toFile: file, atomically: true, encoding: .utf8)
    for (arguments, environment, source) in [
      (["--pseudo", "klingon"], [:], "--pseudo"),
      ([], ["LISAN_PSEUDO": "klingon"], "LISAN_PSEUDO"),
      (["--config", file], [:], "\(file):1: pseudo"),
    ] as [([String], [String: String?], String)] {
      for speech in try Speech.all {
        let result = try installation.runAll(
          ["get"] + arguments, environment: speech.environment.merging(environment) { $1 })
        #expect(result.status == 2)
        #expect(
          result.errors.hasPrefix(
            speech.complaint(.invalidValue, source, "klingon", "accented, rtl")))
      }
    }
  }

  @Test("R56: the XDG folders are created when they are needed, for their owner only")
  func folders() throws {
    let installation = try Installation()
    let base = "\(installation.home)/a/b"
    let before = try FileManager.default.contentsOfDirectory(atPath: installation.home)
    let places = ["XDG_CONFIG_HOME": "\(base)/config", "XDG_STATE_HOME": "\(base)/state"]
    #expect(try installation.run("get", environment: ["LISAN_TRACE": nil]).status == 0)
    #expect(try installation.run("list", environment: ["LISAN_TRACE": nil]).status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: installation.home) == before,
      "reading makes nothing")
    #expect(try installation.run("set", "ar", environment: places).status == 0)
    for folder in ["a", "a/b", "a/b/config", "a/b/config/lisan", "a/b/state", "a/b/state/lisan"] {
      #expect(try mode("\(installation.home)/\(folder)") == 0o700, "\(folder)")
    }
    #expect(try mode("\(base)/config/lisan/preferences") == 0o600)
    #expect(try mode("\(base)/state/lisan/lisan.log") == 0o600)
    // A relative path in the variable does not count.
    let relative = try settings(
      installation, environment: ["XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "./state"])
    #expect(relative.first { $0.name == "preferences" }?.value == installation.preferences)
    #expect(relative.first { $0.name == "log" }?.value == installation.log)
  }

  private func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0, "\(path)")
    return status.st_mode & 0o777
  }

  @Test("R56: a setting has one name and one word everywhere, and earlier ones are still accepted")
  func formerWords() throws {
    let installation = try Installation()
    func output(_ words: String..., variables: [String: String?] = [:]) throws -> String {
      let result = try installation.runAll(words, environment: variables)
      #expect(result.status == 0 && result.errors.isEmpty, "\(words): \(result)")
      return result.output
    }
    let names = try output("list-settings").split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(names.contains("layout") && !names.contains("direction"))
    _ = try output("set", "direction", "at-once")
    for name in ["layout", "direction"] { #expect(try output("get", name) == "at-once\n") }
    let values = try output("list-settings", "layout")
    #expect(try output("list-settings", "direction") == values)
    _ = try output("reset", "direction")
    #expect(try output("get", "layout") == "after-restart\n")
    func plain(_ variables: [String: String?] = [:]) throws -> String? {
      try settings(installation, environment: variables).first { $0.name == "plain" }?.value
    }
    for (word, meaning) in [("yes", "on"), ("on", "on"), ("no", "off"), ("off", "off")] {
      #expect(try plain(["LISAN_PLAIN": word]) == meaning)
      #expect(try output("get", "plain", variables: ["LISAN_PLAIN": word]) == "\(meaning)\n")
      _ = try output("set", "plain", word)
      #expect(try output("get", "plain") == "\(meaning)\n")
      #expect(try plain() == meaning)
    }
  }

  @Test("R56: without HOME the system's account database has the home directory")
  func noHome() throws {
    let installation = try Installation()
    let home = String(cString: getpwuid(getuid()).pointee.pw_dir)
    let found = try settings(installation, environment: ["HOME": nil])
    #expect(
      found.first { $0.name == "preferences" }?.value
        == "\(home == "/" ? "" : home)/.config/lisan/preferences")
  }

  @Test(
    "R56: without HOME, a user missing in /etc/passwd gets one line that it is needed",
    .enabled(if: geteuid() == 0, "only the superuser can be a user who does not exist"),
    arguments: try Speech.all)
  func homeUnknown(speech: Speech) throws {
    let installation = try Installation()
    #expect(chmod(installation.home, 0o755) == 0)
    func run(_ words: [String], _ more: [String: String?] = [:]) throws
      -> (status: Int32, output: String, errors: String)
    {
      let nobody = ["--reuid=54321", "--regid=54321", "--clear-groups", Installation.program]
      return try installation.runAll(
        nobody + words,
        environment: ["HOME": nil, "LISAN_TRACE": nil].merging(speech.environment) { $1 }
          .merging(more) { $1 }, program: "/usr/bin/setpriv")
    }
    #expect(getpwuid(54321) == nil)
    for words in [["get"], ["config"], ["set", "ar"], []] {
      #expect(try run(words) == (1, "", speech.complaint(.homeUnknown, "HOME")), "\(words)")
    }
    // These need no folder.
    for words in [["--version"], ["--help"], ["help", "set"]] {
      let shown = try run(words)
      #expect(shown.status == 0 && shown.errors.isEmpty && !shown.output.isEmpty, "\(words)")
    }
    let folders = ["CONFIG", "DATA", "STATE"].map { "XDG_\($0)_HOME" }
    let places = Dictionary(uniqueKeysWithValues: folders.map { ($0, "/nonexistent/\($0)") })
    #expect(try run(["get"], places) == (0, "\(speech.language.code)\n", ""))
    for folder in folders {
      let rest = places.filter { $0.key != folder }
      #expect(try run(["get"], rest).status == 1, "\(folder)")
    }
  }
}
