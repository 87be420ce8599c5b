// swift-tools-version: 6.2
import PackageDescription

// A package that depends on this one builds only what its products need. Therefore nothing here looks
// for headers or asks pkg-config: either would print a message in every such build. `make` installs
// the C libraries' packages before it builds what needs them.

/// The libraries, each with what it re-exports.
let libraries: KeyValuePairs<String, [String]> = [
  "BidiText": ["Cells", "WritingDirection"],
  "MirrorLayout": ["BidiText", "Cells", "WritingDirection"],
  "Forms": ["MirrorLayout", "BidiText", "Cells", "WritingDirection"],
  "Localization": ["WritingDirection"],
  "PreferenceStore": [],
  "TerminalEmulator": ["WritingDirection"],
  "TerminalHarness": ["TerminalEmulator", "WritingDirection"],
]

/// Module maps over libraries of the system.
let moduleMaps = [
  "Sources/Text/CLisanText", "Tests/Text/CFriBidi", "Sources/Terminals/CNCurses",
  "Tests/Terminals/CVTerm", "Sources/Account/CSQLite", "Sources/Server/CPostgreSQL",
  "Sources/Server/CSodium", "Sources/Server/CGnuTLS",
  "Tests/Programs/Benchmarks/CGettext", "Tests/Programs/Benchmarks/CPeerStores",
]

/// Functions in C, and the libraries of the system that they are linked with. CLibraries loads some when they are needed.
let functionsInC: KeyValuePairs<String, [String]> = [
  "Tests/Text/CICU": ["icuuc"], "Sources/System/CProgramStart": [], "Sources/System/CSystem": [],
  "Sources/System/CLibraries": [], "Tests/System/CTracer": [],
  "Sources/Languages/CLocale": ["CLibraries"], "Sources/Account/CCurl": ["CLibraries"],
  "Sources/Account/CSecret": ["CLibraries"],
  "Sources/Server/CMicroHTTPD": ["microhttpd", "gnutls"],
]

