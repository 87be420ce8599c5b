import CommandLineTool
import Glibc
import LisanPreferences
import LocaleValues
import Localization
import PackageVersion
import SettingsCore
import SystemCalls
import Terminal

/// The program `lisan`, from its arguments to its exit code.
///
/// Code that runs before the first frame follows the rules of docs/performance.md, "What a start
/// avoids".
@MainActor
public enum LisanProgram {
  /// Runs the program with this process's arguments and environment.
  public static func main() -> Never {
    let start = SystemClock.monotonic()
    // With SIGXFSZ ignored, the file size limit fails the write (R12) and does not end the program.
    signal(SIGXFSZ, SIG_IGN)
    // Occupy closed standard descriptors; otherwise the next file would become standard output.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
    StartEnvironment.extractToken()
    let predecessor = Restart.adoptPredecessor()
    exit(run(start: predecessor.handover?.start ?? start, predecessor).rawValue)
  }

  private static func environment(_ name: String) -> String? { StartEnvironment.value(name) }

  private static func run(start: Int64, _ predecessor: Restart.Predecessor) -> ExitCode {
    let paths = Paths(environment: environment)
    let invocation: Invocation
    do throws(UsageError) {
      invocation = try CommandLineSyntax.lisan.parse(CommandLine.arguments)
    } catch {
      let command = CommandLineSyntax.lisan.likelyCommand(in: CommandLine.arguments)
      return wrongUsage(error, of: command, early(Invocation(), paths, start))
    }
    let code = run(invocation, paths, start, predecessor)
    // A shell that opens in `lisan run` must open even if Lisan's settings are wrong.
    if code == .failed || code == .wrongUsage, !invocation.has(.help),
      CommandLineSyntax.lisan.likelyCommand(in: CommandLine.arguments)?.takesCommandLine == true
    {
      Commands.runDirectly(Array(invocation.arguments.dropFirst()), environment)
    }
    return code
  }

  private static func run(
    _ invocation: Invocation, _ paths: Paths, _ start: Int64, _ predecessor: Restart.Predecessor
  ) -> ExitCode {
    if invocation.has(.version) { return showVersion(early(invocation, paths, start)) }
    var request = CommandLineSyntax.Request.command(nil)
    var fault: UsageError?
    do throws(UsageError) {
      request = try CommandLineSyntax.lisan.request(of: invocation)
    } catch {
      fault = error
    }
    var (task, command) = (LisanTask.screen(at: nil), CommandSyntax?.none)
    var isHelp = invocation.has(.help)
    switch request {
    case .version: break
    case .help: isHelp = true
    case .command(let syntax):
      command = syntax
      if let action = syntax.flatMap(LisanCommand.action) { task = action(invocation) }
    }
    if paths.lackHome, !isHelp {
      Console.complain(
        .message(.homeUnknown, .argument("HOME")), in: early(invocation, paths, start))
      return .failed
    }

    let configuration: Configuration
    do throws(ConfigurationError) {
      configuration = try Configuration(invocation, environment: environment, paths: paths)
    } catch {
      let catalog = early(invocation, paths, start)
      for text in error.texts { Console.complain(text, in: catalog) }
      return usage(of: nil, catalog)
    }
    var trace: Trace?
    if let path = configuration.trace {
      do throws(SystemError) {
        trace = try Trace(path: path, start: start)
      } catch {
        Console.complain(
          .message(.logUnavailable, .path(path), error.text), in: early(invocation, paths, start))
        if !configuration.isOfMachine(.trace) { return .failed }
      }
    }
    let context = makeContext(
      configuration, trace: trace, start: start, budget: task.opensScreen ? .drawing : .patient)
    if let fault {
      let command = CommandLineSyntax.lisan.likelyCommand(in: CommandLine.arguments)
      let launch = Launch(context)
      if case .unknownCommand(let name) = fault, command == nil, launch.names(name) {
        let text = Text.message(.unknownCommand, .argument(name))
        Console.complain(text.asking("lisan set \(name)"), in: launch.catalog)
        return usage(of: nil, launch.catalog)
      }
      return wrongUsage(fault, of: command, launch.catalog)
    }
    switch request {
    case .version: return showVersion(Launch(context).catalog)
    case .help(let command): return showHelp(of: command, Launch(context).catalog)
    case .command: break
    }
    // The screen reports these itself.
    if !task.opensScreen, !configuration.warnings.isEmpty {
      let catalog = Launch(context).catalog
      for text in configuration.warnings { Console.complain(text, in: catalog) }
    }
    if let fault = context.unknownMarket {
      let catalog = Launch(context).catalog
      Console.complain(fault, in: catalog)
      if !configuration.isOfMachine(.market) { return usage(of: command, catalog) }
    }
    context.trace?.event("launch", [("restarted", .bool(predecessor.handover != nil))])
    if case .refused(let refusal) = predecessor {
      context.log.warning("restart", "what a restart hands on is not used: \(refusal)")
    }
    switch task {
    case .answer(let answer):
      return answered(
        answer(Commands(context: context, invocation: invocation)), Launch(context).catalog)
    case .screen(let place):
      return openScreen(context, predecessor.handover, at: place, of: command)
    case .preview(let language, let folder, let place):
      return Commands(context: context).preview(language, from: folder) {
        openScreen($0, nil, at: place, of: command)
      }
    }
  }

