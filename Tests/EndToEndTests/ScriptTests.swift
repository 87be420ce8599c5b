import BuiltPrograms
import Foundation
import TestCrowd
import Testing

/// What `Tests/LisanScripts` expects of the program. Each script's first line names the requirement
/// that it proves.
@Suite(.few, .timeLimit(.minutes(5)))
struct ScriptTests {
  @Test("R68: the scripts of Lisan's own pass")
  func scripts() throws {
    let products = (Installation.program as NSString).deletingLastPathComponent
    // Kept where something failed, for continuous integration and for those who look.
    let kept = "\(products)/script-failures"
    try? FileManager.default.removeItem(atPath: kept)
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    let result = try Installation().run(
      "test", Installation.root.appending(path: "Tests/LisanScripts").path(percentEncoded: false),
      "--set", "lisan=\(Installation.program)", "--slow", "2", "--keep", kept,
      "--junit", "\(kept)/results.xml", program: builtProgram("lisan-drive"))
    #expect(result.status == 0, "\(result.output)\(result.errors)\nsee \(kept)")
    #expect(result.output.split(separator: "\n").count { $0.hasPrefix("ok ") } >= 13)
    if result.status == 0 { try FileManager.default.removeItem(atPath: kept) }
  }
}
