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
    let syntax = CommandLineSyntax.lisanServer
    var invocation = Invocation()
    do throws(UsageError) {
      invocation = try syntax.parse(CommandLine.arguments)
      return run(invocation, try syntax.request(of: invocation))
    } catch {
      let console = (try? Console(resources: resources(of: invocation))) ?? Console(texts: .builtIn)
      console.complain(syntax.complaint(error).line(console.catalog.text))
      return usage(console)
    }
  }

  private static func run(
    _ invocation: Invocation, _ request: CommandLineSyntax.Request
  ) -> ExitCode {
    var console = Console(texts: .builtIn)
    do throws(Failure) {
      let resources = resources(of: invocation)
      if request != .version {
        do throws(CatalogError) {
          console = try Console(resources: resources)
        } catch {
          throw Failure(.resourcesInvalid, error.description, exitCode: .resourceInvalid)
        }
      }
      switch request {
      case .version: console.say("lisan-server \(packageVersion)")
      case .help(let command):
        for line in help(console.catalog, for: command) { console.say(line) }
      case .command(let command):
        for fault in console.texts.faults { console.complain(fault.description) }
        if let action = ServerCommand.all.first(where: { $0.syntax == command })?.action {
          let administration = Administration(
            console: console, invocation: invocation, resources: resources)
          try action.run(administration)()
        } else {
          let place = try invocation.databasePlace()
          try Serving(console: console, invocation: invocation, place: place, resources: resources)
            .run()
          return .done
        }
      }
      return StandardStreams.answered(.done) { console.complain(.outputNotWritten, $0.description) }
    } catch {
      console.complain(error.message, error.arguments)
      return error.exitCode == .wrongUsage ? usage(console) : error.exitCode
    }
  }

  private static func resources(of invocation: Invocation) -> String {
    invocation.value(.resources) ?? Resources.installed
  }

  /// Complains with the usage line of the command that was probably meant.
  private static func usage(_ console: Console) -> ExitCode {
    let syntax = CommandLineSyntax.lisanServer
    console.complain(.usage, syntax.usage(of: syntax.likelyCommand(in: CommandLine.arguments)))
    return .wrongUsage
  }

  /// The lines of `--help`.
  static func help(
    _ catalog: Catalog<ServerMessage>, for command: CommandSyntax? = nil
  ) -> [String] {
    CommandLineSyntax.lisanServer.help(
      for: command, of: ServerCommand.all, presenting: ["init", "add-user"], text: catalog.text
    ).map(\.plain)
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