  private static func unknownPlace(
    _ place: String, _ command: CommandSyntax, _ context: ProgramContext
  ) -> ExitCode {
    let launch = Launch(context)
    let state = SettingsState(launch, context)
    // The items of the named section, else the sections.
    let sections = Section.allCases.map { $0.rawValue }
    let items =
      place.contains(".")
      ? Section(rawValue: String(place.prefix { $0 != "." })).map { state.possiblePlaces(in: $0) }
      : nil
    Console.complain(
      Text.message(
        .invalidValue, .argument(command.name), .argument(place),
        .argument((items ?? sections).joined(separator: ", "))
      ).suggesting(place, among: sections + (items ?? state.places)), in: launch.catalog)
    return usage(of: command, launch.catalog)
  }

  /// The exit code of a command, or a failure if its output could not be written.
  private static func answered(
    _ code: ExitCode, _ catalog: @autoclosure () -> Catalog<Message>
  ) -> ExitCode {
    StandardStreams.answered(code) { error in
      Console.complain(.message(.outputNotWritten, error.text), in: catalog())
    }
  }

  /// - Parameters:
  ///   - name: the place where the screen opens, unless a restart passes on another place.
  ///   - command: the command that takes it.
  private static func openScreen(
    _ context: ProgramContext, _ handover: Handover?, at name: String?,
    of command: CommandSyntax?
  ) -> ExitCode {
    let place = name.flatMap { Resumption(place: $0) }
    if let name, let command, place == nil { return unknownPlace(name, command, context) }
    let launch = Launch(context, handover: handover)
    do throws(TerminalError) {
      // A restart keeps the screen; plain mode begins with the next start.
      if handover == nil, isPlain(launch, context.configuration) {
        try TerminalScreen.checkCharset(environment: environment)
        return answered(
          PlainProgram(context: context, launch, at: place).run(),
          Launch(context).catalog)
      }
      let terminal = try TerminalScreen.check(environment: environment)
      return try ScreenProgram(
        context: context, launch, terminal: terminal, handover: handover, at: place
      ).run()
    } catch {
      // A non-UTF-8 charset gets plain English.
      let isForeign =
        switch error {
        case .foreignCharset, .terminalWithoutUTF8: true
        default: false
        }
      Console.complain(error.text, in: isForeign ? .builtIn() : launch.catalog)
      return .noTerminal
    }
  }

  /// Whether to use plain mode (R53): on request, or because the terminal supports nothing else.
  private static func isPlain(_ launch: Launch, _ configuration: Configuration) -> Bool {
    if launch.settings.isOn(.plain) { return true }
    // Who configures the screen gets it, unless a person chose it: that leaves lines to a terminal
    // that has nothing else.
    if configuration.isPlain == false,
      configuration.isAsked(.plain) || launch.stored[.plain].value == nil
    {
      return false
    }
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
    let terminal = environment("TERM") ?? ""
    return terminal.isEmpty || terminal == "dumb"
  }

  private static func showHelp(
    of command: CommandSyntax?, _ catalog: Catalog<Message>
  ) -> ExitCode {
    for line in Help.lines(for: command, in: catalog) { Console.show(line, in: catalog) }
    return answered(.done, catalog)
  }

  private static func showVersion(_ catalog: @autoclosure () -> Catalog<Message>) -> ExitCode {
    Console.say("lisan \(packageVersion)")
    return answered(.done, catalog())
  }

  /// - Parameter command: the command that was probably meant.
  private static func wrongUsage(
    _ error: UsageError, of command: CommandSyntax?, _ catalog: Catalog<Message>
  ) -> ExitCode {
    Console.complain(error.text, in: catalog)
    return usage(of: command, catalog)
  }

  /// Complains with the usage line of a command, or of the whole program.
  static func usage(of command: CommandSyntax?, _ catalog: Catalog<Message>) -> ExitCode {
    Console.complain(Help.usage(command), in: catalog)
    return .wrongUsage
  }

  private static func makeContext(
    _ configuration: Configuration, trace: Trace?, start: Int64, budget: LockBudget = .drawing
  ) -> ProgramContext {
    let paths = Paths(environment: environment)
    let context = ProgramContext(
      configuration: configuration, environment: environment,
      log: Log(path: configuration.log, trace: trace), trace: trace,
      preferences: PreferenceFile(
        path: configuration.preferences, budget: budget,
        ownsPath: configuration.preferences == paths.preferenceFile),
      dataDirectory: paths.dataDirectory, machineDirectory: paths.machineDirectory,
      stateDirectory: paths.stateDirectory, start: start)
    Console.context = context
    return context
  }

  /// The catalog for errors that occur before the configuration is known.
  private static func early(
    _ invocation: Invocation, _ paths: Paths, _ start: Int64
  ) -> Catalog<Message> {
    let configuration = Configuration(
      withoutFile: invocation, environment: environment, paths: paths)
    return Launch(makeContext(configuration, trace: nil, start: start)).catalog
  }
}

extension Launch {
  /// Whether a word is one of the languages, and so a value for `set` and not a command.
  fileprivate func names(_ word: String) -> Bool {
    LanguageNames(
      languages: languages ?? [], shown: catalog.language, given: markets.names
    ) { _, _ in FormattedTexts() }.preference(named: word) != nil
  }
}

extension TerminalError {
  /// The error message.
  fileprivate var text: Text {
    switch self {
    case .notATerminal: .message(.notATerminal)
    case .noCursorMovement: .message(.noCursorMovement)
    case .unknownTerminal(let name): .message(.unknownTerminal, .terminal(name))
    case .foreignCharset(let name): .message(.foreignCharset, .argument(name))
    case .terminalWithoutUTF8(let name):
      .message(.terminalWithoutUTF8, .terminal(name))
    case .noUTF8Locale: .message(.noUTF8Locale)
    case .system(let call, let errno):
      .message(.systemFailure, .argument(call), SystemError(errno).text)
    }
  }
}
