import AccountDatabase
import CSodium
import FoundationEssentials
import Glibc
import Localization

/// The program from its arguments to its exit code.
@main
struct Program {
  static let version = "1.0.0"

  static func main() {
    signal(SIGPIPE, SIG_IGN)
    guard sodium_init() >= 0 else { fatalError("libsodium has no randomness") }
    exit(run().rawValue)
  }

  private static func run() -> ExitCode {
    var console = Console(texts: .builtIn)
    do throws(Failure) {
      let invocation: Invocation
      do throws(Failure) {
        invocation = try Invocation(CommandLine.arguments)
      } catch {
        console = (try? Console(texts: Texts(resources: Resources.installed))) ?? console
        throw error
      }
      if invocation.flags.contains(.version) {
        console.say("lisan-server \(version)")
        return .done
      }
      let resources = invocation.values[.resources] ?? Resources.installed
      do throws(CatalogError) {
        console = Console(texts: try Texts(resources: resources))
      } catch {
        throw Failure(.resourcesInvalid, error.description, exitCode: .resourceInvalid)
      }
      if invocation.flags.contains(.help) {
        for line in Help.lines(console.catalog) { console.say(line) }
        return .done
      }
      for fault in console.texts.faults { console.complain(fault.description) }
      guard let path = invocation.values[.database] else {
        throw Failure(.optionNeedsValue, "--database", exitCode: .wrongUsage)
      }
      if let command = invocation.arguments.first {
        let administration = Administration(
          console: console, invocation: invocation, path: path, resources: resources)
        try administration.run(command, Array(invocation.arguments.dropFirst()))
      } else {
        try Serving(console: console, invocation: invocation, path: path, resources: resources)
          .run()
      }
      return .done
    } catch {
      console.complain(console.catalog.text(error.message, error.arguments))
      if error.exitCode == .wrongUsage { console.complain(console.catalog.text(.usage)) }
      return error.exitCode
    }
  }
}

/// Where the program's files are.
enum Resources {
  /// The folder that belongs to the running program: `share/lisan` beside its `bin`, or the
  /// package's `Resources` where it runs from a build directory.
  static var installed: String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
    let parts = path.split(separator: "/")
    if let build = parts.lastIndex(of: ".build") {
      return "/" + parts[..<build].joined(separator: "/") + "/Resources"
    }
    return "/" + parts.dropLast(2).joined(separator: "/") + "/share/lisan"
  }

  /// A whole file, such as a certificate.
  static func contents(_ path: String) throws(Failure) -> [UInt8] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw Failure(.cannotOpenFile, path, String(cString: strerror(errno)))
    }
    return Array(data)
  }
}
