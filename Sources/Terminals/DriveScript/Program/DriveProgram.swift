import CommandLineTool
import Glibc
import PackageVersion
import SystemCalls
import TerminalHarness

/// The program `lisan-drive`, from its arguments to its exit code.
public enum DriveProgram {
  /// Exit codes (R57).
  struct ExitCode: Sendable {
    let rawValue: Int32

    static let done = ExitCode(rawValue: 0)
    static let failed = ExitCode(rawValue: 1)
    static let wrongUsage = ExitCode(rawValue: 2)
    static let noTerminal = ExitCode(rawValue: 5)

    /// The code of a program, as shells have it: 128 and the number of the signal that ended it.
    init(of status: ProcessStatus) {
      self.init(rawValue: Int32(status.shellCode ?? 0))
    }

    private init(rawValue: Int32) { self.rawValue = rawValue }
  }

  /// Runs the program of this process's arguments and environment. Never returns.
  public static func main() async -> Never {
    signal(SIGPIPE, SIG_IGN)
    // Patterns match characters; nothing else uses the C library's locale.
    setPortableLocale()
    let console = Console.inPreferredLanguage()
    let code: ExitCode
    do throws(UsageFailure) {
      code = try await run(parsedCommandLine(), console)
    } catch {
      console.complain("lisan-drive: " + console.text(error.message, error.arguments))
      if error.message != .usage { console.complain(console.text(.usage)) }
      code = .wrongUsage
    }
    exit(code.rawValue)
  }

  private static func parsedCommandLine() throws(UsageFailure) -> Invocation {
    do throws(UsageError) {
      return try CommandLineSyntax.lisanDrive.parse(CommandLine.arguments)
    } catch {
      throw UsageFailure(error)
    }
  }

  private static func command(of invocation: Invocation) throws(UsageFailure) -> Command {
    let syntax: CommandSyntax?
    do throws(UsageError) {
      syntax = try CommandLineSyntax.lisanDrive.command(of: invocation)
    } catch {
      throw UsageFailure(error, command: invocation.arguments.first)
    }
    guard let command = syntax.flatMap({ Command(rawValue: $0.name) }) else {
      throw UsageFailure(.usage)
    }
    return command
  }

  private static func run(
    _ invocation: Invocation, _ console: Console
  ) async throws(UsageFailure) -> ExitCode {
    if invocation.has(.version) {
      return console.say("lisan-drive \(packageVersion)") ? .done : .failed
    }
    if invocation.has(.help) {
      let command = invocation.arguments.first.flatMap(Command.init(rawValue:))
      let lines = help(for: command, console).map(\.plain)
      return console.say(lines.joined(separator: "\n")) ? .done : .failed
    }
    let command = try command(of: invocation)
    let arguments = Array(invocation.arguments.dropFirst())
    var options = ScriptRun.Options()
    options.slow = try invocation.value(.slow) { number($0, 0.1...1_000) } ?? 1
    options.updates = invocation.has(.update)
    let variables = try invocation.variables()
    switch command {
    case .run: return await run(arguments[0], options, variables, console)
    case .test: return try await test(arguments, invocation, options, variables, console)
    case .check: return check(arguments, variables, console)
    case .record: return try await record(arguments, invocation, console)
    case .play: return try await play(arguments[0], invocation, console)
    case .render: return try await render(arguments[0], invocation, options, variables, console)
    case .serve: return await Server(options: options, console: console).run()
    }
  }

  static func number(_ text: String, _ bounds: ClosedRange<Double>) -> Double? {
    guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }),
      let value = Double(text), bounds.contains(value)
    else { return nil }
    return value
  }

  private static func whole(_ text: String, _ bounds: ClosedRange<Double>) -> Int? {
    number(text, bounds).flatMap { Int(exactly: $0) }
  }

  private static func help(for command: Command?, _ console: Console) -> [HelpLine] {
    CommandLineSyntax.lisanDrive.help(
      for: command?.syntax,
      usage: { command in
        command.map { CommandLineSyntax.lisanDrive.usage(of: $0) } ?? console.text(.helpUsage)
      },
      summary: console.text(.helpSummary), commandsHeading: console.text(.helpCommands),
      optionsHeading: console.text(.helpOptions),
      text: { Command(rawValue: $0.name).map { console.text($0.help) } ?? "" },
      optionText: { Option(rawValue: $0.name).map { console.text($0.help) } ?? "" })
  }

  // MARK: Scripts

  private static func run(
    _ path: String, _ options: ScriptRun.Options, _ variables: [String: String], _ console: Console
  ) async -> ExitCode {
    do {
      let script = try Script(file: path, variables: variables)
      try script.checkOutputs()
      var run = ScriptRun(script, options: options)
      let result = await run.run()
      switch result.outcome {
      case .passed:
        try LiteralUpdate.write(result.updates)
        try writeOutputs(of: script, result.recording)
        return .done
      case .skipped(let program):
        console.complain(.notInstalled, program)
        return .failed
      case .failed(let failure): throw failure
      }
    } catch let error as ScriptError {
      console.complain(console.line(error))
      return .wrongUsage
    } catch let failure as ScriptFailure {
      for line in console.lines(failure) { console.complain(line) }
      return .failed
    } catch {
      return .failed
    }
  }

  private static func check(
    _ paths: [String], _ variables: [String: String], _ console: Console
  ) -> ExitCode {
    var code = ExitCode.done
    for path in paths {
      do throws(ScriptError) {
        try Script(file: path, variables: variables).checkOutputs()
      } catch {
        console.complain(console.line(error))
        code = .wrongUsage
      }
    }
    return code
  }

  private static func test(
    _ paths: [String], _ invocation: Invocation, _ options: ScriptRun.Options,
    _ variables: [String: String], _ console: Console
  ) async throws(UsageFailure) -> ExitCode {
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let run = TestRun(
      console: console, options: options, variables: variables,
      jobs: try invocation.value(.jobs) { whole($0, 1...1_000) } ?? processors,
      repetitions: try invocation.value(.repeat) { whole($0, 1...100_000) } ?? 1,
      retries: try invocation.value(.retries) { whole($0, 0...100) } ?? 0,
      folder: invocation.value(.keep) ?? "drive-failures")
    var scripts: [String] = []
    do throws(FileFailure) {
      for path in paths { scripts += try TestRun.scripts(at: path) }
    } catch {
      console.complain(.cannotRead, error.path, error.reason)
      return .failed
    }
    guard !scripts.isEmpty else {
      console.complain(.noScripts, paths.joined(separator: " "))
      return .failed
    }
    let report = await run.run(scripts)
    if let path = invocation.value(.junit) {
      do throws(FileFailure) {
        try Files.write(Array(report.junit.utf8), to: path)
      } catch {
        console.complain(.cannotWrite, error.path, error.reason)
        return .failed
      }
    }
    return report.hasFailed ? .failed : .done
  }
}
