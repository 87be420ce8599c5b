// swift-tools-version: 6.2
import PackageDescription

// A package that depends on this one builds only what its products need. Therefore nothing here looks
// for headers or asks pkg-config: either would print a message in every such build. `make` installs
// the C libraries' packages before it builds what needs them.

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let gnu: [CSetting] = [.define("_GNU_SOURCE")]

// MARK: Products and libraries

let products: [Product] = [
  .library(name: "BidiText", targets: ["BidiText", "Cells", "WritingDirection"]),
  .library(
    name: "MirrorLayout", targets: ["MirrorLayout", "BidiText", "Cells", "WritingDirection"]),
  .library(
    name: "Forms", targets: ["Forms", "MirrorLayout", "BidiText", "Cells", "WritingDirection"]),
  .library(name: "Localization", targets: ["Localization", "WritingDirection"]),
  .library(name: "PreferenceStore", targets: ["PreferenceStore"]),
  .library(name: "TerminalEmulator", targets: ["TerminalEmulator"]),
  .library(name: "TerminalHarness", targets: ["TerminalHarness", "TerminalEmulator"]),
  .executable(name: "lisan", targets: ["lisan"]),
  .executable(name: "lisan-agent", targets: ["lisan-agent"]),
  .executable(name: "lisan-drive", targets: ["lisan-drive"]),
  .executable(name: "lisan-server", targets: ["lisan-server"]),
]

