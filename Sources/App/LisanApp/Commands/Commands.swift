import CommandLineTool
import LisanPreferences
import LocaleValues
import Localization
import SettingsCore
import StrictJSON

/// The commands for scripts: no screen, plain text in logical order.
@MainActor
struct Commands {
  let context: ProgramContext
  let launch: Launch
  /// The command's options.
  private let invocation: Invocation
  /// The command's arguments, without its name.
  let arguments: [String]

  init(context: ProgramContext, invocation: Invocation = Invocation()) {
    self.context = context
    self.invocation = invocation
    arguments = Array(invocation.arguments.dropFirst())
    launch = Launch(context)
  }

  func value(_ option: LisanOption) -> String? { invocation.value(option) }

  func has(_ option: LisanOption) -> Bool { invocation.has(option) }

  /// Whether the answer is for programs.
  var json: Bool { has(.json) }

  /// Complains with the usage line of the command.
  func wrongUsage() -> ExitCode {
    let name = invocation.arguments.first
    return LisanProgram.usage(
      of: CommandLineSyntax.lisan.commands.first { $0.name == name }, launch.catalog)
  }

  /// `lisan get`: prints the resolved language, or with `--preference` the stored choice.
  func get(preference: Bool) -> ExitCode {
    if !preference, let failure = resourceFailure() { return failure }
    Console.say(preference ? launch.preference.name : launch.catalog.language.code.rawValue)
    return warn()
  }

  /// `lisan list`: one line per language, with tabs between code, native name, direction, and
  /// `current` or nothing.
  func list(json: Bool) -> ExitCode {
    guard let languages = launch.languages else { return languagesFailure() }
    let current = launch.catalog.language.code
    show(
      languages.map { language in
        let name = language.nativeName ?? (json ? nil : language.code.uppercased)
        return [
          ("code", .string(language.code.rawValue)), ("name", name.map { .string($0) } ?? .null),
          ("direction", .string(language.direction == .rightToLeft ? "rtl" : "ltr")),
          ("current", .bool(language.code == current)),
        ]
      }, json: json)
    return warn()
  }

  /// `lisan open --list`: one line per section with its title, after a tab, and one per item.
  func listPlaces() -> ExitCode {
    let state = SettingsState(launch, context, account: context.account())
    for section in state.sections {
      table("\(section.rawValue)\t\(plain(.message(section.title)))")
      for place in state.places(in: section) { Console.say(place) }
    }
    return warn()
  }

  /// `lisan set`: the same steps in the same order as on the screen, without the prompt.
  func set(_ name: String) -> ExitCode {
    guard let languages = launch.languages else { return languagesFailure() }
    guard let preference = names(of: languages).preference(named: name) else {
      return noLanguage(name, languages)
    }
    if let failure = signInFailure() { return failure }
    let account = makeAccount()
    let runtime = makeRuntime(account.link)
    if case .explicit(let code) = preference,
      let language = languages.first(where: { $0.code == code }),
      let reason = runtime.state.reasonAgainst(language, called: .code(code.rawValue))
    {
      complain(reason)
      return .failed
    }
    runtime.send(.preferenceChosen(preference))
    if let error = runtime.catalogError { return unavailable(preference.name, error, in: runtime) }
    if let failure = failure(of: runtime) { return failure }
    Commands(context: context).report(.language, preference.name)
    return .done
  }

  func names(of languages: [Language]) -> LanguageNames {
    LanguageNames(
      languages: languages, shown: launch.catalog.language, given: launch.markets.names
    ) {
      makeAccount().formatted($0, in: $1)
    }
  }

  private func noLanguage(_ name: String, _ languages: [Language]) -> ExitCode {
    // The name of a setting without a value: the value was forgotten.
    if let setting = SettingName(named: name) {
      let words = setting.values(launch).map(\.word).joined(separator: ", ")
      complain(.message(.settingNeedsValue, .argument(name), .argument(words)))
    } else {
      let codes = [SettingName.system] + languages.map(\.code.rawValue)
      complain(
        Text.message(.unknownLanguage, .argument(name), .argument(codes.joined(separator: ", ")))
          .suggesting(
            name,
            among: codes + names(of: languages).all + SettingName.allCases.map(\.name)))
    }
    return wrongUsage()
  }

  /// Complains if a change is not in the file, or if it may not be on the disk.
  func failure(of runtime: Runtime) -> ExitCode? {
    if let error = runtime.preferenceError {
      complain(
        .message(.preferenceNotWritten, .path(context.preferences.path), error.text), in: runtime)
      return .failed
    }
    tellOutcome(of: runtime)
    return nil
  }

  /// Reports everything else about a change that is in the file.
  func tellOutcome(of runtime: Runtime) {
    if let name = runtime.setAside {
      complain(.message(.storeSetAside, .path(name)), in: runtime)
    }
    tell(failures: runtime.durability.finish(), in: runtime)
  }

  /// Reports commits that may not survive a power cut.
  func tell(failures: Int, in runtime: Runtime) {
    for _ in 0..<failures { complain(.message(.choiceNotDurable), in: runtime) }
  }

  /// The runtime that changes the language without a screen.
  func makeRuntime(_ account: AccountLink) -> Runtime {
    Runtime(
      SettingsState(launch, context), launch, context, isShown: false,
      world: World(account: account))
  }

  func resourceFailure() -> ExitCode? {
    if launch.languagesError != nil { return languagesFailure() }
    return launch.catalogError.map { unavailable(launch.preference.name, $0) }
  }

  /// Complains about the catalog of a language.
  func unavailable(
    _ language: String, _ error: CatalogError, in runtime: Runtime? = nil
  ) -> ExitCode {
    complain(
      .message(.catalogUnavailable, .argument(language), error.text), in: runtime)
    return .resourceInvalid
  }

  func languagesFailure() -> ExitCode {
    if let error = launch.languagesError {
      complain(.message(.languagesUnavailable, error.text))
    }
    return .resourceInvalid
  }

  /// Prints warnings about the stored choice. They do not change the exit code.
  func warn(_ code: ExitCode = .done) -> ExitCode {
    for warning in launch.warnings { complain(warning) }
    return code
  }

  /// Prints one line with tabs on standard output.
  func table(_ line: String) { Console.table(line, in: launch.catalog) }

  /// Prints rows as a JSON array of objects, or their values with tabs between them. Of values that
  /// are true or false, it prints the name if true.
  func show(_ rows: [[(String, JSON)]], json: Bool) {
    if json { return Console.give(JSON.array(rows.map { .object($0) }).text) }
    for row in rows {
      let cells = row.map { name, value in value.string ?? (value.bool == true ? name : "") }
      table(cells.joined(separator: "\t"))
    }
  }

  /// Prints a text for people on standard output.
  func tell(_ text: Text, indent: Int = 0) {
    Console.tell(text, in: wording(for: [text]), indent: indent)
  }

  /// The wording for texts: the agent is asked for values that a locale library writes.
  func wording(for texts: [Text]) -> Wording {
    let (catalog, names) = (launch.catalog, launch.markets.names)
    let wording = catalog.wording(names: names)
    let values = texts.flatMap { $0.formattedValues(in: wording) }
    guard !values.isEmpty else { return wording }
    return catalog.wording(makeAccount().formatted(values, in: [catalog.language]), names: names)
  }

  func plain(_ text: Text) -> String { text.plain(in: launch.catalog.wording) }

  func complain(_ text: Text, in runtime: Runtime? = nil) {
    Console.complain(text, in: runtime?.state.catalog ?? launch.catalog)
  }
}
