import Glibc
import Localization
import SettingsCore
import SystemCalls

/// The user's shell, and the session.
extension ProgramContext {
  /// The languages that programs get beside the one on display: all that were chosen, in order.
  func languagesOfPrograms(_ shown: LanguageCode) -> [LanguageCode] {
    let order = preferences.current?.languageOrder ?? []
    return order.isEmpty ? [shown] : order
  }

  /// The variables that tell programs a language, and those chosen after it.
  ///
  /// - Parameter isAlone: whether it is the language of one program.
  func languageEnvironment(
    _ language: LanguageCode, _ system: SystemEnvironment,
    installed: [String]? = nil, isAlone: Bool = false
  ) -> LanguageEnvironment {
    LanguageEnvironment(
      languages: isAlone ? [language] : languagesOfPrograms(language),
      territory: preferences.current?.market ?? "",
      environment: system.value, installed: installed ?? InstalledLocales.list(programPath))
  }

  /// The folders of other programs.
  var programPath: String { environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin" }

  /// Whether this process, and so its shell, has the language for its texts. The list of installed
  /// locales is not read for it, which takes a process.
  func hasLanguage(_ language: LanguageCode) -> Bool {
    languageEnvironment(language, SystemEnvironment(environment), installed: []).variables
      .allSatisfy { environment($0.name) == $0.value }
  }

  /// The user's shell; nil for an unknown one.
  var shell: Shell? { Shell(program: environment("SHELL") ?? "") }

  /// The files of the user's shell, and the lines for them; nil for an unknown shell.
  ///
  /// - Parameter language: the language that programs follow; nil if they follow the system's.
  func shellSetup(in language: LanguageCode?) -> ShellSetup? {
    shell.map { shellSetup(of: $0, in: language) }
  }

  /// The files of a shell, and the lines for them.
  func shellSetup(of shell: Shell, in language: LanguageCode?) -> ShellSetup {
    let paths = Paths(environment: environment)
    let files = ShellFile.all(
      of: shell, home: paths.home ?? "/", configuration: paths.configurationBase,
      zsh: environment("ZDOTDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }, exists: fileExists)
    return ShellSetup(
      files: files, program: nameOfProgram,
      variables: { language.map(sessionVariables) ?? [] })
  }

  /// What is missing if programs cannot speak a language without a locale of it. Their own texts, which are
  /// English, need none.
  ///
  /// - Parameter installed: the locales, where programs need one; nil elsewhere.
  func missingLocale(of code: LanguageCode, installed: [String]?) -> Text? {
    guard let installed, code.bestMatch(in: [.english]) == nil,
      languageEnvironment(code, SystemEnvironment(environment), installed: installed).isPlain
    else { return nil }
    let current = LanguageEnvironment.territory(of: environment("LANG") ?? "")
    return LocaleMaker(path: programPath).missing(
      code, [preferences.current?.market ?? "", current])
  }

  /// The user's shell as the settings show it, beside a displayed language.
  ///
  /// - Parameter locales: the installed locales; nil before they are read, and where no program needs one.
  func shellState(in language: LanguageCode, locales: [String]?) -> ShellState? {
    guard let setup = shellSetup(in: language) else { return nil }
    let found = setup.blocks()
    return ShellState(
      goal: (try? setup.goalReached(found)) ?? nil, edited: setup.edited(found)?.path,
      isHere: hasLanguage(language), missing: missingLocale(of: language, installed: locales))
  }

  /// Writes a language, or none, into the session's file, if Lisan has lines there.
  func informSession(_ language: LanguageCode?) {
    let paths = Paths(environment: environment)
    let file = ShellFile.session(configuration: paths.configurationBase)
    guard fileExists(file.path) else { return }
    let setup = ShellSetup(
      files: [file], program: nameOfProgram, variables: { language.map(sessionVariables) ?? [] })
    do throws(ShellSetup.Failure) {
      if try setup.block(in: file)?.isIntact == true { _ = try setup.apply(.language) }
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
