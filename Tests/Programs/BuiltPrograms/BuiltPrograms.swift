import Foundation

/// The path of a program of this package that was built with the running tests; ends the process
/// where there is none, because then the tests do not depend on it.
public func builtProgram(_ name: String) -> String {
  builtFile(name, "the program \(name)")
}

/// The folder of the modules that were built with the running tests, for a compiler's `-I`.
public func builtModules() -> String {
  builtFile("Modules", "the folder of modules")
}

private func builtFile(_ name: String, _ what: String) -> String {
  let tests =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    ?? CommandLine.arguments[0]
  var directory = URL(filePath: tests)
  while directory.path != "/" {
    directory.deleteLastPathComponent()
    let candidate = directory.appending(path: name).path(percentEncoded: false)
    if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
  }
  fatalError("\(what) is not beside the tests")
}
