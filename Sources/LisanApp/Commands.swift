import BidiText
import Glibc
import Localization
import PreferenceStore
import Settings
import SystemCalls

/// Exit codes (R57).
enum ExitCode: Int32 {
  case done = 0
  case failed = 1
  case wrongUsage = 2
  case notSignedIn = 3
  case resourceInvalid = 4
  case noTerminal = 5
}

/// The commands for scripts: no screen, plain text in logical order.
@MainActor
struct Commands {
  let context: ProgramContext
  let launch: Launch

  init(context: ProgramContext) {
    self.context = context
    launch = Launch(context)
  }

  /// `lisan get`: the resolved language, or with `--preference` what was chosen.
  func get(preference: Bool) -> ExitCode {
    if !preference, let failure = resourceFailure() { return failure }
    say(preference ? launch.preference.name : launch.catalog.language.code.rawValue)
    return warn()
  }

  /// `lisan list`: a line a language with tabs between code, native name, direction, and
  /// `current` or nothing.
  func list(json: Bool) -> ExitCode {
    guard let languages = launch.languages else { return languagesFailure() }
    let current = launch.catalog.language.code
    if json {
      let values = languages.map { language in
        JSON.object([
          ("code", .string(language.code.rawValue)),
          ("name", language.nativeName.map { .string($0) } ?? .null),
          ("direction", .string(language.direction == .rightToLeft ? "rtl" : "ltr")),
          ("current", .bool(language.code == current)),
        ])
      }
      say(JSON.array(values).text)
    } else {
      for language in languages {
        say(
          [
            language.code.rawValue, language.nativeName ?? language.code.uppercased,
            language.direction == .rightToLeft ? "rtl" : "ltr",
            language.code == current ? "current" : "",
          ].joined(separator: "\t"))
      }
    }
    return warn()
  }

  /// `lisan set`: the same change in the same order as on the screen, without its prompt.
  func set(_ name: String) -> ExitCode {
    guard let languages = launch.languages else { return languagesFailure() }
    let names = (["system"] + languages.map(\.code.rawValue)).joined(separator: ", ")
    guard let preference = LanguagePreference(name: name), isConfigured(preference, languages)
    else {
      complain(
        .message(
          .unknownLanguage, [.identifier(.argument(name)), .identifier(.argument(names))]))
      complain(Help.usage(Command.set.syntax))
      return .wrongUsage
    }
    if let failure = signInFailure() { return failure }
    let durability = Durability()
    let account = CommandAccount(context, language: launch.catalog.language.code)
    let runtime = makeRuntime(languages, durability, account)
    if case .explicit(let code) = preference,
      !launch.markets.languages(in: launch.market, available: languages.map(\.code)).contains(code)
    {
      let language = Text.identifier(.code(name))
      complain(
        launch.markets.market(launch.market).map { market in
          .message(.hintNotOffered, [.identifier(.code(market.code.rawValue)), language])
        } ?? .message(.hintNotOfferedByServer, [language]))
      return .failed
    }
    runtime.send(.preferenceChosen(preference))
    if let error = runtime.catalogError {
      complain(
        .message(
          .catalogUnavailable,
          [.identifier(.argument(name)), .identifier(.argument(error.description))]),
        in: runtime)
      return .resourceInvalid
    }
    if let error = runtime.preferenceError {
      complain(
        .message(
          .preferenceNotWritten,
          [
            .identifier(.path(context.preferences.path)), .identifier(.argument(error)),
          ]), in: runtime)
      return .failed
    }
    for failure in durability.finish() {
      context.log.warning("durability", failure.description)
      complain(.message(.choiceNotDurable), in: runtime)
    }
    return .done
  }

  /// What changes the language without a screen.
  func makeRuntime(
    _ languages: [Language], _ durability: Durability, _ account: CommandAccount
  ) -> Runtime {
    Runtime(
      state: State(
        catalog: launch.catalog, languages: languages, preference: launch.preference,
        preferenceStanding: launch.preferenceStanding, languageChosenAt: launch.languageChosenAt,
        systemLanguages: launch.systemLanguages,
        markets: launch.markets, market: launch.market,
        runtimeDirection: nil, size: .init(columns: 80, rows: 24),
        environment: Environment(
          version: version, terminal: "", preferencePath: context.preferences.path,
          resourcePath: context.configuration.resources, logPath: context.log.path),
        formatting: .localized), sequence: launch.sequence,
      world: World(
        context, durability: durability, account: account.link, suspend: {}, restart: { ENOTSUP }),
      log: context.log, trace: context.trace)
  }

  private func isConfigured(_ preference: LanguagePreference, _ languages: [Language]) -> Bool {
    guard case .explicit(let code) = preference else { return true }
    return languages.contains { $0.code == code }
  }

  func resourceFailure() -> ExitCode? {
    if launch.languagesError != nil { return languagesFailure() }
    if let error = launch.catalogError {
      complain(
        .message(
          .catalogUnavailable,
          [
            .identifier(.argument(launch.preference.name)),
            .identifier(.argument(error.description)),
          ]))
      return .resourceInvalid
    }
    return nil
  }

  func languagesFailure() -> ExitCode {
    complain(
      .message(
        .languagesUnavailable,
        [.identifier(.argument(launch.languagesError?.description ?? ""))]))
    return .resourceInvalid
  }

  /// What is wrong with the stored choice is said, and the answer stands all the same.
  func warn() -> ExitCode {
    for warning in launch.warnings { complain(warning) }
    return .done
  }

  func complain(_ text: Text, in runtime: Runtime? = nil) {
    Self.complain(text, in: runtime?.state.catalog ?? launch.catalog)
  }

  /// One line on standard output; false where nobody takes it any more.
  @discardableResult
  func say(_ line: String) -> Bool {
    Self.say(line)
  }

  @discardableResult
  static func say(_ line: String) -> Bool {
    send(line + "\n")
  }

  /// A question on standard output; the answer is typed behind it.
  static func ask(_ question: String) {
    send(question)
  }

  @discardableResult
  private static func send(_ text: String) -> Bool {
    let failure = write(filtered(text), to: STDOUT_FILENO)
    if failure != 0 && !isReaderGone(failure) { outputFailure = failure }
    return failure == 0
  }

  /// Whether nobody reads any more: a pipe without its other end, a terminal that hung up.
  private static func isReaderGone(_ failure: Int32) -> Bool {
    guard failure == EIO else { return failure == EPIPE }
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }

  /// Why an answer could not be written, as errno; 0 where it could, or where its reader has gone.
  private(set) static var outputFailure: Int32 = 0

  /// One line on standard error, in the person's language.
  static func complain(_ text: Text, in catalog: Catalog<Message>) {
    write(filtered("lisan: " + text.plain(in: catalog.wording)) + "\n", to: STDERR_FILENO)
  }

  /// What may reach a terminal: no control but the end of a line and a tab, and nothing that turns the
  /// text around it. Names of files, arguments and what a server says come this way as well.
  private static func filtered(_ text: String) -> String {
    // Nearly all there is to say: nothing to look at twice.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x09 }) {
      return text
    }
    var result = ""
    for piece in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !result.isEmpty || piece.startIndex != text.startIndex { result += "\n" }
      result += piece.split(separator: "\t", omittingEmptySubsequences: false)
        .map { ForeignText.filtered(String($0)) }.joined(separator: "\t")
    }
    return result
  }

  /// Writes a text as a whole; 0, or errno where that fails.
  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    do throws(SystemError) {
      try writeAll(text, to: descriptor)
      return 0
    } catch {
      return error.errno
    }
  }
}
