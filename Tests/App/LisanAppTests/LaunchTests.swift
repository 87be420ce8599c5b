import BuiltPrograms
import Cells
import CommandLineTool
import Foundation
import Glibc
import LisanPreferences
import Localization
import PackageVersion
import SettingsCore
import Terminal
import TestFolders
import Testing

@testable import LisanApp

@MainActor
struct LaunchTests {
  private let folder: TestFolder
  private let resources = packagePath("Resources")

  init() throws { folder = try TestFolder() }

  private func context(
    _ words: String..., file: String? = nil, locale: String = "ar_EG.UTF-8",
    machine: String = "/nonexistent/config.json"
  ) throws -> ProgramContext {
    let environment = ["HOME": folder.path, "LISAN_RESOURCES": resources, "LANG": locale]
    let paths = Paths(environment: { environment[$0] }, machineFile: machine)
    let place = try file.map { ["--config", try folder.write($0, to: "config.json")] } ?? []
    let configuration = try Configuration(
      CommandLineSyntax.lisan.parse(["lisan"] + place + words), environment: { environment[$0] },
      paths: paths)
    return ProgramContext(
      configuration: configuration, environment: { environment[$0] },
      log: Log(path: configuration.log, trace: nil), trace: nil,
      preferences: PreferenceFile(path: configuration.preferences),
      dataDirectory: paths.dataDirectory, machineDirectory: paths.machineDirectory,
      stateDirectory: paths.stateDirectory, start: 0)
  }

  private func state(_ context: ProgramContext, handover: Handover? = nil) -> SettingsState {
    SettingsState(Launch(context, handover: handover), context, terminal: "xterm")
  }

  private func handover(
    _ settings: [SettingChoice], unsaved preference: LanguagePreference? = nil
  ) -> Handover {
    let modes = String(repeating: "00", count: MemoryLayout<termios>.size)
    return Handover(
      modes: TerminalModes(hexadecimal: modes[...])!, start: 0,
      resumption: Resumption(section: .about, focus: nil), typedAhead: [],
      unsavedPreference: preference, unsavedSettings: [], settings: settings, watch: nil,
      agent: nil, detection: "")
  }

  private func expect(
    _ state: SettingsState, _ theme: ThemeName, _ mode: String, atOnce: Bool,
    _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(state.theme == theme, sourceLocation: place)
    #expect(state.bidiMode.name == mode, sourceLocation: place)
    #expect(state.appliesDirectionAtOnce == atOnce, sourceLocation: place)
  }

  @Test("R51, R56: the handover of a restart overrides options, which override stored choices")
  func order() throws {
    expect(state(try context()), .standard, "auto", atOnce: false)
    let file = #"{"theme": "high-contrast", "bidi": "lrm"}"#
    expect(state(try context(file: file)), .highContrast, "lrm", atOnce: false)
    _ = try PreferenceFile(path: try context().preferences.path).commit(
      PreferenceChanges(
        appliesDirectionAtOnce: true,
        entries: [
          Entry(Entry.Kind(rawValue: 1), "monochrome"), Entry(Entry.Kind(rawValue: 2), "kitty"),
        ]))
    expect(state(try context(file: file)), .monochrome, "kitty", atOnce: true)
    let asked = try context("--theme", "default", "--bidi", "visual", file: file)
    expect(state(asked), .standard, "visual", atOnce: true)
    // A choice made meanwhile stays, even if an option differs.
    let chosen = [SettingChoice.theme(.highContrast), .bidiMode(.automatic)]
    expect(state(asked, handover: handover(chosen)), .highContrast, "auto", atOnce: false)
  }

  @Test("R12: a choice that could not be written survives a restart, and is reported again")
  func unsaved() throws {
    let context = try context()
    let fresh = Launch(context)
    #expect(fresh.preference == .system && fresh.catalog.language.code.rawValue == "ar")
    #expect(fresh.preferenceStanding == .stored && fresh.warnings.isEmpty)
    let restarted = Launch(context, handover: handover([], unsaved: .explicit(.english)))
    #expect(restarted.preference == .explicit(.english))
    #expect(restarted.catalog.language.code == .english)
    #expect(restarted.preferenceStanding == .unsaved && restarted.warnings.count == 1)
  }

  @Test("R20: an administrator's language is between the explicit choice and the system language")
  func administratorsLanguage() throws {
    func resolved(_ market: String, _ file: String = "{}") throws -> String {
      let context = try context("--market", market, file: file, locale: "en_GB.UTF-8")
      let launch = Launch(context)
      #expect(SettingsState(launch, context).language.code == launch.catalog.language.code)
      return launch.catalog.language.code.rawValue
    }
    let arabic = #"{"language": "ar"}"#
    #expect(try resolved("EG") == "en" && resolved("EG", arabic) == "ar")
    // The market decides, as for the system language; so does a language that has no catalog.
    #expect(try resolved("GB", arabic) == "en")
    #expect(try resolved("EG", #"{"language": "ja"}"#) == "en")
    #expect(try resolved("EG", #"{"language": "ar-EG"}"#) == "ar")
    _ = try PreferenceFile(path: try context().preferences.path).commit(
      PreferenceChanges(language: "en", followsSystemLanguage: false))
    #expect(try resolved("EG", arabic) == "en")
    _ = try PreferenceFile(path: try context().preferences.path).commit(
      PreferenceChanges(followsSystemLanguage: true))
    #expect(try resolved("EG", arabic) == "ar")
  }

  @Test("R76: the machine's languages are offered, in the regions that their files name")
  func machinesLanguages() throws {
    let machine = try TestFolder()
    try machine.write(
      "\"code\" = \"he\"; \"folder\" = \"\(packagePath("Resources/lisan-languages"))\"; \"regions\" = \"GB\";",
      to: "languages.d/he.strings")
    try machine.write("\"code\" = \"h\";", to: "languages.d/other.strings")
    func launch(_ market: String) throws -> Launch {
      Launch(
        try context(
          "--market", market, locale: "he_IL.UTF-8", machine: "\(machine.path)/config.json"))
    }
    let british = try launch("GB")
    #expect(british.catalog.language.code.rawValue == "he")
    #expect(british.languages?.map(\.code.rawValue) == ["en", "ar", "he"])
    #expect(british.warnings.count == 1)
    #expect(try launch("AE").catalog.language.code.rawValue == "en")
  }

  @Test("The initial state has the places, the languages and the terminal")
  func places() throws {
    let context = try context("--log", "/l", "--preferences", "\(folder.path)/p")
    let state = state(context)
    #expect(state.environment.preferencePath == "\(folder.path)/p")
    #expect(state.environment.resourcePath == resources && state.environment.logPath == "/l")
    #expect(state.environment.terminal == "xterm" && state.environment.version == packageVersion)
    #expect(state.languages?.map(\.code.rawValue).contains("ar") == true)
    #expect(state.languagesError == nil && state.runtimeDirection == nil)
    #expect(state.markets.markets.isEmpty == false)
  }
}
