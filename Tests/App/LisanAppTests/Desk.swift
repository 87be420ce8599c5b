import BuiltPrograms
import CommandLineTool
import Foundation
import Glibc
import LisanPreferences
import Localization
import SettingsCore
import TestFolders

@testable import LisanApp

/// The settings with everything that is theirs but a terminal: real catalogs, a real preference file,
/// a log, a trace, and no agent.
@MainActor
final class Desk {
  let folder: TestFolder
  let resources: String
  let context: ProgramContext
  let account: ScreenAccount
  let launch: Launch
  private(set) var runtime: Runtime!
  private(set) var suspensions = 0

  /// - Parameters:
  ///   - preferences: the preference file; nil for one in a new folder.
  ///   - isScreen: whether there is a screen, with a direction.
  ///   - prepare: changes the files of the desk before the settings are read.
  init(
    preferences: String? = nil, isScreen: Bool = true,
    prepare: (Desk.Files) throws -> Void = { _ in }
  ) throws {
    folder = try TestFolder()
    resources = "\(folder.path)/resources"
    try copyLanguages(to: resources)
    let environment = [
      "HOME": folder.path, "LISAN_RESOURCES": resources, "LANG": "en_GB.UTF-8",
      "LISAN_AGENT": "/nonexistent",
    ]
    let paths = Paths(environment: { environment[$0] })
    let words = preferences.map { ["--preferences", $0] } ?? []
    let configuration = try Configuration(
      CommandLineSyntax.lisan.parse(["lisan"] + words), environment: { environment[$0] },
      paths: paths)
    let trace = try Trace(path: "\(folder.path)/trace", start: 0)
    context = ProgramContext(
      configuration: configuration, environment: { environment[$0] },
      log: Log(path: configuration.log, trace: trace), trace: trace,
      preferences: PreferenceFile(path: configuration.preferences),
      dataDirectory: paths.dataDirectory, machineDirectory: paths.machineDirectory,
      stateDirectory: paths.stateDirectory, start: 0)
    try prepare(Files(resources: resources, preferences: configuration.preferences))
    account = ScreenAccount(context, language: .english, adopting: nil)
    launch = Launch(context)
    let state = SettingsState(
      launch, context, terminal: "xterm",
      runtimeDirection: isScreen ? launch.catalog.language.direction : nil,
      account: context.account())
    runtime = Runtime(
      state, launch, context,
      world: World(
        account: account.link,
        suspend: { [unowned self] in suspensions += 1 }, restart: { ENOENT }))
  }

  var state: SettingsState { runtime.state }
  var stored: Preference? { context.preferences.read().preference }
  var log: String { (try? String(contentsOfFile: context.log.path, encoding: .utf8)) ?? "" }

  func press(_ letters: String) {
    for letter in letters { runtime.send(.keyPressed(.character(letter))) }
  }

  /// The names of the events that the trace has so far.
  func events() throws -> [String] {
    try String(contentsOfFile: "\(folder.path)/trace", encoding: .utf8).split(separator: "\n").map {
      String($0.split(separator: #""event":""#)[1].prefix { $0 != "\"" })
    }
  }

  func count(_ event: String) throws -> Int { try events().count { $0 == event } }

  /// The screen as text.
  var screen: String {
    let frame = runtime.frame()
    return frame.rows.indices.map { frame.logicalText(row: $0) }.joined(separator: "\n")
  }

  /// The answer of the agent, or of its absence.
  func drainNews() { for action in account.drainActions() { runtime.send(action) } }

  func text(_ message: Message) -> String { Text.message(message).plain(in: state.wording) }

  var hasQuestion: Bool { !state.dialogs.isEmpty }

  /// Whether the log has a line of a level with this text.
  func logged(_ level: String, _ words: String) -> Bool {
    log.split(separator: "\n").contains { $0.contains(" \(level) [") && $0.contains(words) }
  }

  var files: Files { Files(resources: resources, preferences: context.preferences.path) }

  /// The files that a test may change.
  struct Files {
    let resources: String
    let preferences: String

    /// Writes a file of the resources, and returns its former contents.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
      let path = "\(resources)/\(name)"
      let former = try String(contentsOfFile: path, encoding: .utf8)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return former
    }

    /// Stores a language, as another program would.
    @discardableResult
    func store(_ code: String) throws -> Commit {
      try PreferenceFile(path: preferences).commit(
        PreferenceChanges(language: code, followsSystemLanguage: false))
    }
  }
}
