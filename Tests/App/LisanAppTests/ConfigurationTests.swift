import Cells
import CommandLineTool
import Foundation
import Localization
import RunRelay
import SettingsCore
import TestFolders
import Testing

@testable import LisanApp

struct ConfigurationTests {
  private func configuration(
    _ words: [String] = [], environment: [String: String] = [:],
    machine: String = "/nonexistent/config.json"
  ) throws -> Configuration {
    let environment = ["HOME": "/nonexistent"].merging(environment) { $1 }
    return try Configuration(
      CommandLineSyntax.lisan.parse(["lisan"] + words), environment: { environment[$0] },
      paths: Paths(environment: { environment[$0] }, machineFile: machine))
  }

  private static func plain(_ text: Text) -> String {
    text.plain(in: Wording(catalog: .builtIn(), secondsFromUTC: { _ in 0 }))
  }

  @Test("R56: the user's file overrides the machine's, and each setting names its file")
  func machine() throws {
    let folder = try TestFolder()
    let machine = try folder.write(
      "{\n\"language\": \"ar\",\n\"theme\": \"dark\", \"plain\": \"on\"}", to: "machine.json")
    let alone = try configuration(machine: machine)
    #expect(
      alone.language?.rawValue == "ar" && alone.text(.theme) == "dark" && alone.isPlain == true)
    #expect(alone.values[.language]?.origin == .file(path: machine, line: 2))
    #expect(alone.warnings.isEmpty && !alone.isAsked(.theme))
    // An empty text of the person's file counts as unset.
    let person = try folder.write(#"{"theme": "light", "language": ""}"#, to: "person.json")
    let both = try configuration(["--config", person], machine: machine)
    #expect(both.text(.theme) == "light" && both.language?.rawValue == "ar" && both.isPlain == true)
    #expect(both.values[.theme]?.origin == .file(path: person, line: 1))
    #expect(both.values[.plain]?.origin == .file(path: machine, line: 3))
    let variable = try configuration(environment: ["LISAN_LANGUAGE": "en"], machine: machine)
    #expect(variable.language == .english)
    #expect(try configuration(["--language", "en"], machine: machine).language == .english)
  }

  @Test(
    "R56: a file that begins with a byte order mark is read like another, with the same columns")
  func byteOrderMark() throws {
    let folder = try TestFolder()
    let file = try folder.write("\u{FEFF}{\"theme\": \"dark\"}", to: "marked.json")
    #expect(try configuration(["--config", file]).text(.theme) == "dark")
    let wrong = try folder.write("\u{FEFF}{\"thme\": \"dark\"}", to: "wrong.json")
    do {
      _ = try configuration(["--config", wrong])
      Issue.record("read")
    } catch let error as ConfigurationError {
      #expect(error.texts.contains { Self.plain($0).contains("wrong.json:1:2: ") })
    }
  }

