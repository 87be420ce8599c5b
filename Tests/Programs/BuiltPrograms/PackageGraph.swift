import Foundation

/// A target of the manifest.
public struct PackageTarget: Sendable {
  public var name: String
  /// The folder, such as `Sources/Text/Cells`.
  public var path: String
  /// The names of the targets that it uses directly.
  public var uses: Set<String>

  /// The room: the folder between `Sources` or `Tests` and its own.
  public var room: String { String(path.split(separator: "/")[1]) }
}

/// The targets below `Sources` by their names, as `swift package` reads the manifest.
public let sourceTargets: [String: PackageTarget] = {
  struct Manifest: Decodable {
    struct Target: Decodable {
      var name: String
      var path: String
      var dependencies: [[String: [String?]]]
    }
    var targets: [Target]
  }
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  // Another build may be running, of which it would tell; this writes nothing.
  process.arguments = [
    "swift", "package", "--ignore-lock", "--package-path", packagePath(""), "dump-package",
  ]
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  do {
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let targets = try JSONDecoder().decode(Manifest.self, from: said).targets
      .filter { $0.path.hasPrefix("Sources/") }
    let names = Set(targets.map(\.name))
    return Dictionary(
      uniqueKeysWithValues: targets.map { target in
        let uses = target.dependencies.flatMap(\.values).compactMap { $0.first ?? nil }
        return (
          target.name,
          PackageTarget(
            name: target.name, path: target.path, uses: names.intersection(uses))
        )
      })
  } catch {
    fatalError("swift package dump-package does not tell the targets: \(error)")
  }
}()

/// What a target uses, and what that uses in turn.
public func everythingUsed(by target: String) -> Set<String> {
  var found: Set<String> = []
  var waiting = Array(sourceTargets[target]?.uses ?? [])
  while let next = waiting.popLast() {
    if found.insert(next).inserted { waiting += sourceTargets[next]?.uses ?? [] }
  }
  return found
}