/// The targets in Swift: room, folder, what it uses. Folders called `…Tests` have tests.
// swift-format-ignore
let rooms: KeyValuePairs<String, KeyValuePairs<String, [Target.Dependency]>> = [
  "Sources/Text": [
    "WritingDirection": [],
    "Cells": [],
    "Input": ["Cells"],
    "BidiText": ["Cells", "WritingDirection"],
    "MirrorLayout": ["Cells", "BidiText"],
    "LisanText": ["CLisanText", "BidiText", "MirrorLayout"],
  ],
  "Tests/Text": [
    "BidiSamples": ["BidiText"],
    "BidiTextTests": ["TestEffort", "BuiltPrograms", "BidiText", "BidiSamples"],
    "LisanTextTests": ["CLisanText", "LisanText", "BidiText", "MirrorLayout", "BidiSamples", "TestEffort"],
    "MirrorLayoutTests": ["TestEffort", "MirrorLayout", "BidiSamples", "TerminalModels"],
    "TerminalModels": ["MirrorLayout"],
    "BidiOracles": ["CFriBidi", "CICU", "BidiText"],
    "BidiDifferentialTests": ["TestEffort", "BidiText", "BidiSamples", "BidiOracles"],
  ],
  "Sources/System": [
    "CommandLineTool": ["BidiText", "CSystem", "SystemCalls"],
    "PackageVersion": [],
    "SystemCalls": ["CSystem"],
    "StrictJSON": [],
    "LogFiles": ["WritingDirection", "SystemCalls"],
    "PreferenceStore": ["CSystem", "SystemCalls"],
    "LisanPreferences": ["PreferenceStore", "SystemCalls"],
  ],
  "Tests/System": [
    "CommandLineToolTests": ["CommandLineTool"],
    "TestEffort": [],
    "TestFolders": [],
    "StrictJSONTests": ["TestEffort", "StrictJSON"],
    "SystemCallsTests": ["SystemCalls", "TestFolders"],
    "PreferenceFaults": ["PreferenceStore", "LisanPreferences", "CTracer", "TestFolders"],
    "PreferenceFaultsCommand": ["PreferenceFaults"],
    "PreferenceStoreTests": ["CSystem", "PreferenceStore", "LisanPreferences", "PreferenceFaults",
      "preference-faults"],
  ],
  "Sources/Languages": [
    "Localization": ["WritingDirection", "SystemCalls", "StrictJSON", "CSystem"],
    "LocaleValues": ["Localization"],
    "ICUFormatting": ["CLocale", "LocaleValues", "Localization"],
  ],
  "Tests/Languages": [
    "LocalizationTests": ["TestEffort", "BuiltPrograms", "Localization", "SystemCalls", "TestFolders"],
    "LocaleValuesTests": ["LocaleValues", "Localization"],
    "ICUFormattingTests": ["ICUFormatting", "LocaleValues", "Localization"],
  ],
  "Sources/Terminals": [
    "ControlSequences": [],
    "TerminalEmulator": ["ControlSequences", "BidiText", "WritingDirection"],
    "TerminalHarness": ["TerminalEmulator", "CSystem", "SystemCalls"],
    "DriveScript": ["TerminalHarness", "TerminalEmulator", "ControlSequences", "Localization",
      "CommandLineTool", "PackageVersion", "CSystem", "SystemCalls", "StrictJSON"],
    "BidiRepair": ["MirrorLayout", "TerminalEmulator"],
    "RunRelay": ["BidiRepair", "ControlSequences", "TerminalEmulator", "CSystem", "SystemCalls"],
    "Terminal": ["CNCurses", "CSystem", "Cells", "ControlSequences", "Input", "MirrorLayout", "SystemCalls"],
  ],
  "Tests/Terminals": [
    "Recordings": [],
    "ControlSequencesTests": ["TestEffort", "ControlSequences", "Recordings"],
    "TerminalEmulatorTests": ["TestEffort", "TerminalEmulator", "TerminalHarness", "Recordings", "CVTerm"],
    "BidiRepairTests": ["TestEffort", "BidiRepair", "TerminalEmulator", "Recordings", "Cells", "MirrorLayout",
      "TerminalModels"],
    "RunRelayCommand": ["RunRelay", "BidiRepair"],
    "RunAttacks": ["TerminalHarness", "BuiltPrograms", "Recordings", "TestFolders"],
    "RunAttacksCommand": ["RunAttacks", "lisan"],
    "RunRelayTests": ["TestEffort", "TerminalHarness", "TerminalEmulator", "BuiltPrograms", "run-session",
      "Recordings", "RunRelay", "BidiRepair", "RunAttacks"],
    "TerminalHarnessTests": ["TerminalHarness"],
    "DriveScriptTests": ["TestEffort", "DriveScript", "lisan-drive", "BuiltPrograms", "TerminalHarness",
      "Localization", "Recordings", "StrictJSON"],
    "TerminalTests": ["BidiSamples", "Terminal", "Input", "MirrorLayout", "Cells", "CSystem"],
    "RealTerminals": ["CSystem", "SystemCalls", "Cells", "Terminal", "TerminalEmulator", "BidiRepair"],
  ],
  "Sources/Account": [
    "AccountModel": ["Localization", "SystemCalls"],
    "AccountProtocol": ["AccountModel", "StrictJSON"],
    "AgentProtocol": ["AccountModel", "AccountProtocol", "LocaleValues", "Localization"],
    "AccountDatabase": ["AccountModel", "CSQLite", "CSystem", "SystemCalls"],
    "AccountAgent": ["AccountModel", "AccountProtocol", "AgentProtocol", "AccountDatabase", "Localization",
      "LocaleValues", "ICUFormatting", "LisanPreferences", "LogFiles", "CCurl", "CLibraries", "CSecret",
      "CSystem", "SystemCalls"],
  ],
  "Tests/Account": [
    "AccountModelTests": ["AccountModel", "Localization"],
    "AccountProtocolTests": ["AccountProtocol", "AccountModel"],
    "AgentProtocolTests": ["AgentProtocol", "AccountModel", "AccountProtocol", "LocaleValues", "Localization"],
    "SQLiteShell": ["CSQLite"],
    "AccountDatabaseTests": ["TestEffort", "AccountDatabase", "AccountDatabasePostgreSQL", "PostgreSQLCluster",
      "AccountModel", "AccountProtocol", "Localization", "SystemCalls", "CSQLite", "TestFolders"],
    "BrowserHarness": [],
    "AccountAgentTests": ["BrowserHarness", "TestCrowd", "TestEffort", "BuiltPrograms", "lisan", "lisan-agent",
      "lisan-server", "TerminalHarness", "PostgreSQLCluster", "AccountAgent", "AccountModel", "AccountProtocol",
      "AgentProtocol", "LocaleValues", "Localization", "LisanPreferences", "CSystem", "SQLiteShell",
      "AccountDatabase", "AccountDatabasePostgreSQL", "CommandLineTool", "LisanApp", "SettingsCore", "TestFolders"],
  ],
  "Sources/App": [
    "Forms": ["MirrorLayout"],
    "SettingsCore": ["Cells", "Input", "BidiText", "MirrorLayout", "Forms", "Localization", "LocaleValues",
      "AccountModel"],
    "LisanApp": ["Cells", "BidiText", "MirrorLayout", "Localization", "LocaleValues", "LisanPreferences",
      "SettingsCore", "Terminal", "RunRelay", "BidiRepair", "CSystem", "SystemCalls", "CommandLineTool",
      "PackageVersion", "AccountModel", "AccountProtocol", "AgentProtocol", "LogFiles", "StrictJSON"],
  ],
  "Tests/App": [
    "FormsTests": ["Forms"],
    "SettingsCoreTests": ["TestEffort", "BuiltPrograms", "SettingsCore", "AccountModel", "LocaleValues", "Input",
      "MirrorLayout", "Localization", "BidiText", "Cells", "TerminalModels"],
    "LisanAppTests": ["BuiltPrograms", "LisanApp", "CommandLineTool", "PackageVersion", "SettingsCore",
      "Localization", "LocaleValues", "AccountModel", "LisanPreferences", "Terminal", "Cells", "Input", "AccountProtocol", "TestFolders",
      "TestEffort", "SystemCalls"],
  ],
  "Sources/Server": [
    "AccountDatabasePostgreSQL": ["AccountDatabase", "CPostgreSQL", "SystemCalls"],
    "ServerTexts": ["AccountProtocol", "Localization"],
    "AccountService": ["AccountModel", "AccountProtocol", "AccountDatabase", "AccountDatabasePostgreSQL",
      "CGnuTLS", "CSodium", "StrictJSON", "SystemCalls"],
    "AccountHTTP": ["AccountService", "ServerTexts", "AccountModel", "AccountProtocol", "AccountDatabase",
      "Localization", "CMicroHTTPD", "StrictJSON", "SystemCalls"],
    "AccountWeb": ["AccountHTTP", "AccountService", "ServerTexts", "AccountModel", "AccountProtocol",
      "AccountDatabase", "Localization", "CMicroHTTPD", "CSodium", "SystemCalls"],
    "AccountAdministration": ["AccountWeb", "AccountHTTP", "AccountService", "ServerTexts", "AccountModel",
      "AccountProtocol", "AccountDatabase", "AccountDatabasePostgreSQL", "BidiText", "Localization", "CCurl",
      "CMicroHTTPD", "CSodium", "CSystem", "SystemCalls", "CommandLineTool", "PackageVersion", "StrictJSON"],
  ],
  "Tests/Server": [
    "PostgreSQLCluster": ["CPostgreSQL"],
    "ServerHarness": ["TestEffort", "BuiltPrograms", "AccountModel", "AccountProtocol", "SQLiteShell",
      "PostgreSQLCluster"],
    "ServerAttacks": ["ServerHarness", "PostgreSQLCluster", "AccountModel", "AccountProtocol", "AccountDatabase"],
    "ServerAttacksCommand": ["ServerAttacks", "lisan-server"],
    "AccountServiceTests": ["AccountService", "AccountDatabase", "AccountModel", "AccountProtocol",
      "SQLiteShell", "TestFolders"],
    "AccountServerTests": ["TestEffort", "ServerHarness", "ServerAttacks", "BuiltPrograms", "lisan-server",
      "AccountAdministration", "AccountHTTP", "AccountService", "ServerTexts", "AccountModel", "AccountProtocol",
      "AccountDatabase", "AccountDatabasePostgreSQL", "PostgreSQLCluster", "CommandLineTool", "Localization",
      "TerminalHarness", "CSQLite", "SQLiteShell", "TestFolders"],
  ],
  "Sources/Programs": [
    "lisan-drive": ["DriveScript", "CProgramStart"],
    "lisan": ["LisanApp", "CProgramStart"],
    "lisan-agent": ["AccountAgent", "CProgramStart"],
    "lisan-server": ["AccountAdministration"],
  ],
  "Tests/Programs": [
    "TestCrowd": [],
    "BuiltPrograms": [],
    "LibraryTests": ["BuiltPrograms"],
    "Conformance": [],
    "EndToEndTests": ["TestEffort", "TestCrowd", "BuiltPrograms", "CommandLineTool", "PackageVersion", "lisan",
      "lisan-drive", "conformance", "TerminalHarness", "SettingsCore", "Localization", "LisanPreferences"],
    "ProgramDocuments": ["CommandLineTool", "PackageVersion", "LisanApp", "AccountAdministration", "DriveScript"],
    "Documents": ["ProgramDocuments"],
    "ProgramDocumentsTests": ["BuiltPrograms", "ProgramDocuments", "CommandLineTool", "PackageVersion",
      "LisanApp", "AccountAdministration"],
    "Benchmarks": ["BidiText", "BidiOracles", "CGettext", "CPeerStores", "Cells", "AccountModel", "Localization",
      "MirrorLayout", "LisanPreferences", "SettingsCore", "TerminalHarness", "CSystem", "SystemCalls", "CVTerm",
      "PostgreSQLCluster"],
  ],
]