var targets: [Target] = [
  .target(name: "WritingDirection", path: "Sources/Text/WritingDirection", swiftSettings: strict),
  .target(name: "Cells", path: "Sources/Text/Cells", swiftSettings: strict),
  .target(
    name: "Input", dependencies: ["Cells"], path: "Sources/Text/Input", swiftSettings: strict),
  .target(
    name: "BidiText", dependencies: ["Cells", "WritingDirection"], path: "Sources/Text/BidiText",
    exclude: ["Tables/generate.py"], swiftSettings: strict),
  .target(
    name: "MirrorLayout", dependencies: ["Cells", "BidiText"], path: "Sources/Text/MirrorLayout",
    swiftSettings: strict),
  // The header of the library for C and its functions, which `make c-library` builds by Embedded Swift.
  .systemLibrary(name: "CLisanText", path: "Sources/Text/CLisanText"),
  .target(
    name: "LisanText", dependencies: ["CLisanText", "BidiText", "MirrorLayout"],
    path: "Sources/Text/LisanText", swiftSettings: strict),
  .target(
    name: "Forms", dependencies: ["MirrorLayout"], path: "Sources/App/Forms", swiftSettings: strict),
  .target(
    name: "Localization",
    dependencies: ["WritingDirection", "SystemCalls", "StrictJSON", "CSystem"],
    path: "Sources/Languages/Localization",
    exclude: ["Tables/generate.py"], swiftSettings: strict),
  .target(
    name: "LocaleValues", dependencies: ["Localization"], path: "Sources/Languages/LocaleValues",
    swiftSettings: strict),
  .target(
    name: "CLocale", path: "Sources/Languages/CLocale",
    linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
  .target(
    name: "ICUFormatting", dependencies: ["CLocale", "LocaleValues", "Localization"],
    path: "Sources/Languages/ICUFormatting",
    swiftSettings: strict),
  .target(name: "CProgramStart", path: "Sources/System/CProgramStart", cSettings: gnu),
  .target(name: "CSystem", path: "Sources/System/CSystem", cSettings: gnu),
  .target(
    name: "CommandLineTool", dependencies: ["CSystem", "SystemCalls"],
    path: "Sources/System/CommandLineTool", swiftSettings: strict),
  .target(
    name: "PackageVersion", path: "Sources/System/PackageVersion", swiftSettings: strict),
  .target(name: "SystemCalls", path: "Sources/System/SystemCalls", swiftSettings: strict),
  .target(name: "StrictJSON", path: "Sources/System/StrictJSON", swiftSettings: strict),
  .target(
    name: "LogFiles", dependencies: ["WritingDirection", "SystemCalls"],
    path: "Sources/System/LogFiles", swiftSettings: strict),
  .target(
    name: "PreferenceStore", dependencies: ["CSystem", "SystemCalls"],
    path: "Sources/System/PreferenceStore", swiftSettings: strict),
  .target(
    name: "LisanPreferences", dependencies: ["PreferenceStore", "SystemCalls"],
    path: "Sources/System/LisanPreferences", swiftSettings: strict),
  .target(
    name: "AccountModel", dependencies: ["Localization", "SystemCalls"],
    path: "Sources/Account/AccountModel",
    swiftSettings: strict),
  .target(
    name: "SettingsCore",
    dependencies: [
      "Cells", "Input", "BidiText", "MirrorLayout", "Forms", "Localization", "LocaleValues",
      "AccountModel",
    ], path: "Sources/App/SettingsCore",
    swiftSettings: strict),
  .target(
    name: "ControlSequences", path: "Sources/Terminals/ControlSequences", swiftSettings: strict),
  .target(
    name: "TerminalEmulator", dependencies: ["ControlSequences"],
    path: "Sources/Terminals/TerminalEmulator", swiftSettings: strict),
  .target(
    name: "TerminalHarness",
    dependencies: ["TerminalEmulator", "CSystem", "SystemCalls"],
    path: "Sources/Terminals/TerminalHarness", swiftSettings: strict),
  .target(
    name: "DriveScript",
    dependencies: [
      "TerminalHarness", "TerminalEmulator", "ControlSequences", "Localization", "BidiText",
      "CommandLineTool", "PackageVersion", "CSystem", "SystemCalls", "StrictJSON",
    ], path: "Sources/Terminals/DriveScript",
    swiftSettings: strict),
  .executableTarget(
    name: "lisan-drive", dependencies: ["DriveScript", "CProgramStart"],
    path: "Sources/Programs/lisan-drive", swiftSettings: strict),
  .target(
    name: "BidiRepair", dependencies: ["MirrorLayout", "TerminalEmulator"],
    path: "Sources/Terminals/BidiRepair", swiftSettings: strict),
  .target(
    name: "RunRelay",
    dependencies: ["BidiRepair", "ControlSequences", "TerminalEmulator", "CSystem", "SystemCalls"],
    path: "Sources/Terminals/RunRelay",
    swiftSettings: strict),
]

// MARK: Tests of the libraries

targets += [
  .testTarget(
    name: "CommandLineToolTests", dependencies: ["CommandLineTool"],
    path: "Tests/System/CommandLineToolTests", swiftSettings: strict),
  .target(name: "TestCrowd", path: "Tests/Programs/TestCrowd", swiftSettings: strict),
  .target(name: "TestEffort", path: "Tests/System/TestEffort", swiftSettings: strict),
  .target(name: "TestFolders", path: "Tests/System/TestFolders", swiftSettings: strict),
  .target(name: "BuiltPrograms", path: "Tests/Programs/BuiltPrograms", swiftSettings: strict),
  .target(
    name: "BidiSamples", dependencies: ["BidiText"], path: "Tests/Text/BidiSamples",
    swiftSettings: strict),
  .testTarget(
    name: "StrictJSONTests", dependencies: ["TestEffort", "StrictJSON"],
    path: "Tests/System/StrictJSONTests", swiftSettings: strict),
  .testTarget(
    name: "SystemCallsTests", dependencies: ["SystemCalls", "TestFolders"],
    path: "Tests/System/SystemCallsTests", swiftSettings: strict),
  .testTarget(
    name: "BidiTextTests",
    dependencies: ["TestEffort", "BuiltPrograms", "BidiText", "BidiSamples"],
    path: "Tests/Text/BidiTextTests",
    swiftSettings: strict),
  .testTarget(
    name: "LisanTextTests",
    dependencies: [
      "CLisanText", "LisanText", "BidiText", "MirrorLayout", "BidiSamples", "TestEffort",
    ],
    path: "Tests/Text/LisanTextTests",
    exclude: ["adapters.py", "bindings.sh", "official.mjs", "official.py"],
    swiftSettings: strict),
  .testTarget(
    name: "MirrorLayoutTests",
    dependencies: ["TestEffort", "MirrorLayout", "BidiSamples", "TerminalModels"],
    path: "Tests/Text/MirrorLayoutTests",
    swiftSettings: strict),
  .target(
    name: "TerminalModels", dependencies: ["MirrorLayout"],
    path: "Tests/Text/TerminalModels", swiftSettings: strict),
  .testTarget(
    name: "FormsTests", dependencies: ["Forms"], path: "Tests/App/FormsTests", swiftSettings: strict
  ),
  .testTarget(
    name: "LocalizationTests",
    dependencies: ["TestEffort", "BuiltPrograms", "Localization", "SystemCalls", "TestFolders"],
    path: "Tests/Languages/LocalizationTests",
    exclude: ["Fixtures"],
    swiftSettings: strict),
  .testTarget(
    name: "LocaleValuesTests", dependencies: ["LocaleValues", "Localization"],
    path: "Tests/Languages/LocaleValuesTests", swiftSettings: strict),
  .testTarget(
    name: "ICUFormattingTests",
    dependencies: ["ICUFormatting", "LocaleValues", "Localization"],
    path: "Tests/Languages/ICUFormattingTests", swiftSettings: strict),
  .testTarget(
    name: "SettingsCoreTests",
    dependencies: [
      "TestEffort", "BuiltPrograms", "SettingsCore", "AccountModel", "LocaleValues", "Input",
      "MirrorLayout",
      "Localization", "BidiText", "Cells", "TerminalModels",
    ], path: "Tests/App/SettingsCoreTests",
    swiftSettings: strict),
  .target(name: "CTracer", path: "Tests/System/CTracer", cSettings: gnu),
  .target(
    name: "PreferenceFaults",
    dependencies: ["PreferenceStore", "LisanPreferences", "CTracer", "TestFolders"],
    path: "Tests/System/PreferenceFaults", swiftSettings: strict),
  .executableTarget(
    name: "preference-faults", dependencies: ["PreferenceFaults"],
    path: "Tests/System/PreferenceFaultsCommand", swiftSettings: strict),
  .testTarget(
    name: "PreferenceStoreTests",
    dependencies: [
      "CSystem", "PreferenceStore", "LisanPreferences", "PreferenceFaults",
      "preference-faults",
    ], path: "Tests/System/PreferenceStoreTests",
    exclude: ["Fixtures"], swiftSettings: strict),
]

targets += [
  .target(
    name: "Recordings", path: "Tests/Terminals/Recordings", exclude: ["record.py", "streams"],
    swiftSettings: strict),
  .systemLibrary(name: "CVTerm", path: "Tests/Terminals/CVTerm"),
  .testTarget(
    name: "ControlSequencesTests", dependencies: ["TestEffort", "ControlSequences", "Recordings"],
    path: "Tests/Terminals/ControlSequencesTests", swiftSettings: strict),
  .testTarget(
    name: "TerminalEmulatorTests",
    dependencies: ["TestEffort", "TerminalEmulator", "TerminalHarness", "Recordings", "CVTerm"],
    path: "Tests/Terminals/TerminalEmulatorTests",
    exclude: ["Recordings"], swiftSettings: strict),
  .testTarget(
    name: "BidiRepairTests",
    dependencies: [
      "TestEffort", "BidiRepair", "TerminalEmulator", "Recordings", "Cells", "MirrorLayout",
      "TerminalModels",
    ], path: "Tests/Terminals/BidiRepairTests", exclude: ["room_order.py"],
    swiftSettings: strict),
  .executableTarget(
    name: "run-session", dependencies: ["RunRelay", "BidiRepair"],
    path: "Tests/Terminals/RunRelayCommand", swiftSettings: strict),
  .target(
    name: "RunAttacks",
    dependencies: ["TerminalHarness", "BuiltPrograms", "Recordings", "TestFolders"],
    path: "Tests/Terminals/RunAttacks", swiftSettings: strict),
  .executableTarget(
    name: "run-attacks", dependencies: ["RunAttacks", "lisan"],
    path: "Tests/Terminals/RunAttacksCommand", swiftSettings: strict),
  .testTarget(
    name: "RunRelayTests",
    dependencies: [
      "TestEffort", "TerminalHarness", "TerminalEmulator", "BuiltPrograms", "run-session",
      "Recordings",
      "RunRelay", "BidiRepair", "RunAttacks",
    ], path: "Tests/Terminals/RunRelayTests",
    swiftSettings: strict),
  .testTarget(
    name: "TerminalHarnessTests", dependencies: ["TerminalHarness"],
    path: "Tests/Terminals/TerminalHarnessTests", swiftSettings: strict),
  .testTarget(
    name: "DriveScriptTests",
    dependencies: [
      "TestEffort", "DriveScript", "lisan-drive", "BuiltPrograms", "TerminalHarness",
      "Localization", "Recordings", "StrictJSON",
    ], path: "Tests/Terminals/DriveScriptTests",
    swiftSettings: strict),
]

// MARK: The libraries as strangers meet them

targets.append(
  .testTarget(
    name: "LibraryTests", dependencies: ["BuiltPrograms"], path: "Tests/Programs/LibraryTests",
    swiftSettings: strict))

// MARK: The conformance table

targets.append(
  .executableTarget(name: "conformance", path: "Tests/Programs/Conformance", swiftSettings: strict))

// MARK: The program

targets += [
  .systemLibrary(name: "CNCurses", path: "Sources/Terminals/CNCurses"),
  .target(
    name: "Terminal",
    dependencies: [
      "CNCurses", "CSystem", "Cells", "ControlSequences", "Input", "MirrorLayout", "SystemCalls",
    ],
    path: "Sources/Terminals/Terminal",
    swiftSettings: strict),
  .target(
    name: "LisanApp",
    dependencies: [
      "Cells", "BidiText", "MirrorLayout", "Localization", "LocaleValues", "LisanPreferences",
      "SettingsCore",
      "Terminal", "RunRelay", "BidiRepair", "CSystem", "SystemCalls", "CommandLineTool",
      "PackageVersion",
      "AccountModel", "AccountProtocol", "AgentProtocol", "LogFiles", "StrictJSON",
    ], path: "Sources/App/LisanApp",
    swiftSettings: strict),
  .executableTarget(
    name: "lisan", dependencies: ["LisanApp", "CProgramStart"], path: "Sources/Programs/lisan",
    exclude: ["startup.order"], swiftSettings: strict),
  .testTarget(
    name: "LisanAppTests",
    dependencies: [
      "BuiltPrograms", "LisanApp", "CommandLineTool", "PackageVersion", "SettingsCore",
      "Localization",
      "LisanPreferences",
      "Terminal", "Cells", "Input", "AccountProtocol", "TestFolders", "TestEffort", "SystemCalls",
    ], path: "Tests/App/LisanAppTests",
    swiftSettings: strict),
  .testTarget(
    name: "TerminalTests",
    dependencies: ["BidiSamples", "Terminal", "Input", "MirrorLayout", "Cells", "CSystem"],
    path: "Tests/Terminals/TerminalTests",
    swiftSettings: strict),
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "TestEffort", "TestCrowd", "BuiltPrograms", "CommandLineTool", "PackageVersion", "lisan",
      "lisan-drive",
      "conformance",
      "TerminalHarness", "SettingsCore", "Localization", "LisanPreferences",
    ], path: "Tests/Programs/EndToEndTests",
    swiftSettings: strict),
  .executableTarget(
    name: "terminals",
    dependencies: [
      "CSystem", "SystemCalls", "Cells", "Terminal", "TerminalEmulator", "BidiRepair",
    ],
    path: "Tests/Terminals/RealTerminals", exclude: ["pasting.py", "show.py", "xtermjs.py"],
    swiftSettings: strict),
]

