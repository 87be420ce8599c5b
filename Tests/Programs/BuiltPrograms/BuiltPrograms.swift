import Foundation
import Glibc

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

/// Makes a file of this process executable, and waits until it can be started: a child that another
/// thread has just begun may still have it open for writing, and then the kernel starts no program
/// from it ("Text file busy").
public func makeExecutable(_ path: String) throws {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0, fchmod(file, 0o755) == 0 else {
    throw POSIXError(.init(rawValue: errno) ?? .EIO)
  }
  defer { close(file) }
  // A lease for reading is refused while somebody has the file open for writing. Swift does not
  // import this constant of <fcntl.h>.
  let setLease: Int32 = 1024
  let end = ContinuousClock.now + .seconds(10)
  while fcntl(file, setLease, F_RDLCK) != 0 {
    guard errno == EAGAIN, ContinuousClock.now < end else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    sched_yield()
  }
}
