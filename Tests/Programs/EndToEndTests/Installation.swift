import BuiltPrograms
import CommandLineTool
import Foundation
import Glibc
import LisanPreferences
import PackageVersion
import SettingsCore
import TerminalHarness
import Testing

/// The built program with a home of its own, which has the files that a new person of this system gets:
/// a preference file, a log, a trace and a copy of the shipped languages that a test may break.
final class Installation: Sendable {
  let home: String

  var preferences: String { "\(home)/.config/lisan/preferences" }
  var log: String { "\(home)/.local/state/lisan/lisan.log" }
  var trace: String { "\(home)/trace" }
  var resources: String { "\(home)/languages" }

  init() throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "lisan-\(UUID().uuidString)")
    home = directory.path(percentEncoded: false)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try copyLanguages(to: resources)
    for name in [".bashrc", ".profile"] {
      try FileManager.default.copyItem(atPath: "/etc/skel/\(name)", toPath: "\(home)/\(name)")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: home) }

  /// The program beside the running tests.
  static let program = builtProgram("lisan")

  /// The whole environment of the program.
  func environment(_ more: [String: String?] = [:]) -> [String: String] {
    var environment: [String: String?] = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": home,
      "SHELL": "/bin/bash",
      "LISAN_TRACE": trace, "LISAN_RESOURCES": resources,
    ]
    environment.merge(more) { $1 }
    return environment.compactMapValues { $0 }
  }

  /// Installs the languages of the package `lisan-languages` for the person; returns the folder of
  /// their files.
  @discardableResult
  func addLanguages() throws -> String {
    let folder = "\(home)/.local/share/lisan/languages.d"
    try FileManager.default.createDirectory(
      atPath: "\(home)/.local/share/lisan", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: packagePath("Resources/lisan-languages"), toPath: folder)
    return folder
  }

  /// Puts a shell script of that name into the home directory.
  func install(_ name: String, script: String) throws {
    let path = "\(home)/\(name)"
    try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try makeExecutable(path)
  }

  /// Opens the program; its end and each stop are held to leave the terminal as it was found.
  func open(
    _ arguments: String..., environment more: [String: String?] = [:],
    size: TerminalSize = .standard, profile: TerminalProfile = .xterm,
    program: String = Installation.program
  ) throws -> TerminalSession {
    try TerminalSession(
      program, arguments: arguments, environment: environment(more), directory: home, size: size,
      profile: profile, checksEnd: true)
  }

  /// Opens the program and waits for its first frame, and for a toast on it, which goes by itself.
  func openScreen(
    _ first: Word = .languageSection, saying toast: String = "",
    environment more: [String: String?] = [:], size: TerminalSize = .standard,
    profile: TerminalProfile = .xterm
  ) async throws -> TerminalSession {
    let session = try open(environment: more, size: size, profile: profile)
    try await session.waitUntil("the first frame") {
      $0.isAlternate && $0.shows(first) && (toast.isEmpty || $0.shows(toast))
    }
    return session
  }

  /// Stores a choice and changes the file's bytes behind the program's back.
  func store(_ code: String, _ change: (inout [UInt8]) -> Void) throws {
    // By the library: behind a command, its helper would still be looking at the file, and set aside
    // what is half written.
    _ = try PreferenceFile(path: preferences).commit(
      PreferenceChanges(language: code, followsSystemLanguage: false))
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: preferences)))
    change(&bytes)
    try Data(bytes).write(to: URL(filePath: preferences))
  }

  /// Runs a command to its end, without a terminal.
  func run(
    _ arguments: String..., environment more: [String: String?] = [:],
    program: String = Installation.program
  ) throws -> (status: Int32, output: String, errors: String) {
    try runAll(arguments, environment: more, program: program)
  }

  func runAll(
    _ arguments: [String], environment more: [String: String?] = [:],
    program: String = Installation.program, input: String? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = environment(more)
    process.currentDirectoryURL = URL(filePath: home)
    let output = Pipe()
    let errors = Pipe()
    process.standardInput = input.flatMap(FileHandle.init(forReadingAtPath:)) ?? .nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // A hanging program is ended, so that its output ends and the test fails. A cancelled item stays
    // until its time: it must not keep the pipes open. With more than 1,365 open files, `run` reads
    // over the end of its list of them.
    let number = process.processIdentifier
    let limit = DispatchWorkItem { kill(number, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: limit)
    defer { limit.cancel() }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: text, as: UTF8.self),
      String(decoding: complaint, as: UTF8.self)
    )
  }

  /// The events of the trace, in order.
  func events() throws -> [Event] {
    try traceLines().map { try Event(line: String($0)) }
  }

  /// The whole lines of the trace; a program may have written a part of one more.
  private func traceLines() throws -> [Substring] {
    let text = String(decoding: try Data(contentsOf: URL(filePath: trace)), as: UTF8.self)
    return text[..<(text.lastIndex(of: "\n") ?? text.startIndex)].split(separator: "\n")
  }

  /// The last frame that the trace holds.
  func lastFrame() throws -> Event { try lastEvent("frame") }

  /// The last event of a name, without a look at those before it.
  func lastEvent(_ name: String) throws -> Event {
    let line = try traceLines().last { $0.contains("\"event\":\"\(name)\"") }
    return try Event(line: String(try #require(line, "no \(name)")))
  }

  /// Waits until a condition holds that no screen shows, such as one on the trace; twenty seconds at
  /// most.
  func wait(for awaited: String, until condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while try !condition() {
      try #require(ContinuousClock.now < end, "waited for \(awaited), in vain")
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  var logText: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

  /// The contents of the preference file.
  func stored() -> Preference? { PreferenceFile(path: preferences).read().preference }

  /// The word that the preference file has for a setting; nil for none.
  func stored(_ setting: StoredSetting) -> String? {
    guard case .entry(let number) = setting.store else { return nil }
    return stored()?[Entry.Kind(rawValue: number)]?.text
  }
}

/// One event of the trace.
struct Event: CustomStringConvertible {
  let name: String
  let time: Double
  let members: [String: String]
  let rows: [String]
  let description: String

  init(line: String) throws {
    description = line
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    name = try #require(object["event"] as? String)
    time = try #require((object["t"] as? NSNumber)?.doubleValue)
    rows = object["rows"] as? [String] ?? []
    members = object.mapValues { "\($0)" }
  }

  subscript(_ name: String) -> String? { members[name] }

  func isTrue(_ name: String) -> Bool {
    description.contains("\"\(name)\":true")
  }
}

extension [Event] {
  func count(_ name: String) -> Int { filter { $0.name == name }.count }

  func time(of name: String) throws -> Double {
    try #require(last { $0.name == name }, "no \(name) in \(self)").time
  }

  func names(of wanted: Set<String>) -> [String] { map(\.name).filter(wanted.contains) }
}

/// The languages of this repository: those that are shipped, and those of `lisan-languages`.
enum Languages {
  static let rightToLeft = ["ar", "he", "fa", "ur"]
  static let every = ["en"] + rightToLeft
}

/// Words of the shipped catalogs that tests look for.
struct Word: Sendable {
  let rawValue: String

  init(_ rawValue: String) { self.rawValue = rawValue }

  /// The text of a key in a file of a language.
  init(_ key: String, in language: String, of file: String = "Localizable") throws {
    let folders = ["", "lisan-languages/"].map { packagePath("Resources/\($0)\(language).lproj") }
    let folder = try #require(folders.first(where: FileManager.default.fileExists))
    let catalog = try String(contentsOfFile: "\(folder)/\(file).strings", encoding: .utf8)
    let start = "\"\(key)\" = \""
    let line = try #require(
      catalog.split(separator: "\n").first { $0.hasPrefix(start) && $0.hasSuffix("\";") },
      "no \(key) in \(folder)")
    // Persian words contain U+200C, which takes no cell.
    let text: Substring = line.dropFirst(start.count).dropLast(2)
    rawValue = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{200C}" }))
  }

  static let languageSection = Word("Language")
  static let languageSectionArabic = Word("اللغة")
  static let arabic = Word("العربية")
  static let restartNow = Word("Restart now")
  static let restartNowArabic = Word(
    "إعادة التشغيل الآن"
  )
  static let laterArabic = Word("لاحقا")
  static let pendingArabic = Word("بانتظار")
  static let pending = Word("Restart pending")
  /// Only in the navigation, while the names of languages and sections are in the previews too.
  static let about = Word("About")
  static let aboutArabic = Word("حول لسان")
  static let version = Word(packageVersion)
  static let terminalTestArabic = Word(
    "اختبار الطرفية"
  )
}

extension Screen {
  /// Whether a text is on one row, as a person would spell it.
  func shows(_ word: Word) -> Bool { shows(word.rawValue) }

  /// Whether the navigation list is at the right, with a mirrored chevron.
  var isMirrored: Bool { rows.contains { Array($0).dropFirst(size.columns - 3).first == "‹" } }

  /// Whether the navigation list is at the left.
  var isStraight: Bool { rows.contains { $0.hasPrefix("  › ") } }

  /// The first row, from 0, on which a text stands, as a person would spell it.
  func row(of word: Word) -> Int? {
    grid.firstIndex { $0.shows(word.rawValue) }
  }
}