// MARK: The account

targets += [
  .target(
    name: "AccountProtocol", dependencies: ["AccountModel", "StrictJSON"],
    path: "Sources/Account/AccountProtocol",
    swiftSettings: strict),
  .target(
    name: "AgentProtocol",
    dependencies: ["AccountModel", "AccountProtocol", "LocaleValues", "Localization"],
    path: "Sources/Account/AgentProtocol",
    swiftSettings: strict),
  .testTarget(
    name: "AccountModelTests", dependencies: ["AccountModel", "Localization"],
    path: "Tests/Account/AccountModelTests", swiftSettings: strict),
  .testTarget(
    name: "AccountProtocolTests", dependencies: ["AccountProtocol", "AccountModel"],
    path: "Tests/Account/AccountProtocolTests",
    swiftSettings: strict),
  .testTarget(
    name: "AgentProtocolTests",
    dependencies: [
      "AgentProtocol", "AccountModel", "AccountProtocol", "LocaleValues", "Localization",
    ], path: "Tests/Account/AgentProtocolTests",
    swiftSettings: strict),
]

targets += [
  .systemLibrary(name: "CSQLite", path: "Sources/Account/CSQLite"),
  .target(
    name: "AccountDatabase",
    dependencies: ["AccountModel", "CSQLite", "CSystem", "SystemCalls"],
    path: "Sources/Account/AccountDatabase",
    swiftSettings: strict),
  .target(
    name: "SQLiteShell", dependencies: ["CSQLite"], path: "Tests/Account/SQLiteShell",
    swiftSettings: strict),
  .systemLibrary(name: "CPostgreSQL", path: "Sources/Server/CPostgreSQL"),
  .target(
    name: "AccountDatabasePostgreSQL",
    dependencies: ["AccountDatabase", "CPostgreSQL", "SystemCalls"],
    path: "Sources/Server/AccountDatabasePostgreSQL", swiftSettings: strict),
  .target(
    name: "PostgreSQLCluster", dependencies: ["CPostgreSQL"],
    path: "Tests/Server/PostgreSQLCluster",
    swiftSettings: strict),
  .testTarget(
    name: "AccountDatabaseTests",
    dependencies: [
      "TestEffort", "AccountDatabase", "AccountDatabasePostgreSQL", "PostgreSQLCluster",
      "AccountModel",
      "AccountProtocol", "Localization", "SystemCalls", "CSQLite", "TestFolders",
    ], path: "Tests/Account/AccountDatabaseTests",
    swiftSettings: strict),
]

