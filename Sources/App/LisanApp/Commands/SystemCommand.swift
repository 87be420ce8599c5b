import Glibc
import LocaleValues
import Localization
import SettingsCore
import StrictJSON
import SystemCalls

/// `lisan system`: the language of the system and of the login screen.
extension Commands {
  private var path: String { context.programPath }

  /// Whose login screen is meant: behind sudo, the person who called it.
  private var user: UInt32 {
    let user = getuid()
    guard user == 0 else { return user }
    return context.environment("SUDO_UID").flatMap { UInt32($0) } ?? user
  }

  /// Prints the variables of the system and the locale of the login screen: a line each, with where it
  /// applies, name, value and who keeps it.
  func showSystemLanguage(json: Bool) -> ExitCode {
    let machine = MachineLanguage(path: path)
    var rows: [[(String, JSON)]] = []
    var code = ExitCode.done
    func add(_ place: String, _ name: String, _ value: String, _ keeper: String) {
      rows.append([
        ("place", .string(place)), ("name", .string(name)), ("value", .string(value)),
        ("source", .string(keeper)),
      ])
    }
    do throws(MachineFailure) {
      let variables = try machine.variables()
      let language = variables.first { $0.name == "LANG" }?.value ?? ""
      add("system", "LANG", language, machine.keeper)
      for variable in variables where variable.name != "LANG" && variable.value != language {
        add("system", variable.name, variable.value, machine.keeper)
      }
    } catch {
      complain(.message(.systemUnknown, error.text))
      code = .failed
    }
    if let login = LoginLanguage(user: user, path: path) {
      do throws(MachineFailure) {
        add("login", "Language", try login.locale(), LoginLanguage.keeper)
      } catch {
        complain(.message(.loginUnknown, error.text))
        code = .failed
      }
    }
    show(rows, json: json)
    return warn(code)
  }

  /// Sets the language of the system and of the login screen.
  ///
  /// - Parameters:
  ///   - word: a language by its code or its name, or a locale.
  ///   - generates: whether a locale that is missing is made.
  ///   - isTrial: whether the changes are only shown.
  func setSystemLanguage(
    _ word: String, generates: Bool, isTrial: Bool, json: Bool
  ) -> ExitCode {
    guard let languages = launch.languages else { return languagesFailure() }
    let machine = MachineLanguage(path: path)
    let wanted: Locale
    switch locale(named: word, languages) {
    case .installed(let locale): wanted = locale
    case .unknown: return unknown(word, languages)
    case .missing(let code, let territories):
      guard generates else {
        complain(LocaleMaker(path: path).missing(code, territories))
        return .failed
      }
      guard
        let made = make(code, territories, of: machine, isTrial: isTrial, json: json)
      else { return .failed }
      wanted = made
    }
    var changes: [Change] = []
    var code = ExitCode.done
    do throws(MachineFailure) {
      changes += try set(machine, wanted, isTrial: isTrial)
    } catch {
      complain(
        .message(.systemNotSet, error.text, .argument("sudo lisan system \(word)")))
      let isInstalled = InstalledLocales.list(path).contains {
        LanguageEnvironment.isSame($0, wanted.name)
      }
      guard isInstalled else { return .failed }
      code = .failed
    }
    if let login = LoginLanguage(user: user, path: path) {
      do throws(MachineFailure) {
        changes += try set(login, wanted, isTrial: isTrial)
      } catch {
        complain(.message(.loginNotSet, error.text))
        code = .failed
      }
    }
    if !isTrial { report(changes, json: json, isWhole: code == .done) }
    return warn(code)
  }

  // MARK: The locale

  /// A locale, and how gettext names its language.
  private struct Locale {
    let name: String
    let gettext: String
  }

  private enum Found {
    case installed(Locale)
    case missing(LanguageCode, territories: [String])
    case unknown
  }

  /// The installed locale that a word means: a locale by its name, else one of a language.
  private func locale(named word: String, _ languages: [Language]) -> Found {
    let installed = InstalledLocales.list(path)
    let code = self.code(named: word, languages)
    func gettext(_ code: LanguageCode?) -> String {
      code.map { LanguageEnvironment.gettextNames(of: listed($0)) } ?? "C"
    }
    // A name without a charset means its UTF-8 locale.
    let isExact =
      code == nil || word.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@") }
    if isExact, let exact = installed.first(where: { LanguageEnvironment.isSame($0, word) }) {
      let name =
        LanguageEnvironment.isUTF8(exact) ? LanguageEnvironment.withUsualCodeset(exact) : exact
      return .installed(Locale(name: name, gettext: gettext(code)))
    }
    guard let code else { return .unknown }
    let system = SystemEnvironment(context.environment)
    let territories = [
      context.preferences.current?.market ?? "",
      LanguageEnvironment.territory(of: system.value("LANG") ?? ""),
    ]
    guard
      let name = LanguageEnvironment.locale(of: code, territories: territories, in: installed)
    else { return .missing(code, territories: territories) }
    return .installed(
      Locale(name: LanguageEnvironment.withUsualCodeset(name), gettext: gettext(code)))
  }

  /// The language that a word means: by a code, a locale, or a name. It need not be one of Lisan's.
  func code(named word: String, _ languages: [Language]) -> LanguageCode? {
    if let code = SystemLanguage.code(ofLocale: word[...]),
      // A longer word is a name, such as `Arabic`.
      code.rawValue.prefix(while: { $0 != "-" }).utf8.count < 4
    {
      return code
    }
    guard case .explicit(let code) = names(of: languages).preference(named: word) else {
      return nil
    }
    return code
  }

  /// The chosen languages in order, if this is the first of them; else it alone.
  private func listed(_ code: LanguageCode) -> [LanguageCode] {
    launch.languageOrder.first == code ? launch.languageOrder : [code]
  }

