import BuiltPrograms
import Foundation
import TestCrowd
import Testing

/// What `Tests/Programs/LisanScripts` expects of the program. Each script's first line names the requirement
/// that it proves.
@Suite(.few, .timeLimit(.minutes(20)))
struct ScriptTests {
  @Test("R68: Lisan's scripts pass")
  func scripts() throws {
    let products = (Installation.program as NSString).deletingLastPathComponent
    // Kept where something failed, for continuous integration and for those who look.
    let kept = "\(products)/script-failures"
    try? FileManager.default.removeItem(atPath: kept)
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    let result = try Installation().run(
      "test", packagePath("Tests/Programs/LisanScripts"),
      "--set", "lisan=\(Installation.program)", "--slow", "2", "--keep", kept,
      "--junit", "\(kept)/results.xml", program: builtProgram("lisan-drive"))
    #expect(result.status == 0, "\(result.output)\(result.errors)\nsee \(kept)")
    #expect(result.output.split(separator: "\n").count { $0.hasPrefix("ok ") } >= 13)
    if result.status == 0 { try FileManager.default.removeItem(atPath: kept) }
  }

  @Test("R68: the scripts of the guide pass as they stand")
  func guide() throws {
    let guide = try String(
      contentsOf: packageRoot.appending(path: "docs/drive.md"), encoding: .utf8)
    let blocks = guide.components(separatedBy: "```drive\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    let installation = try Installation()
    let folder = "\(installation.home)/guide"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // The others show single statements.
    let scripts = blocks.filter { $0.contains("\nstart ") || $0.contains("\n  start ") }
    for (number, script) in scripts.enumerated() {
      try script.write(
        toFile: "\(folder)/\(number).drive", atomically: true, encoding: .utf8)
    }
    let result = try installation.run(
      "test", folder, "--set", "lisan=\(Installation.program)", "--slow", "2",
      "--keep", "\(folder)/kept", program: builtProgram("lisan-drive"))
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.split(separator: "\n").count { $0.hasPrefix("ok ") } == 3)
    #expect(!result.output.contains("# SKIP"))
  }
}