targets += [
  .systemLibrary(name: "CCurl", path: "Sources/Account/CCurl"),
  .target(
    name: "CSecret", path: "Sources/Account/CSecret", cSettings: gnu,
    linkerSettings: [.linkedLibrary("dbus-1")]),
  .target(
    name: "AccountAgent",
    dependencies: [
      "AccountModel", "AccountProtocol", "AgentProtocol", "AccountDatabase", "Localization",
      "LocaleValues", "ICUFormatting", "LisanPreferences", "LogFiles", "CCurl", "CSecret",
      "CSystem",
      "SystemCalls",
    ], path: "Sources/Account/AccountAgent",
    swiftSettings: strict),
  .executableTarget(
    name: "lisan-agent", dependencies: ["AccountAgent", "CProgramStart"],
    path: "Sources/Programs/lisan-agent", swiftSettings: strict),
]

targets += [
  .target(
    name: "CMicroHTTPD", path: "Sources/Server/CMicroHTTPD", cSettings: gnu,
    linkerSettings: [.linkedLibrary("microhttpd"), .linkedLibrary("gnutls")]),
  .systemLibrary(name: "CSodium", path: "Sources/Server/CSodium"),
  .systemLibrary(name: "CGnuTLS", path: "Sources/Server/CGnuTLS"),
  .target(
    name: "ServerTexts", dependencies: ["AccountProtocol", "Localization"],
    path: "Sources/Server/ServerTexts", swiftSettings: strict),
  .target(
    name: "AccountService",
    dependencies: [
      "AccountModel", "AccountProtocol", "AccountDatabase", "AccountDatabasePostgreSQL", "CGnuTLS",
      "CSodium", "StrictJSON", "SystemCalls",
    ], path: "Sources/Server/AccountService",
    swiftSettings: strict),
  .target(
    name: "AccountHTTP",
    dependencies: [
      "AccountService", "ServerTexts", "AccountModel", "AccountProtocol", "AccountDatabase",
      "Localization", "CMicroHTTPD", "StrictJSON", "SystemCalls",
    ], path: "Sources/Server/AccountHTTP",
    swiftSettings: strict),
  .target(
    name: "AccountWeb",
    dependencies: [
      "AccountHTTP", "AccountService", "ServerTexts", "AccountModel", "AccountProtocol",
      "AccountDatabase", "Localization", "CMicroHTTPD", "CSodium", "SystemCalls",
    ], path: "Sources/Server/AccountWeb",
    swiftSettings: strict),
  .target(
    name: "AccountAdministration",
    dependencies: [
      "AccountWeb", "AccountHTTP", "AccountService", "ServerTexts", "AccountModel",
      "AccountProtocol", "AccountDatabase", "AccountDatabasePostgreSQL", "BidiText", "Localization",
      "CCurl", "CMicroHTTPD", "CSodium", "CSystem", "SystemCalls", "CommandLineTool",
      "PackageVersion", "StrictJSON",
    ], path: "Sources/Server/AccountAdministration",
    swiftSettings: strict),
  .executableTarget(
    name: "lisan-server", dependencies: ["AccountAdministration"],
    path: "Sources/Programs/lisan-server", swiftSettings: strict),
  .target(
    name: "ServerHarness",
    dependencies: [
      "TestEffort", "BuiltPrograms", "AccountModel", "AccountProtocol", "SQLiteShell",
      "PostgreSQLCluster",
    ],
    path: "Tests/Server/ServerHarness", exclude: ["followers.py"], swiftSettings: strict),
  .target(
    name: "ServerAttacks",
    dependencies: [
      "ServerHarness", "PostgreSQLCluster", "AccountModel", "AccountProtocol", "AccountDatabase",
    ],
    path: "Tests/Server/ServerAttacks", swiftSettings: strict),
  .executableTarget(
    name: "server-attacks", dependencies: ["ServerAttacks", "lisan-server"],
    path: "Tests/Server/ServerAttacksCommand", swiftSettings: strict),
  .testTarget(
    name: "AccountServiceTests",
    dependencies: [
      "AccountService", "AccountDatabase", "AccountModel", "AccountProtocol", "SQLiteShell",
      "TestFolders",
    ], path: "Tests/Server/AccountServiceTests", swiftSettings: strict),
  .testTarget(
    name: "AccountServerTests",
    dependencies: [
      "TestEffort", "ServerHarness", "ServerAttacks", "BuiltPrograms", "lisan-server",
      "AccountAdministration", "AccountHTTP", "AccountService", "ServerTexts", "AccountModel",
      "AccountProtocol", "AccountDatabase", "AccountDatabasePostgreSQL",
      "PostgreSQLCluster", "CommandLineTool", "Localization", "TerminalHarness", "CSQLite",
      "SQLiteShell", "TestFolders",
    ], path: "Tests/Server/AccountServerTests",
    exclude: ["schemathesis.sh"], swiftSettings: strict),
]

