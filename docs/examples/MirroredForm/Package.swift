// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MirroredForm",
  // In a package of your own: .package(url: …, from: …)
  dependencies: [.package(name: "Lisan", path: "../../..")],
  targets: [
    .executableTarget(
      name: "mirrored-form",
      dependencies: [.product(name: "Forms", package: "Lisan")])
  ],
  swiftLanguageModes: [.v6])
