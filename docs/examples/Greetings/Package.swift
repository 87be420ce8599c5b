// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Greetings",
  // In a package of your own: .package(url: …, from: …)
  dependencies: [.package(name: "Lisan", path: "../../..")],
  targets: [
    .executableTarget(
      name: "greetings",
      dependencies: [.product(name: "Localization", package: "Lisan")])
  ],
  swiftLanguageModes: [.v6])