targets += [
  .target(name: "BrowserHarness", path: "Tests/Account/BrowserHarness", swiftSettings: strict),
  .testTarget(
    name: "AccountAgentTests",
    dependencies: [
      "BrowserHarness", "TestCrowd", "TestEffort", "BuiltPrograms", "lisan", "lisan-agent",
      "lisan-server",
      "TerminalHarness", "PostgreSQLCluster", "AccountAgent", "AccountModel", "AccountProtocol",
      "AgentProtocol", "LocaleValues", "Localization", "LisanPreferences", "CSystem", "SQLiteShell",
    ], path: "Tests/Account/AccountAgentTests",
    swiftSettings: strict),
]

// MARK: Documents generated from the programs' command lines

targets += [
  .target(
    name: "ProgramDocuments",
    dependencies: [
      "CommandLineTool", "PackageVersion", "LisanApp", "AccountAdministration", "DriveScript",
    ],
    path: "Tests/Programs/ProgramDocuments", swiftSettings: strict),
  .executableTarget(
    name: "documents", dependencies: ["ProgramDocuments"], path: "Tests/Programs/Documents",
    swiftSettings: strict),
  .testTarget(
    name: "ProgramDocumentsTests",
    dependencies: [
      "BuiltPrograms", "ProgramDocuments", "CommandLineTool", "PackageVersion", "LisanApp",
      "AccountAdministration",
    ], path: "Tests/Programs/ProgramDocumentsTests",
    swiftSettings: strict),
]

