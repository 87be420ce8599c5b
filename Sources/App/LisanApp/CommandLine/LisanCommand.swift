import CommandLineTool
import SettingsCore

typealias LisanCommand = Command<LisanOption, LisanAction>

typealias ExitCode = CommandLineTool.ExitCode

/// What a command comes to, by its arguments and options.
typealias LisanAction = @Sendable (Invocation) -> LisanTask

/// What a command line comes to.
enum LisanTask {
  /// An answer on standard output.
  case answer(@MainActor (Commands) -> ExitCode)
  /// The screen, or plain mode, at a place.
  case screen(at: String?)
  /// The screen in a language, with the texts of a folder, or those in use.
  case preview(String, from: String?, at: String?)

  /// Whether a screen is opened; only a screen must not wait for other writers.
  var opensScreen: Bool { if case .answer = self { false } else { true } }
}

extension Command where Option == LisanOption, Action == LisanAction {
  /// A command that answers.
  init(
    _ name: String, _ parameters: String = "", options: [LisanOption] = [],
    takesCommandLine: Bool = false, help: Message, examples: [Example] = [],
    answer: @escaping @MainActor @Sendable (Commands) -> ExitCode
  ) {
    self.init(
      name, parameters, options: options, takesCommandLine: takesCommandLine, help: help,
      examples: examples, action: { _ in .answer(answer) })
  }

  /// What a command does. A command line without one makes no table of all, which would take a ninth of a
  /// start.
  static func action(_ syntax: CommandSyntax) -> LisanAction? {
    all.first { $0.syntax == syntax }?.action
  }

  /// All commands, in the order of the help.
  static let all: [LisanCommand] = [
    LisanCommand(
      "get", "[NAME]", options: [.preference], help: .helpCommandGet,
      examples: [("get", .helpExampleGet), ("get theme", .helpExampleGetSetting)]
    ) {
      $0.arguments.first.map($0.get(setting:)) ?? $0.get(preference: $0.has(.preference))
    },
    LisanCommand(
      "set", "NAME|CODE|system [VALUE]", help: .helpCommandSet,
      examples: [("set ar", .helpExampleSet), ("set theme dark", .helpExampleSetting)]
    ) {
      $0.arguments.count > 1
        ? $0.set(setting: $0.arguments[0], to: $0.arguments[1]) : $0.set($0.arguments[0])
    },
    LisanCommand(
      "reset", "NAME", help: .helpCommandReset, examples: [("reset theme", .helpCommandReset)]
    ) { $0.reset($0.arguments[0]) },
    LisanCommand(
      "list-settings", "[NAME]", options: [.json], help: .helpCommandListSettings,
      examples: [("list-settings theme", .helpExampleValues)]
    ) { commands in
      commands.arguments.first.map { commands.listValues(of: $0, json: commands.json) }
        ?? commands.listSettings(json: commands.json)
    },
    LisanCommand("list", options: [.json], help: .helpCommandList) { $0.list(json: $0.json) },
    LisanCommand("watch", help: .helpCommandWatch) { $0.watch() },
    LisanCommand("env", options: [.shell], help: .helpCommandEnv) {
      $0.printEnvironment(shell: $0.value(.shell))
    },
    LisanCommand(
      "shell", "[install|remove|status]", options: [.json, .shell, .run, .dryRun],
      help: .helpCommandShell
    ) {
      $0.setUpShell(
        $0.arguments.first ?? "status", shell: $0.value(.shell), runs: $0.has(.run),
        isTrial: $0.has(.dryRun), json: $0.json)
    },
    LisanCommand(
      "system", "[CODE]", options: [.json, .generate, .programs, .dryRun], help: .helpCommandSystem
    ) {
      if $0.has(.programs) { return $0.listPrograms($0.arguments.first, json: $0.json) }
      guard let word = $0.arguments.first else { return $0.showSystemLanguage(json: $0.json) }
      return $0.setSystemLanguage(
        word, generates: $0.has(.generate), isTrial: $0.has(.dryRun), json: $0.json)
    },
    LisanCommand(
      "run", "[COMMAND] [ARG...]", takesCommandLine: true, help: .helpCommandRun,
      examples: [("run bash", .helpExampleRun)]
    ) { $0.run($0.arguments) },
    LisanCommand("logical", help: .helpCommandLogical) { $0.turnLogical() },
    LisanCommand("sync", help: .helpCommandSync) { $0.synchronize() },
    LisanCommand("sign-in", "[LOGIN]", options: [.web], help: .helpCommandSignIn) {
      $0.has(.web) ? $0.signInByCode() : $0.signIn(login: $0.arguments.first)
    },
    LisanCommand("sign-out", help: .helpCommandSignOut) { $0.signOut() },
    LisanCommand("status", options: [.json], help: .helpCommandStatus) {
      $0.showStatus(json: $0.json)
    },
    LisanCommand("check", "[DIR]", options: [.json, .source], help: .helpCommandCheck) {
      $0.check($0.arguments.first, source: $0.value(.source), json: $0.json)
    },
    LisanCommand("compile", "[DIR]", options: [.source], help: .helpCommandCompile) {
      $0.compile($0.arguments.first, source: $0.value(.source))
    },
    LisanCommand("export", "CODE FILE [DIR]", options: [.source], help: .helpCommandExport) {
      $0.exportTexts(
        $0.arguments[0], to: $0.arguments[1], from: $0.arguments.dropFirst(2).first,
        source: $0.value(.source))
    },
    LisanCommand(
      "import", "CODE FILE [DIR]", options: [.source, .replace], help: .helpCommandImport
    ) {
      $0.importTexts(
        $0.arguments[0], from: $0.arguments[1], to: $0.arguments.dropFirst(2).first,
        source: $0.value(.source), replacing: $0.has(.replace))
    },
    LisanCommand(
      "preview", "CODE [SECTION[.ITEM]]", options: [.from], help: .helpCommandPreview,
      action: { given in
        .preview(
          given.arguments[1], from: given.value(.from), at: given.arguments.dropFirst(2).first)
      }),
    LisanCommand("store", "dump|verify [FILE]", options: [.json], help: .helpCommandStore) {
      let path = $0.arguments.dropFirst().first ?? $0.context.preferences.path
      return $0.arguments[0] == "verify"
        ? $0.verifyStore(path) : $0.dumpStore(path, json: $0.json)
    },
    LisanCommand("config", options: [.json], help: .helpCommandConfig) {
      $0.showConfiguration(json: $0.json)
    },
    LisanCommand("terminal", help: .helpCommandTerminal) { $0.describeTerminal() },
    LisanCommand(
      "open", "[SECTION[.ITEM]]", options: [.list], help: .helpCommandOpen,
      action: { given in
        given.has(.list)
          ? .answer { $0.listPlaces() } : .screen(at: given.arguments.dropFirst().first)
      }),
    LisanCommand(
      "help", "[TOPIC]", help: .helpCommandHelp, examples: [("help set", .helpExampleHelp)],
      action: nil),
    LisanCommand("version", help: .helpOptionVersion, action: nil),
  ]
}

extension Message: CommandLineMessage {}

extension CommandLineSyntax {
  /// The command line of `lisan`.
  static let lisan = CommandLineSyntax(
    program: "lisan", options: LisanOption.allCases.map { $0.syntax },
    commands: LisanCommand.all.map { $0.syntax })
}

extension LisanProgram {
  /// The command line, for the lists in manual pages and completions that the build generates.
  public nonisolated static var commandLine: CommandLineSyntax { .lisan }
}
