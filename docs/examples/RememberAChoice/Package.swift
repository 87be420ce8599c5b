// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "RememberAChoice",
  // In a package of your own: .package(url: …, from: …)
  dependencies: [.package(name: "Lisan", path: "../../..")],
  targets: [
    .executableTarget(
      name: "remember-a-choice",
      dependencies: [.product(name: "PreferenceStore", package: "Lisan")])
  ],
  swiftLanguageModes: [.v6])