// MARK: Peer libraries, only for tests and benchmarks

targets += [
  .systemLibrary(name: "CFriBidi", path: "Tests/Text/CFriBidi"),
  .target(name: "CICU", path: "Tests/Text/CICU", linkerSettings: [.linkedLibrary("icuuc")]),
  .target(
    name: "BidiOracles", dependencies: ["CFriBidi", "CICU", "BidiText"],
    path: "Tests/Text/BidiOracles", swiftSettings: strict),
  .testTarget(
    name: "BidiDifferentialTests",
    dependencies: ["TestEffort", "BidiText", "BidiSamples", "BidiOracles"],
    path: "Tests/Text/BidiDifferentialTests",
    swiftSettings: strict),
]

targets += [
  .systemLibrary(name: "CGettext", path: "Tests/Programs/Benchmarks/CGettext"),
  .systemLibrary(name: "CPeerStores", path: "Tests/Programs/Benchmarks/CPeerStores"),
  .executableTarget(
    name: "bench",
    dependencies: [
      "BidiText", "BidiOracles", "CGettext", "CPeerStores", "Cells", "AccountModel", "Localization",
      "MirrorLayout", "LisanPreferences", "SettingsCore", "TerminalHarness", "CSystem",
      "SystemCalls",
      "CVTerm", "PostgreSQLCluster",
    ],
    path: "Tests/Programs/Benchmarks",
    exclude: [
      "CGettext", "CPeerStores", "change.lua", "change_many.lua", "sessions.py", "sign_in.lua",
      "textual_menu.py", "ink.py", "ghostty.py",
      "startup_order.py",
    ],
    swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
]

// MARK: How the Makefile builds

// Only these targets of tests, with commas between them: `make test-one` builds what it runs.
if let chosen = Context.environment["LISAN_TESTS"]?.split(separator: ",").map(String.init) {
  targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}

// Only the Makefile asks for this, because no other package may depend on one with an unsafe flag.
if Context.environment["LISAN_OPTIMIZED_TESTS"] == "1" {
  // Without optimization, the tests of these modules compute for minutes. Localization is not one of them:
  // optimized, it takes 80 s of processor time more to compile, and the tests save less.
  let computing: Set = [
    "Cells", "BidiText", "MirrorLayout", "Forms", "SettingsCore", "ControlSequences",
    "TerminalEmulator", "BidiRepair", "TerminalModels",
  ]
  for target in targets where computing.contains(target.name) {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-O"], .when(configuration: .debug))]
  }
  // A module compiles faster as one piece. These compile in parts, so that a change inside of a function costs
  // seconds. The compiler remarks on each module of tests that is one piece.
  let large: Set = [
    "SettingsCore", "TerminalEmulator", "EndToEndTests", "AccountAgentTests", "AccountServerTests",
    "SettingsCoreTests", "LocalizationTests", "DriveScriptTests", "LisanAppTests",
  ]
  for target in targets
  where [.regular, .executable, .test].contains(target.type) && !large.contains(target.name) {
    let together =
      target.type == .test
      ? [
        "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2",
        "-no-emit-module-separately-wmo",
      ] : ["-driver-batch-count", "1"]
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(together, .when(configuration: .debug))]
  }
  // The tests themselves are not optimized, even in release: that takes longer than optimizing all they test.
  for target in targets where target.type == .test {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }
}

let package = Package(
  name: "Lisan", products: products, targets: targets, swiftLanguageModes: [.v6])