/// Programs besides those of `Sources/Programs`: folder, name.
let programs = [
  "PreferenceFaultsCommand": "preference-faults", "RunRelayCommand": "run-session",
  "RunAttacksCommand": "run-attacks", "RealTerminals": "terminals", "Benchmarks": "bench",
  "ServerAttacksCommand": "server-attacks", "Conformance": "conformance", "Documents": "documents",
]

/// Files beside the sources, by folder.
let otherFiles = [
  "BidiText": ["Tables/generate.py"], "Localization": ["Tables/generate.py"],
  "LisanTextTests": [
    "adapters.py", "bindings.sh", "calls.mjs", "copies.py", "memory.mjs", "official.mjs",
    "official.py",
  ],
  "PreferenceStoreTests": ["Fixtures"], "LocalizationTests": ["Fixtures"],
  "Recordings": [
    "record.py", "streams", "ordinary", "ordinary.py", "ordinary_programs.py", "ordinary_texts.py",
  ],
  "TerminalEmulatorTests": ["Recordings"], "BidiRepairTests": ["room_order.py"],
  "RealTerminals": ["pasting.py", "show.py", "xtermjs.py"], "ServerHarness": ["followers.py"],
  "AccountServerTests": ["schemathesis.sh"], "lisan": ["startup.order"],
  "Benchmarks": [
    "CGettext", "CPeerStores", "change.lua", "change_many.lua", "sessions.py", "sign_in.lua",
    "textual_menu.py", "ink.py", "ghostty.py", "startup_order.py", "text_speed.py", "text_speed.c",
  ],
]

