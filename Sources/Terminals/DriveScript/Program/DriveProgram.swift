import CommandLineTool
import Dispatch
import Glibc
import PackageVersion
import SystemCalls
import TerminalHarness

/// The program `lisan-drive`, from its arguments to its exit code.
public enum DriveProgram {
  /// Runs the program of this process's arguments and environment. Never returns.
  public static func main() -> Never {
    signal(SIGPIPE, SIG_IGN)
    // Patterns match characters; nothing else uses the C library's locale.
    setPortableLocale()
    let console = Console.inPreferredLanguage()
    do throws(SystemError) {
      try SystemThread.probe(neededThreads)
    } catch {
      console.complain(DriveFailure(.noThreads, error.description))
      exit(ExitCode.failed.rawValue)
    }
    Task { exit(await code(console).rawValue) }
    dispatchMain()
  }

  /// The threads of Swift's runtime, of a session and of its reader.
  private static let neededThreads = 4

  /// Runs the program and says what went wrong.
  private static func code(_ console: Console) async -> ExitCode {
    var code = ExitCode.failed
    do {
      let invocation = try commandLine.parse(CommandLine.arguments)
      code = try await run(invocation, console)
    } catch let error as UsageError {
      console.complain("lisan-drive: " + commandLine.complaint(error).line(console.text))
      code = usage(console)
    } catch let failure as DriveFailure {
      console.complain(failure)
      if failure.isUsage { code = usage(console) }
    } catch let error as ScriptError {
      console.complain(console.line(error))
      code = .wrongUsage
    } catch let failure as ScriptFailure {
      for line in console.lines(failure) { console.complain(line) }
    } catch {
      // Nothing else is thrown today.
      console.complain("lisan-drive: \(error)")
    }
    return code
  }

  /// Complains with the usage line of the command that was probably meant.
  private static func usage(_ console: Console) -> ExitCode {
    let usage = commandLine.usage(of: commandLine.likelyCommand(in: CommandLine.arguments))
    console.complain("lisan-drive: " + console.text(.usage, [usage]))
    return .wrongUsage
  }

  private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
    var code = ExitCode.done
    switch try commandLine.request(of: invocation) {
    case .version: console.say("lisan-drive \(packageVersion)")
    case .help(let command):
      let lines = commandLine.help(
        for: command, of: ScriptCommand.all, presenting: ["record", "run", "test"],
        text: console.text)
      for line in lines { console.say(line.plain) }
    case .command(let command):
      guard let action = ScriptCommand.all.first(where: { $0.syntax == command })?.action else {
        return usage(console)
      }
      code = try await action(DriveCommand(invocation, console))
    }
    return StandardStreams.answered(code) { error in
      console.complain(DriveFailure(.outputNotWritten, error.description))
    }
  }
}

/// A command with all that was given to it.
struct DriveCommand {
  let invocation: Invocation
  let console: Console
  let arguments: [String]
  let variables: [String: String]
  var options = ScriptRun.Options()

  init(_ invocation: Invocation, _ console: Console) throws(DriveFailure) {
    (self.invocation, self.console) = (invocation, console)
    arguments = Array(invocation.arguments.dropFirst())
    options.slow = try invocation.value(.slow) { Self.number($0, 0.1...1_000) } ?? 1
    options.updates = invocation.has(.update)
    variables = try invocation.variables()
  }

  static func number(_ text: String, _ bounds: ClosedRange<Double>) -> Double? {
    guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }),
      let value = Double(text), bounds.contains(value)
    else { return nil }
    return value
  }

  private func whole(
    _ option: Option, _ bounds: ClosedRange<Double>
  ) throws(DriveFailure) -> Int? {
    try invocation.value(option) { Self.number($0, bounds).flatMap { Int(exactly: $0) } }
  }

  // MARK: Scripts

  func run() async throws -> ExitCode {
    let script = try Script(file: arguments[0], variables: variables)
    try script.checkOutputs()
    try script.checkTools()
    guard let result = try await result(of: script) else { return .failed }
    try LiteralUpdate.write(result.updates)
    try writeOutputs(of: script, result.recording)
    return .done
  }

  /// Runs a script that has to pass; nil if a program that it requires is missing, which is reported.
  func result(
    of script: Script, isFilmed: Bool = false
  ) async throws(ScriptFailure) -> ScriptRun.Result? {
    var options = options
    options.isFilmed = isFilmed
    let result = await ScriptRun(script, options: options).run()
    switch result.outcome {
    case .passed: return result
    case .skipped(let program): console.complain(DriveFailure(.notInstalled, program))
    case .failed(let failure): throw failure
    }
    return nil
  }

  func check() -> ExitCode {
    var code = ExitCode.done
    for path in arguments {
      do throws(ScriptError) {
        try Script(file: path, variables: variables).checkOutputs()
      } catch {
        console.complain(console.line(error))
        code = .wrongUsage
      }
    }
    return code
  }

  func test() async throws(DriveFailure) -> ExitCode {
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let run = TestRun(
      console: console, options: options, variables: variables,
      jobs: try whole(.jobs, 1...1_000) ?? processors,
      repetitions: try whole(.repeat, 1...100_000) ?? 1,
      retries: try whole(.retries, 0...100) ?? 0,
      folder: invocation.value(.keep) ?? "drive-failures")
    var scripts: [String] = []
    for path in arguments { scripts += try TestRun.scripts(at: path) }
    guard !scripts.isEmpty else {
      throw DriveFailure(.noScripts, arguments.joined(separator: " "))
    }
    let report = await run.run(scripts)
    if let path = invocation.value(.junit) { try Files.write(report.junit, to: path) }
    return report.hasFailed ? .failed : .done
  }
}
