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
      print("The tests need Swift Testing: make test, or swift test --enable-swift-testing")
    }
    XCTMain([])
  }
}
