// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Whether a C library's header is installed; a target whose library is absent is left out aloud.
func hasHeader(_ path: String) -> Bool {
  ["/usr/include", "/usr/local/include", "/usr/include/x86_64-linux-gnu",
    "/usr/include/aarch64-linux-gnu"]
    .contains { FileManager.default.fileExists(atPath: "\($0)/\(path)") }
}

func leaveOut(_ targets: String, needing package: String) {
  FileHandle.standardError.write(Data("Package.swift: \(targets) left out: install \(package)\n".utf8))
}

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let gnu: [CSetting] = [.define("_GNU_SOURCE")]

var products: [Product] = [
  .library(name: "BidiText", targets: ["BidiText"]),
  .library(name: "MirrorLayout", targets: ["MirrorLayout"]),
  .library(name: "Localization", targets: ["Localization"]),
  .library(name: "PreferenceStore", targets: ["PreferenceStore"]),
  .library(name: "TerminalHarness", targets: ["TerminalHarness"]),
]

var targets: [Target] = [
  .target(name: "Cells", swiftSettings: strict),
  .target(name: "BidiText", dependencies: ["Cells"], swiftSettings: strict),
  .target(name: "MirrorLayout", dependencies: ["Cells", "BidiText"], swiftSettings: strict),
  .target(name: "Localization", dependencies: ["Cells"], swiftSettings: strict),
  .target(name: "CSystem", cSettings: gnu),
  .target(name: "PreferenceStore", dependencies: ["CSystem"], swiftSettings: strict),
  .target(
    name: "Settings", dependencies: ["Cells", "BidiText", "Localization"], swiftSettings: strict),
  .target(name: "TerminalHarness", dependencies: ["CSystem"], swiftSettings: strict),
  .testTarget(name: "BidiTextTests", dependencies: ["BidiText"], swiftSettings: strict),
  .testTarget(
    name: "LocalizationTests", dependencies: ["Localization", "Cells"], exclude: ["Fixtures", "Fuzz"],
    swiftSettings: strict),
  .systemLibrary(name: "CGettext", path: "Tests/Benchmarks/CGettext"),
  .executableTarget(
    name: "catalog-bench", dependencies: ["Localization", "CGettext"],
    path: "Tests/Benchmarks/CatalogBench", swiftSettings: strict),
  .testTarget(
    name: "PreferenceStoreTests", dependencies: ["PreferenceStore"], swiftSettings: strict),
  .testTarget(
    name: "TerminalHarnessTests", dependencies: ["TerminalHarness"], swiftSettings: strict),
]

if hasHeader("ncurses.h") {
  products.append(.executable(name: "lisan", targets: ["lisan"]))
  targets += [
    .systemLibrary(name: "CNCurses"),
    .target(
      name: "Terminal", dependencies: ["CNCurses", "CSystem", "Cells"], swiftSettings: strict),
    .executableTarget(
      name: "lisan",
      dependencies: [
        "Cells", "BidiText", "MirrorLayout", "Localization", "PreferenceStore", "Settings",
        "Terminal", "CSystem",
      ],
      swiftSettings: strict),
  ]
} else {
  leaveOut("CNCurses, Terminal and lisan", needing: "libncursesw5-dev")
}

let package = Package(
  name: "Lisan", products: products, targets: targets, swiftLanguageModes: [.v6])
