import AccountDatabase
import CSodium
import CommandLineTool
import Glibc
import Localization
import PackageVersion
import ServerTexts
import SystemCalls

/// The program `lisan-server`, from its arguments to its exit code.
public enum ServerProgram {
  /// Runs the program with this process's arguments and environment.
  public static func main() -> Never {
    signal(SIGPIPE, SIG_IGN)
    guard sodium_init() >= 0 else { fatalError("libsodium cannot be initialized") }
    exit(run().rawValue)
  }

  private static func run() -> ExitCode {
    var console = Console(texts: .builtIn)
    do throws(Failure) {
      let invocation: Invocation
      do throws(UsageError) {
        invocation = try CommandLineSyntax.lisanServer.parse(CommandLine.arguments)
      } catch {
        console = (try? Console(texts: Texts(resources: Resources.installed))) ?? console
        throw Failure(error, arguments: [])
      }
      if invocation.has(.version) {
        console.say("lisan-server \(packageVersion)")
        return try done(console)
      }
      let resources = invocation.value(.resources) ?? Resources.installed
      do throws(CatalogError) {
        console = Console(texts: try Texts(resources: resources))
      } catch {
        throw Failure(.resourcesInvalid, error.description, exitCode: .resourceInvalid)
      }
      if invocation.has(.help) {
        for line in Help.lines(console.catalog, for: try invocation.command()) { console.say(line) }
        return try done(console)
      }
      for fault in console.texts.faults { console.complain(fault.description) }
      if try Copying.run(console, invocation) { return try done(console) }
      guard let text = invocation.value(.database) else {
        throw Failure(.optionNeedsValue, "--database", exitCode: .wrongUsage)
      }
      let place = try DatabasePlace(text)
      let administration = Administration(
        console: console, invocation: invocation, place: place, resources: resources)
      if try administration.run() { return try done(console) }
      try Serving(console: console, invocation: invocation, place: place, resources: resources)
        .run()
      return .done
    } catch {
      console.complain(console.catalog.text(error.message, error.arguments))
      if error.exitCode == .wrongUsage { console.complain(console.catalog.text(.usage)) }
      return error.exitCode
    }
  }

  /// Success, unless the output could not be written.
  private static func done(_ console: Console) throws(Failure) -> ExitCode {
    guard let failure = console.outputFailure else { return .done }
    throw Failure(.cannotWrite, String(cString: strerror(failure)))
  }
}

/// The paths of the program's files.
enum Resources {
  /// The maximum size of a file that is read whole, in bytes.
  private static let limit = 1 << 20

  /// The resources directory of the running program.
  static var installed: String { ProgramLocation.running.resources(named: "lisan") }

  /// Reads a whole file, such as a certificate.
  static func contents(_ path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      let file = try OwnedDescriptor(opening: path, O_RDONLY)
      return try readAll(from: file.number, limit: limit)
    } catch {
      throw Failure(.cannotOpenFile, path, error.description)
    }
  }
}
