// swift-tools-version: 6.2
import PackageDescription

// What the libraries are to a program elsewhere: one product, one import, no warning. The targets
// `Uses…` name every type in the public signatures, and `…Samples` are the samples of the
// documentation. `LibraryTests` compares both with the libraries.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
]

let libraries = [
  "BidiText", "MirrorLayout", "Forms", "Localization", "PreferenceStore", "TerminalEmulator",
  "TerminalHarness",
]

func product(_ library: String) -> [Target.Dependency] {
  [.product(name: library, package: "Lisan")]
}

let package = Package(
  name: "Dependents",
  dependencies: [.package(name: "Lisan", path: "../../..")],
  targets: libraries.map {
    .target(name: "Uses\($0)", dependencies: product($0), swiftSettings: settings)
  }
    + libraries.dropLast().map {
      .executableTarget(name: "\($0)Samples", dependencies: product($0), swiftSettings: settings)
    }
    + [
      .testTarget(
        name: "TerminalHarnessSamples", dependencies: product("TerminalHarness"),
        swiftSettings: settings)
    ],
  swiftLanguageModes: [.v6])
