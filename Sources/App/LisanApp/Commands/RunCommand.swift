import BidiRepair
import Glibc
import MirrorLayout
import RunRelay
import SettingsCore
import SystemCalls
import Terminal

/// `lisan run`: a command, or a shell, whose right-to-left text reads right.
extension Commands {
  /// A shell's exit codes for a command that does not exist, and for one that cannot be run.
  private static let notFoundCode: Int32 = 127
  private static let notRunCode: Int32 = 126

  /// The folders of commands without `PATH`.
  private static let usualFolders = "/usr/local/bin:/usr/bin:/bin"

  /// Runs a command line; an empty one means the user's shell. Ends this process with the command's
  /// exit code.
  func run(_ words: [String]) -> ExitCode {
    let words = Self.commandLine(words, context.environment)
    guard let path = Self.program(words[0], context.environment) else {
      complain(.message(.programNotFound, .argument(words[0])))
      exit(Self.notFoundCode)
    }
    var program = RunSession.Program(
      path: path, arguments: words, environment: environment(of: words[0]))
    let terminal = RunTerminal(context, mode: launch.settings.bidiMode)
    guard let options = terminal.options else { return become(program) }
    let outer = program
    if !context.configuration.keepsTerminalName {
      program.environment = RunPlan.environmentInside(program.environment)
    }
    if context.configuration.text(.promptMarks) != "off" {
      ShellMarks.add(to: &program, resources: context.configuration.resources)
    }
    do throws(RunSession.Failure) {
      let session = try RunSession(
        program, options: options, identification: terminal,
        selfOrdering: context.configuration.text(.selfOrdering).flatMap(ProgramNames.init)
          ?? .known)
      exit(session.run())
    } catch {
      switch error {
      // Without a terminal there is nothing to repair, but the command can run.
      case .noTerminal: return become(outer)
      case .notStarted(let code): return refuse(program, because: code)
      }
    }
  }

  /// A command line, or the user's shell in the place of an empty one.
  private static func commandLine(
    _ words: [String], _ environment: (String) -> String?
  ) -> [String] {
    let shell = environment("SHELL").flatMap { $0.isEmpty ? nil : $0 } ?? "/bin/sh"
    return words.isEmpty ? [shell] : words
  }

  /// The path of a program; nil if there is none.
  private static func program(_ name: String, _ environment: (String) -> String?) -> String? {
    executable(named: name, in: environment("PATH") ?? usualFolders).flatMap {
      access($0, F_OK) == 0 ? $0 : nil
    }
  }

  /// Replaces this process by a command, as if it had been started without Lisan. Returns if that
  /// fails.
  static func runDirectly(_ words: [String], _ environment: (String) -> String?) {
    let words = commandLine(words, environment)
    guard let path = program(words[0], environment) else { return }
    setenv(RunPlan.marker, "1", 1)
    _ = withCStrings(words) { execv(path, $0) }
  }

  /// Replaces this process by a program.
  private func become(_ program: RunSession.Program) -> ExitCode {
    let code = withCStrings(program.arguments) { arguments in
      withCStrings(program.environment) { environment in
        execve(program.path, arguments, environment)
        return errno
      }
    }
    return refuse(program, because: code)
  }

  private func refuse(_ program: RunSession.Program, because code: Int32) -> ExitCode {
    complain(
      .message(.programNotRun, .argument(program.arguments[0]), SystemError(code).text))
    exit(Self.notRunCode)
  }

  /// The environment of this process, with the language as `lisan env` would set it for a program.
  private func environment(of program: String) -> [String] {
    let system = SystemEnvironment(context.environment)
    let name = program.split(separator: "/").last.flatMap { ProgramName(rawValue: String($0)) }
    let own = name.flatMap { launch.programs[$0] }
    let code = own ?? launch.catalog.language.code
    var added: [(name: String, value: String)] = [(RunPlan.marker, "1")]
    for (name, value) in context.languageEnvironment(code, system, isAlone: own != nil)
      .variables
    {
      added.append((name, value))
      added.append(
        (SystemEnvironment.memory(of: name), system.memory(of: name, setTo: value)))
    }
    var result: [String] = []
    var next = environ
    while let text = next.pointee {
      let variable = String(cString: text)
      if !added.contains(where: { variable.hasPrefix($0.name + "=") }) { result.append(variable) }
      next += 1
    }
    return result + added.map { "\($0.name)=\($0.value)" }
  }
}