  @Test("R56: faults of the machine's file are reported, and prevent no start")
  func brokenMachine() throws {
    let folder = try TestFolder()
    for (text, fault) in [
      ("{", ":1:2: this is not JSON"), (#"{"lnguage": "ar"}"#, ":1:2: there is no setting"),
      (#"{"plain": 1}"#, ":1:2: the value of plain"),
      (#"{"theme": "pink"}"#, ":1: theme cannot be pink"),
      (#"{"language": "arabic language"}"#, ":1: language cannot be arabic language"),
      (#"{"theme-file": "/nonexistent/theme"}"#, "/nonexistent/theme cannot be read"),
      (#"{"log": "/l", "bidi": "left"}"#, ":1: bidi cannot be left"),
    ] {
      let machine = try folder.write(text, to: "machine.json")
      let found = try configuration(machine: machine)
      #expect(found.warnings.count == 1, "\(text)")
      let warning = found.warnings.first.map { Self.plain($0) } ?? ""
      #expect(warning.contains(fault), "\(text): \(warning)")
      // The sound settings of it hold.
      #expect(
        found.log == (text.contains("/l") ? "/l" : "/nonexistent/.local/state/lisan/lisan.log"))
      #expect(found.text(.theme) == nil && found.language == nil && found.text(.bidi) == nil)
    }
    let folderAsFile = try configuration(machine: folder.path)
    #expect(folderAsFile.warnings.count == 1)
    // The user's file still has to be valid.
    let person = try folder.write(#"{"theme": "pink"}"#, to: "person.json")
    #expect(throws: ConfigurationError.self) { try configuration(["--config", person]) }
  }

  private func faults(
    _ words: [String] = [], environment: [String: String] = [:]
  ) throws -> [String] {
    do {
      _ = try configuration(words, environment: environment)
      return []
    } catch let error as ConfigurationError {
      return error.texts.map { Self.plain($0) }
    }
  }

  @Test("R56: without any setting, every path has its default")
  func standard() throws {
    let standard = try configuration()
    #expect(standard.file.text == "/nonexistent/.config/lisan/config.json")
    #expect(standard.preferences == "/nonexistent/.config/lisan/preferences")
    #expect(standard.log == "/nonexistent/.local/state/lisan/lisan.log")
    #expect(!standard.resources.isEmpty)
    #expect(standard.trace == nil && standard.server == nil && standard.market == nil)
    #expect(standard.pseudo == nil && standard.text(.theme) == nil && standard.isPlain == nil)
    #expect(standard.text(.bidi) == nil && !standard.isAsked(.theme) && !standard.isAsked(.bidi))
    #expect(standard.text(.selfOrdering) == ProgramNames.knownText)
    #expect(!standard.keepsTerminalName)
    #expect(standard.values.map(\.option.name) == LisanOption.settings.map(\.rawValue))
    #expect(standard.values.allSatisfy { $0.origin == .standard })
    let xdg = try configuration(environment: [
      "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "relative",
    ])
    #expect(xdg.preferences == "/c/lisan/preferences" && xdg.log == "/s/lisan/lisan.log")
  }

  @Test("R56: each setting can be given in each place")
  func typed() throws {
    let folder = try TestFolder()
    let given = [
      ("resources", "/r"), ("preferences", "/p"), ("log", "/l"), ("trace", "/t"),
      ("server", "http://127.0.0.1:1"), ("market", "EG"), ("pseudo", "rtl"), ("language", "ar"),
      ("theme", "monochrome"), ("plain", "on"), ("bidi", "kitty"),
      ("theme-file", try folder.write(#"{"text": "16 on 231"}"#, to: "theme.json")),
      ("direction", "rtl"), ("fields", "off"), ("self-ordering", "vim,nvim"),
      ("keep-terminal-name", "on"), ("align", "off"), ("prompt-marks", "off"),
    ]
    #expect(given.map(\.0).sorted() == LisanOption.settings.map(\.rawValue).sorted())
    let json = given.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",\n")
    let file = try folder.write("{\(json)}", to: "config.json")
    let words = given.flatMap {
      ["plain", "keep-terminal-name"].contains($0) ? ["--\($0)"] : ["--\($0)", $1]
    }
    let variables = given.map { ("LISAN_" + $0.uppercased().replacing("-", with: "_"), $1) }
    for (place, configuration) in [
      ("option", try configuration(words)),
      ("variable", try configuration(environment: Dictionary(uniqueKeysWithValues: variables))),
      ("file", try configuration(["--config", file])),
    ] {
      #expect(configuration.resources == "/r" && configuration.preferences == "/p", "\(place)")
      #expect(configuration.log == "/l" && configuration.trace == "/t", "\(place)")
      #expect(configuration.server?.text == "http://127.0.0.1:1", "\(place)")
      #expect(configuration.market?.rawValue == "EG", "\(place)")
      #expect(configuration.language?.rawValue == "ar", "\(place)")
      #expect(configuration.pseudo != nil && configuration.text(.theme) == "monochrome", "\(place)")
      #expect(configuration.isPlain == true, "\(place)")
      #expect(configuration.customTheme != nil, "\(place)")
      #expect(configuration.text(.bidi) == "kitty", "\(place)")
      #expect(configuration.text(.direction) == "rtl", "\(place)")
      #expect(configuration.text(.fields) == "off", "\(place)")
      #expect(configuration.text(.selfOrdering) == "vim,nvim", "\(place)")
      #expect(configuration.keepsTerminalName, "\(place)")
      // Only settings of this run override choices on the screen.
      #expect(configuration.isAsked(.theme) == (place != "file"))
      #expect(configuration.isAsked(.bidi) == (place != "file"))
    }
    let lines = try configuration(["--config", file]).values.map(\.origin)
    #expect([1, 10].allSatisfy { lines.contains(.file(path: file, line: $0)) })
  }

  @Test("R51, R56: faults of a theme file are reported with file, line and column")
  func themeFile() throws {
    let folder = try TestFolder()
    for (text, faults) in [
      (#"{"text": "16 on 231"}"#, []),
      (
        "{\n  \"pink\": \"16\",\n  \"text\": \"red\"}",
        [":2:3: the screen has no part pink", ":3:3: red is not"]
      ),
      (
        "{\n\"text\": \"16 on 231\",\n \"quiet\": \"244\"}",
        [":3:2: the contrast of quiet is 3.9:1; it needs at least 4.5:1"]
      ),
      (#"{"error": "124"}"#, [":1:2: give error both"]),
      (#"{"text": "16 on 231", "text": ""}"#, [":1:23: the setting text is set twice"]),
      (#"{"text": 16}"#, [":1:2: the value of text"]), ("[]", [":1:1: this is not JSON"]),
    ] as [(String, [String])] {
      let path = try folder.write(text, to: "theme.json")
      let found = try self.faults(["--theme-file", path])
      #expect(found.count == faults.count, "\(text): \(found)")
      for (fault, part) in zip(found, faults) {
        #expect(fault.hasPrefix("\(path)\(part)"), "\(fault)")
      }
    }
    let missing = try faults(environment: ["LISAN_THEME_FILE": "/nonexistent/theme"])
    #expect(missing.count == 1 && missing[0].contains("/nonexistent/theme cannot be read"))
  }

  @Test("R56: every fault is reported with its place")
  func faulty() throws {
    let folder = try TestFolder()
    let file = try folder.write(
      """
      {"theme": "pink",
       "server": "nowhere"}
      """, to: "config.json")
    #expect(try faults(["--config", file]).count == 2)
    #expect(try faults(["--config", file])[0].contains("\(file):2: server"))
    #expect(try faults(["--config", file])[1].contains("\(file):1: theme"))
    #expect(try faults(environment: ["LISAN_BIDI": "x"])[0].contains("LISAN_BIDI"))
    #expect(try faults(["--server", "x"])[0].contains("--server"))
    let unknown = try folder.write(
      "{\"lgo\": \"x\", \"log\": 1, \"trace\": true}", to: "unknown.json")
    #expect(try faults(["--config", unknown]).count == 3)
    for text in ["", "[]", "{", "{\"log\": \"a\", \"log\": \"b\"}"] {
      let file = try folder.write(text, to: "bad.json")
      #expect(try faults(["--config", file]).count == 1, "\(text)")
    }
    // A value that is overridden is not looked at.
    #expect(try faults(["--config", file, "--theme", "default", "--server", "http://a"]).isEmpty)
  }

  @Test("R56: a file named explicitly must exist, the usual one need not")
  func absent() throws {
    let folder = try TestFolder()
    #expect(try faults().isEmpty)
    #expect(try faults(["--config", "\(folder.path)/none"]).count == 1)
    #expect(try faults(environment: ["LISAN_CONFIG": "\(folder.path)/none"]).count == 1)
    #expect(try faults(environment: ["LISAN_CONFIG": ""]).isEmpty)
    // A folder, and a file that is too large.
    #expect(try faults(["--config", folder.path]).count == 1)
    let large = try folder.write("{}" + String(repeating: " ", count: 1 << 20), to: "large")
    #expect(try faults(["--config", large]).count == 1)
    let largest = try folder.write(
      "{}" + String(repeating: " ", count: (1 << 20) - 2), to: "largest")
    #expect(try faults(["--config", largest]).isEmpty)
  }

  @Test("R56: the settings of other places are used to report a file's faults")
  func withoutFile() throws {
    let environment = ["HOME": "/nonexistent", "LISAN_LOG": "/l", "LISAN_THEME": "pink"]
    let configuration = Configuration(
      withoutFile: try CommandLineSyntax.lisan.parse(["lisan", "--config", "/none"]),
      environment: { environment[$0] }, paths: Paths(environment: { environment[$0] }))
    #expect(configuration.log == "/l" && configuration.text(.theme) == nil)
    #expect(configuration.file.text == "/none")
  }
}
