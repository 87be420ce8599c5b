import Testing
import XCTest

/// Runs the tests. The program that SwiftPM would make instead looks for tests of XCTest, in an index of all
/// sources that costs a twentieth of the build.
@main struct TestProgram {
  static func main() async {
    // `swift test` starts it once for each library of tests. XCTest has none here.
    if CommandLine.arguments.contains("swift-testing") {
      await Testing.__swiftPMEntryPoint() as Never
    }
    if !CommandLine.arguments.contains("--dump-tests-json") {
      print("No test is of XCTest: `swift test --enable-swift-testing` runs them, or `make test`.")
    }
    XCTMain([])
  }
}
