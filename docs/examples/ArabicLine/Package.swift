// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ArabicLine",
  // In a package of your own: .package(url: …, from: …)
  dependencies: [.package(name: "Lisan", path: "../../..")],
  targets: [
    .executableTarget(
      name: "arabic-line", dependencies: [.product(name: "BidiText", package: "Lisan")])
  ],
  swiftLanguageModes: [.v6])
