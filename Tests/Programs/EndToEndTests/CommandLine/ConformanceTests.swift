import BuiltPrograms
import Foundation
import Testing

struct ConformanceTests {
  @Test("The conformance table matches the tests' names; make conformance writes it")
  func table() throws {
    let program =
      (Installation.program as NSString).deletingLastPathComponent + "/conformance"
    let result = try Installation().run(
      packageRoot.path(percentEncoded: false), program: program)
    try #require(result.status == 0, "\(result.errors)")
    let written = try String(
      contentsOf: packageRoot.appending(path: "docs/conformance.md"), encoding: .utf8)
    let missing = result.output.split(separator: "\n").filter { !written.contains($0) }
    #expect(missing.isEmpty && written == result.output, "run make conformance")
    // Every built requirement has a test; one without is marked as not built.
    #expect(!result.output.contains("| none yet |"))
    #expect(result.output.contains("| R70 |"))
  }
}
