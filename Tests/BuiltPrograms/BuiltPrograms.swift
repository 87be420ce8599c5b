import Foundation

/// The path of a program of this package that was built with the running tests; ends the process
/// where there is none, because then the tests do not depend on it.
public func builtProgram(_ name: String) -> String {
  let tests =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    ?? CommandLine.arguments[0]
  var directory = URL(filePath: tests)
  while directory.path != "/" {
    directory.deleteLastPathComponent()
    let candidate = directory.appending(path: name).path(percentEncoded: false)
    if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
  }
  fatalError("the program \(name) is not beside the tests")
}