// MARK: How they are built

/// Only the Makefile asks for this, because no other package may depend on one with an unsafe flag.
let optimizesTests = Context.environment["LISAN_OPTIMIZED_TESTS"] == "1"
/// Only these targets of tests, with commas between them: `make test-one` builds what it runs.
let chosenTests = Context.environment["LISAN_TESTS"]?.split(separator: ",").map(String.init)

/// The tests of these modules compute for minutes without optimization. Those of Localization save less than it takes.
let computing: Set = [
  "Cells", "BidiText", "MirrorLayout", "Forms", "SettingsCore", "ControlSequences",
  "TerminalEmulator", "BidiRepair", "TerminalModels",
]
/// A module compiles faster as one piece. These compile in parts, so that a change inside of a function costs
/// seconds. The compiler remarks on each module of tests that is one piece.
let large: Set = [
  "SettingsCore", "TerminalEmulator", "EndToEndTests", "AccountAgentTests", "AccountServerTests",
  "SettingsCoreTests", "LocalizationTests", "DriveScriptTests", "LisanAppTests",
]

/// The compiler's settings of a target. A warning is an error.
func settings(_ folder: String, tests: Bool) -> [SwiftSetting] {
  var settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
  if folder == "Benchmarks" { settings.append(.defaultIsolation(MainActor.self)) }
  guard optimizesTests else { return settings }
  func add(_ flags: [String], in configuration: BuildConfiguration) {
    settings.append(.unsafeFlags(flags, .when(configuration: configuration)))
  }
  if computing.contains(folder) { add(["-O"], in: .debug) }
  let whole = [
    "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2",
    "-no-emit-module-separately-wmo",
  ]
  if !large.contains(folder) { add(tests ? whole : ["-driver-batch-count", "1"], in: .debug) }
  // The tests themselves are not optimized, even in release: that takes longer than optimizing all they test.
  if tests { add(["-Onone"], in: .release) }
  return settings
}

func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

var targets: [Target] = moduleMaps.map { .systemLibrary(name: name($0), path: $0) }
for (path, libraries) in functionsInC {
  targets.append(
    .target(
      name: name(path), dependencies: libraries.contains("CLibraries") ? ["CLibraries"] : [],
      path: path, cSettings: [.define("_GNU_SOURCE")],
      linkerSettings: libraries.filter { $0 != "CLibraries" }.map { .linkedLibrary($0) }))
}
for (room, folders) in rooms {
  for (folder, uses) in folders {
    let tests = folder.hasSuffix("Tests")
    if tests, let chosenTests, !chosenTests.contains(folder) { continue }
    let name = programs[folder] ?? folder
    let isProgram = name != folder || room == "Sources/Programs"
    let target: Target =
      tests
      ? .testTarget(name: name, dependencies: uses)
      : isProgram
        ? .executableTarget(name: name, dependencies: uses)
        : .target(name: name, dependencies: uses)
    target.path = "\(room)/\(folder)"
    target.exclude = otherFiles[folder] ?? []
    target.swiftSettings = settings(folder, tests: tests)
    targets.append(target)
  }
}

let package = Package(
  name: "Lisan",
  products: libraries.map { .library(name: $0, targets: [$0] + $1) }
    + ["lisan", "lisan-agent", "lisan-drive", "lisan-server"].map {
      .executable(name: $0, targets: [$0])
    },
  targets: targets, swiftLanguageModes: [.v6])
