import Glibc
import MirrorLayout
import RunSession
import Settings
import SystemCalls
import Terminal
import TextRepair

/// `lisan run`: a command, or a shell, whose right-to-left text reads right.
extension Commands {
  /// Says to a `lisan run` inside of another that there is nothing left to do.
  static let runMarker = "LISAN_RUN"

  /// The shell's own codes for a command that is not there, and for one that cannot be run.
  private static let notFoundCode: Int32 = 127
  private static let notRunCode: Int32 = 126

  /// Where commands are looked for without `PATH`.
  private static let usualFolders = "/usr/local/bin:/usr/bin:/bin"

  /// Runs a command line; an empty one stands for the person's shell. Ends this process with the
  /// command's exit code.
  func run(_ words: [String], direction: String?, fields: String?) -> ExitCode {
    let shell = context.environment("SHELL").flatMap { $0.isEmpty ? nil : $0 } ?? "/bin/sh"
    let words = words.isEmpty ? [shell] : words
    let folders = context.environment("PATH") ?? Self.usualFolders
    guard let path = executable(named: words[0], in: folders), access(path, F_OK) == 0 else {
      complain(.message(.programNotFound, [.identifier(.argument(words[0]))]))
      exit(Self.notFoundCode)
    }
    let program = RunSession.Program(
      path: path, arguments: words, environment: environmentOfProgram())
    guard let options = repairOptions(direction: direction, fields: fields) else {
      return become(program)
    }
    do throws(RunSession.Failure) {
      exit(try RunSession(program, options: options).run())
    } catch {
      switch error {
      // There is nothing to show it on, which is no reason not to run it.
      case .noTerminal: return become(program)
      case .noPseudoTerminal(let code), .notExecuted(let code):
        return refuse(program, because: code)
      }
    }
  }

  /// Runs a program in the place of this one.
  private func become(_ program: RunSession.Program) -> ExitCode {
    var arguments = program.arguments.map { strdup($0) } + [nil]
    var environment = program.environment.map { strdup($0) } + [nil]
    execve(program.path, &arguments, &environment)
    return refuse(program, because: errno)
  }

  private func refuse(_ program: RunSession.Program, because code: Int32) -> ExitCode {
    let reason = String(cString: strerror(code))
    complain(
      .message(
        .programNotRun,
        [.identifier(.argument(program.arguments[0])), .identifier(.argument(reason))]))
    exit(Self.notRunCode)
  }

  /// How text is to be shown here; nil where it is to be left alone.
  private func repairOptions(direction: String?, fields: String?) -> RepairOptions? {
    let type = context.environment("TERM") ?? ""
    guard context.environment(Self.runMarker) == nil, !type.isEmpty, type != "dumb" else {
      return nil
    }
    // The terminal is not asked, so that nothing is sent to it that the program did not write.
    var detection = TerminalDetection(assuming: type, environment: context.environment)
    if detection.needsTmuxClient, let answer = TmuxClient()?.awaitAnswer() {
      detection.take(answer.terminal)
      if detection.needsPrograms { detection.takePrograms(answer.programs) }
    }
    let kind = detection.kind
    var encoding = detection.encoding
    switch context.configuration.bidiMode(chosen: launch.settings.bidiMode) {
    case .automatic: if kind == .switchable, detection.multiplexer == .none { return nil }
    case .fixed(let chosen): encoding = chosen
    }
    // Who wants the letters in logical order has them already.
    if encoding == .logical { return nil }
    let modes = BidiModes(
      kind: kind, multiplexer: detection.multiplexer, encoding: encoding, isSilent: false)
    var options = RepairOptions(
      direction: direction.flatMap(RepairOptions.TextDirection.init(rawValue:)) ?? .auto,
      fields: fields.flatMap(RepairOptions.Fields.init(rawValue:)) ?? .auto, encoding: encoding)
    options.enter = modes.enter
    options.leave = modes.leave
    return options
  }

  /// The environment of this process, with the language that `lisan env` would tell.
  private func environmentOfProgram() -> [String] {
    let system = SystemEnvironment(context.environment)
    var added: [(name: String, value: String)] = [(Self.runMarker, "1")]
    for (name, value) in languageEnvironment(system).variables {
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
