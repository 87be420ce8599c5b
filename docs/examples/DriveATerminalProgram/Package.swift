// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "DriveATerminalProgram",
  dependencies: [.package(name: "Lisan", path: "../../..")],
  targets: [
    .executableTarget(
      name: "DriveATerminalProgram",
      dependencies: [.product(name: "TerminalHarness", package: "Lisan")])
  ],
  swiftLanguageModes: [.v6])