  private func unknown(_ word: String, _ languages: [Language]) -> ExitCode {
    let codes = languages.map(\.code.rawValue).joined(separator: ", ")
    complain(.message(.unknownLanguage, .argument(word), .argument(codes)))
    return wrongUsage()
  }

  /// Makes a locale of a language, or says why not.
  private func make(
    _ code: LanguageCode, _ territories: [String], of machine: MachineLanguage, isTrial: Bool,
    json: Bool
  ) -> Locale? {
    let maker = LocaleMaker(path: path)
    guard maker.isInstalled, let candidate = maker.candidate(code, territories: territories)
    else {
      complain(maker.missing(code, territories))
      return nil
    }
    let name = Text.argument(candidate.name)
    let made = Locale(
      name: candidate.name, gettext: LanguageEnvironment.gettextNames(of: listed(code)))
    do throws(MachineFailure) {
      if isTrial {
        Console.give(difference: try maker.difference(candidate))
        Console.say(LocaleMaker.command.joined(separator: " "))
        return made
      }
      guard maker.isPermitted else {
        // systemd-localed makes what is missing, if it may.
        if machine.file == nil { return made }
        throw .file(path: maker.list, SystemError(EACCES))
      }
      try maker.make(candidate)
      if !json { tell(.message(.localeMade, name, .path(maker.list))) }
      return made
    } catch {
      complain(
        .message(
          .localeNotMade, name, error.text, .argument("sudo \(LocaleMaker.command(code))")))
      return nil
    }
  }

  // MARK: The changes

  /// A variable of the system, or the locale of the login screen.
  private struct Change {
    /// `system` or `login`.
    let place: String
    let name: String
    let before: String
    let after: String
    let keeper: String
    /// The command that takes it back.
    let undo: String
  }

  private func set(
    _ machine: MachineLanguage, _ locale: Locale, isTrial: Bool
  ) throws(MachineFailure) -> [Change] {
    let before = try machine.variables()
    let wanted = MachineLanguage.variables(before, with: locale.name, gettext: locale.gettext)
    if let obstacle = MachineLanguage.obstacle(in: wanted, to: locale.name) {
      complain(
        .message(.systemOverridden, .argument(obstacle.name), .argument(obstacle.value)))
    }
    guard !wanted.elementsEqual(before, by: { $0 == $1 }) else { return [] }
    if isTrial {
      if let difference = try machine.difference(wanted) {
        Console.give(difference: difference)
      } else {
        Console.say(MachineLanguage.command(wanted).joined(separator: " "))
      }
      return []
    }
    try machine.set(wanted)
    let after = try machine.variables()
    let undo = machine.undo(to: before, from: after)
    return after.compactMap { name, value in
      let old = before.first { $0.name == name }?.value ?? ""
      return old == value
        ? nil
        : Change(
          place: "system", name: name, before: old, after: value, keeper: machine.keeper,
          undo: undo)
    }
  }

  private func set(
    _ login: LoginLanguage, _ locale: Locale, isTrial: Bool
  ) throws(MachineFailure) -> [Change] {
    let before = try login.locale()
    guard before != locale.name else { return [] }
    if isTrial {
      Console.say(login.command(locale.name).joined(separator: " "))
      return []
    }
    try login.set(locale.name)
    return [
      Change(
        place: "login", name: "Language", before: before, after: try login.locale(),
        keeper: LoginLanguage.keeper,
        undo: login.command(before.isEmpty ? "''" : before).joined(separator: " "))
    ]
  }

  /// Says what was changed from what to what, and how to go back.
  private func report(_ changes: [Change], json: Bool, isWhole: Bool) {
    if json {
      return show(
        changes.map { change in
          [
            ("place", .string(change.place)), ("name", .string(change.name)),
            ("before", .string(change.before)), ("after", .string(change.after)),
            ("source", .string(change.keeper)), ("undo", .string(change.undo)),
          ]
        }, json: true)
    }
    for change in changes {
      let (before, after) = (Text.argument(change.before), Text.argument(change.after))
      let name = Text.argument(change.name)
      let text: Text =
        switch (change.place, change.before.isEmpty) {
        case ("system", false): .message(.systemChanged, name, after, before)
        case ("system", true): .message(.systemAdded, name, after)
        case (_, false): .message(.loginChanged, after, before)
        case (_, true): .message(.loginAdded, after)
        }
      tell(text)
    }
    if changes.isEmpty, isWhole { tell(.message(.shellUnchanged)) }
    var undone: [String] = []
    for change in changes where !undone.contains(change.undo) {
      undone.append(change.undo)
      tell(.message(.systemBack, .argument(change.undo)))
    }
  }
}

// MARK: Programs

extension Commands {
  /// Prints the packages that have texts in a language, and those that would bring more: a line each,
  /// with `installed` or `available`.
  ///
  /// - Parameter word: a language by its code or its name; nil for the one in use.
  func listPrograms(_ word: String?, json: Bool) -> ExitCode {
    guard let languages = launch.languages else { return languagesFailure() }
    guard let code = word.map({ self.code(named: $0, languages) }) ?? launch.catalog.language.code
    else {
      return unknown(word ?? "", languages)
    }
    let name = FormattedValue.language(code: code.rawValue)
    let english = makeAccount().formatted([name], in: [.english]).text(name, in: .english)
    do throws(MachineFailure) {
      let packages = try LanguagePackages(code, named: english, in: path)
      let rows =
        packages.installed.map { ($0, "installed") } + packages.available.map { ($0, "available") }
      show(
        rows.map { [("package", .string($0.0)), ("state", .string($0.1))] }, json: json)
      return warn()
    } catch {
      complain(.message(.packagesUnknown, error.text))
      return .failed
    }
  }
}
