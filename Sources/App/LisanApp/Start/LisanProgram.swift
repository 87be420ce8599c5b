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
    StartEnvironment.takeToken()
    let predecessor = Restart.takePredecessor()
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
      invocation.arguments.first == LisanCommand.run.rawValue
    {
      Commands.runDirectly(Array(invocation.arguments.dropFirst()), environment)
    }
    return code
  }

  private static func run(
    _ invocation: Invocation, _ paths: Paths, _ start: Int64, _ predecessor: Restart.Predecessor
  ) -> ExitCode {
    if invocation.has(.version) {
      Console.say("lisan \(packageVersion)")
      return answered(.done, early(invocation, paths, start))
    }
    let isHelp = invocation.has(.help) || invocation.arguments.first == LisanCommand.help.rawValue
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
      configuration, trace: trace, start: start,
      budget: opensScreen(invocation) ? .drawing : .patient)
    let command: LisanCommand?
    do throws(UsageError) {
      command = try CommandLineSyntax.lisan.lisanCommand(of: invocation)
    } catch {
      let command = CommandLineSyntax.lisan.likelyCommand(in: CommandLine.arguments)
      let launch = Launch(context)
      if case .unknownCommand(let name) = error, launch.names(name) {
        let text = Text.message(.unknownCommand, .argument(name))
        Console.complain(
          text.asking("lisan \(LisanCommand.set.rawValue) \(name)"), in: launch.catalog)
        return usage(of: nil, launch.catalog)
      }
      return wrongUsage(error, of: command, launch.catalog)
    }
    if invocation.has(.help) {
      return showHelp(of: command, Launch(context).catalog)
    }
    if command == .help {
      return showHelp(ofTopic: invocation.arguments.dropFirst().first, context)
    }
    // The screen reports these itself.
    if !opensScreen(invocation), !configuration.warnings.isEmpty {
      let catalog = Launch(context).catalog
      for text in configuration.warnings { Console.complain(text, in: catalog) }
    }
    if let fault = context.unknownMarket {
      let catalog = Launch(context).catalog
      Console.complain(fault, in: catalog)
      if !configuration.isOfMachine(.market) { return usage(of: command?.syntax, catalog) }
    }
    context.trace?.event("launch", [("restarted", .bool(predecessor.handover != nil))])
    if case .refused(let refusal) = predecessor {
      context.log.warning("restart", "what a restart hands on is not used: \(refusal)")
    }
    let arguments = invocation.arguments.dropFirst()
    guard let command, command != .open || invocation.has(.list) else {
      return openScreen(context, predecessor.handover, at: arguments.first)
    }
    if command == .preview {
      return Commands(context: context).preview(
        invocation.arguments[1], from: invocation.value(.from)
      ) { openScreen($0, nil, at: arguments.dropFirst().first, of: .preview) }
    }
    return answered(
      run(command, invocation, context), Launch(context).catalog)
  }

  /// Whether a screen is opened; only a screen must not wait for other writers.
  private static func opensScreen(_ invocation: Invocation) -> Bool {
    invocation.arguments.isEmpty
      || invocation.arguments[0] == LisanCommand.open.rawValue && !invocation.has(.list)
      || invocation.arguments[0] == LisanCommand.preview.rawValue
  }

  private static func unknownPlace(
    _ place: String, _ command: LisanCommand, _ context: ProgramContext
  ) -> ExitCode {
    let launch = Launch(context)
    let places = SettingsState(launch, context).places
    // The items of an existing section, else the sections.
    let section = place.prefix { $0 != "." }
    let items = places.filter { $0.hasPrefix("\(section).") }
    let taken = items.isEmpty ? Section.allCases.map { $0.rawValue } : items
    Console.complain(
      Text.message(
        .invalidValue, .argument(command.rawValue), .argument(place),
        .argument(taken.joined(separator: ", "))
      ).suggesting(place, among: Section.allCases.map { $0.rawValue } + places), in: launch.catalog)
    return usage(of: command.syntax, launch.catalog)
  }

  /// The exit code of a command, or a failure if its output could not be written.
  private static func answered(
    _ code: ExitCode, _ catalog: @autoclosure () -> Catalog<Message>
  ) -> ExitCode {
    guard code == .done, Console.outputFailure != 0 else { return code }
    let reason = SystemError(Console.outputFailure).text
    Console.complain(.message(.outputNotWritten, reason), in: catalog())
    return .failed
  }

  private static func run(
    _ command: LisanCommand, _ invocation: Invocation, _ context: ProgramContext
  ) -> ExitCode {
    let arguments = Array(invocation.arguments.dropFirst())
    let commands = Commands(context: context)
    let json = invocation.has(.json)
    let source = invocation.value(.source)
    switch command {
    case .get:
      return arguments.first.map { commands.get(setting: $0) }
        ?? commands.get(preference: invocation.has(.preference))
    case .set:
      return arguments.count > 1
        ? commands.set(setting: arguments[0], to: arguments[1]) : commands.set(arguments[0])
    case .reset: return commands.reset(arguments[0])
    case .listSettings:
      return arguments.first.map { commands.listValues(of: $0, json: json) }
        ?? commands.listSettings(json: json)
    case .list: return commands.list(json: json)
    case .watch: return commands.watch()
    case .logical: return commands.turnLogical()
    case .sync: return commands.synchronize()
    case .signIn:
      return invocation.has(.web)
        ? commands.signInByCode() : commands.signIn(login: arguments.first)
    case .signOut: return commands.signOut()
    case .status: return commands.showStatus(json: json)
    case .env: return commands.printEnvironment(shell: invocation.value(.shell))
    case .shell:
      return commands.setUpShell(
        arguments.first ?? "status", shell: invocation.value(.shell), runs: invocation.has(.run),
        isTrial: invocation.has(.dryRun), json: json)
    case .system:
      if invocation.has(.programs) { return commands.listPrograms(arguments.first, json: json) }
      return arguments.first.map {
        commands.setSystemLanguage(
          $0, generates: invocation.has(.generate), isTrial: invocation.has(.dryRun), json: json)
      } ?? commands.showSystemLanguage(json: json)
    case .check: return commands.check(arguments.first, source: source, json: json)
    case .compile: return commands.compile(arguments.first, source: source)
    case .exportTexts:
      return commands.exportTexts(
        arguments[0], to: arguments[1], from: arguments.dropFirst(2).first, source: source)
    case .importTexts:
      return commands.importTexts(
        arguments[0], from: arguments[1], to: arguments.dropFirst(2).first, source: source,
        replacing: invocation.has(.replace))
    case .store:
      let path = arguments.dropFirst().first ?? context.preferences.path
      return arguments[0] == "verify"
        ? commands.verifyStore(path) : commands.dumpStore(path, json: json)
    case .config: return commands.showConfiguration(json: json)
    case .terminal: return commands.describeTerminal()
    case .version:
      Console.say("lisan \(packageVersion)")
      return .done
    // The help was printed before.
    case .help: return .done
    // Otherwise they open the screen (`run(start:_:)`).
    case .open, .preview: return commands.listPlaces()
    case .run:
      return commands.run(arguments)
    }
  }

  /// - Parameters:
  ///   - name: the place where the screen opens, unless a restart passes on another place.
  ///   - command: the command that takes it.
  private static func openScreen(
    _ context: ProgramContext, _ handover: Handover?, at name: String?,
    of command: LisanCommand = .open
  ) -> ExitCode {
    let place = name.flatMap { Resumption(place: $0) }
    if let name, place == nil { return unknownPlace(name, command, context) }
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
    of command: LisanCommand?, _ catalog: Catalog<Message>
  ) -> ExitCode {
    for line in Help.lines(for: command, in: catalog) { Console.show(line, in: catalog) }
    return answered(.done, catalog)
  }

  private static func showHelp(ofTopic topic: String?, _ context: ProgramContext) -> ExitCode {
    let catalog = Launch(context).catalog
    guard let topic else { return showHelp(of: nil, catalog) }
    guard let command = LisanCommand(rawValue: topic) else {
      return wrongUsage(.unknownCommand(topic), of: LisanCommand.help.syntax, catalog)
    }
    return showHelp(of: command, catalog)
  }

  /// - Parameter command: the command that was probably meant, if the error does not contain it.
  private static func wrongUsage(
    _ error: UsageError, of command: CommandSyntax?, _ catalog: Catalog<Message>
  ) -> ExitCode {
    Console.complain(error.text, in: catalog)
    return usage(of: error.command ?? command, catalog)
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
