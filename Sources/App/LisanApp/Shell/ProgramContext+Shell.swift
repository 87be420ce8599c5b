import Glibc
import Localization
import SettingsCore
import SystemCalls

/// The user's shell, and the session.
extension ProgramContext {
  /// The variables that tell programs a language.
  func languageEnvironment(
    _ language: LanguageCode, _ system: SystemEnvironment
  ) -> LanguageEnvironment {
    LanguageEnvironment(
      language: language, territory: preferences.current?.market ?? "",
      environment: system.value, installed: InstalledLocales.list(programPath))
  }

  /// The folders of other programs.
  var programPath: String { environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin" }

  /// Whether this process, and so its shell, has the variables of a language.
  func hasLanguage(_ language: LanguageCode) -> Bool {
    languageEnvironment(language, SystemEnvironment(environment)).variables
      .allSatisfy { environment($0.name) == $0.value }
  }

  /// The files of the user's shell, and the lines for them; nil for an unknown shell.
  func shellSetup() -> ShellSetup? {
    Shell(program: environment("SHELL") ?? "").map { shellSetup(of: $0, Launch(self)) }
  }

  /// The files of a shell, and the lines for them.
  func shellSetup(of shell: Shell, _ launch: Launch) -> ShellSetup {
    let paths = Paths(environment: environment)
    let files = ShellFile.all(
      of: shell, home: paths.home ?? "/", configuration: paths.configurationBase,
      zsh: environment("ZDOTDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }, exists: fileExists)
    return ShellSetup(
      files: files, program: nameOfProgram,
      variables: launch.preference == .system
        ? [] : sessionVariables(launch.catalog.language.code))
  }

  /// The user's shell as the settings show it.
  var shellState: ShellState? {
    guard let setup = shellSetup() else { return nil }
    let edited = setup.files.first { (try? setup.presence(in: $0)) == .edited }
    var proposals: [ShellGoal: [ShellState.Proposal]] = [:]
    for goal in ShellGoal.allCases where goal != .none {
      proposals[goal] = setup.files.map { file in
        ShellState.Proposal(path: file.path, lines: setup.lines(of: file, goal))
      }
    }
    let goal = try? setup.goalReached()
    return ShellState(
      goal: goal ?? nil, edited: edited?.path,
      isHere: hasLanguage(Launch(self).catalog.language.code), proposals: proposals)
  }

  /// Writes a language, or none, into the session's file, if Lisan has lines there.
  func informSession(_ language: LanguageCode?) {
    let paths = Paths(environment: environment)
    let file = ShellFile.session(configuration: paths.configurationBase)
    guard fileExists(file.path) else { return }
    let setup = ShellSetup(
      files: [file], program: nameOfProgram, variables: language.map(sessionVariables) ?? [])
    do throws(ShellSetup.Failure) {
      if case .present = try setup.presence(in: file) { _ = try setup.apply(.language) }
    } catch {
      log.warning("shell", "\(error)")
    }
  }

  /// The variables of a language for the session. Each has a copy of its former value, so that the
  /// system language is still known (`SystemEnvironment`).
  private func sessionVariables(_ language: LanguageCode) -> [(name: String, value: String)] {
    let variables = languageEnvironment(language, SystemEnvironment(environment)).variables
    return variables.map {
      (SystemEnvironment.memory(of: $0.name), "\($0.value)=${\($0.name):-}")
    } + variables
  }

  /// The program as lines for a shell name it: `lisan` in the usual folders, else its path.
  private var nameOfProgram: String {
    let path = ProgramLocation.running.path
    let isUsual = executable(named: "lisan", in: "/usr/local/bin:/usr/bin:/bin") == path
    return isUsual ? "lisan" : Commands.quotedForShell(path)
  }
}
