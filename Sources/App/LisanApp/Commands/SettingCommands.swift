import AccountModel
import CommandLineTool
import Glibc
import LisanPreferences
import LocaleValues
import Localization
import PreferenceStore
import SettingsCore
import StrictJSON

/// The commands for each setting: `get NAME`, `set NAME VALUE`, `reset NAME`, `list-settings`.
extension Commands {
  /// `lisan get NAME`: prints the word for a setting's value, which `set` accepts.
  func get(setting name: String) -> ExitCode {
    guard let setting = SettingName(named: name) else { return noSetting(name) }
    if setting == .language, let failure = resourceFailure() { return failure }
    if let setting = setting.ofAccount { return get(ofAccount: setting) }
    guard let value = setting.value(launch) else { return noValue(setting) }
    Console.say(value)
    return warn()
  }

  func noValue(_ setting: SettingName) -> ExitCode {
    complain(.message(.settingHasNoValue, .argument(setting.name)))
    return .failed
  }

  /// `lisan list-settings`: one line per setting, with tabs between name, value and title.
  func listSettings(json: Bool) -> ExitCode {
    let words = settingsOfAccount()
    show(
      (SettingName.allCases + launch.programs.keys.sorted().map { .program($0) }).compactMap {
        setting in
        var value = setting.value(launch) ?? ""
        if let setting = setting.ofAccount {
          guard let word = words[setting] else { return nil }
          value = word
        }
        return [
          ("name", .string(setting.name)), ("value", .string(value)),
          ("title", .string(plain(setting.title))),
        ]
      }, json: json)
    return warn()
  }

  /// `lisan list-settings NAME`: one line per value that the setting accepts, with tabs between
  /// word, meaning, and `current` or nothing.
  func listValues(of name: String, json: Bool) -> ExitCode {
    guard let setting = SettingName(named: name) else { return noSetting(name) }
    let current =
      setting.ofAccount.map { settingsOfAccount()[$0] } ?? setting.value(launch)
    let values = setting.values(launch)
    let wording = wording(for: values.map(\.meaning))
    show(
      values.map { value in
        [
          ("value", .string(value.word)), ("meaning", .string(value.meaning.plain(in: wording))),
          ("current", .bool(value.word == current)),
        ]
      }, json: json)
    return warn()
  }

  /// `lisan set NAME VALUE`.
  func set(setting name: String, to word: String) -> ExitCode {
    guard let setting = SettingName(named: name) else { return noSetting(name) }
    switch setting {
    case .language: return set(word)
    case .languages: return set(languages: word)
    case .market:
      let codes = launch.markets.markets.map(\.code)
      if let code = codes.first(where: { $0.rawValue == word }) { return choose(market: code) }
      let names = marketNames()
      let wanted = LanguagePreference.folded(word)
      guard let name = names.first(where: { LanguagePreference.folded($0.name) == wanted }) else {
        return noValue(word, setting, name, names: names.map(\.name))
      }
      return choose(market: name.code)
    case .stored(let stored):
      return SettingChoice(stored, typed: word).map { choose($0) } ?? noValue(word, setting, name)
    case .program(let program):
      if word == SettingName.asChosen { return choose(ProgramChoice(program, nil)) }
      guard let languages = launch.languages else { return languagesFailure() }
      // It need not be a language of this installation, if some program has texts in it.
      let code = code(named: word, languages)
      guard let code,
        languages.contains(where: { $0.code == code }) || TranslatedPrograms.exist(in: code)
      else { return noValue(word, setting, name, names: names(of: languages).all) }
      return choose(ProgramChoice(program, code))
    }
  }

  /// Complains about a word that is no value of a setting.
  ///
  /// - Parameter names: other words that `set` takes.
  private func noValue(
    _ word: String, _ setting: SettingName, _ name: String, names: [String] = []
  ) -> ExitCode {
    let words = setting.values(launch).map(\.word)
    complain(
      Text.message(
        .invalidValue, .argument(name), .argument(word),
        words.isEmpty ? .message(.none) : .argument(words.joined(separator: ", "))
      ).suggesting(word, among: words + names))
    return wrongUsage()
  }

  /// Chooses or resets a setting.
  private func choose(_ choice: SettingChoice) -> ExitCode {
    if choice.setting.isOfAccount { return set(ofAccount: choice) }
    return change(.stored(choice.setting)) { runtime, _ in
      runtime.send(.settingChosen(choice))
      return nil
    }
  }

  private func choose(_ choice: ProgramChoice) -> ExitCode {
    change(.program(choice.program)) { runtime, _ in
      runtime.send(.programChosen(choice))
      return nil
    }
  }

  /// `lisan set languages ur,ar,en`.
  private func set(languages words: String) -> ExitCode {
    guard let languages = launch.languages else { return languagesFailure() }
    var codes: [LanguageCode] = []
    for word in words.split(separator: ",", omittingEmptySubsequences: false) {
      let code = code(named: String(word), languages)
      guard let code,
        languages.contains(where: { $0.code == code }) || TranslatedPrograms.exist(in: code)
      else {
        return noValue(
          String(word), .languages, SettingName.languages.name, names: names(of: languages).all)
      }
      if !codes.contains(code) { codes.append(code) }
    }
    guard codes.contains(where: SettingsState(launch, context).isAvailable) else {
      complain(.message(.languagesUnavailableHere))
      return .failed
    }
    return choose(languages: codes)
  }

  private func choose(languages codes: [LanguageCode]) -> ExitCode {
    if let failure = signInFailure() { return failure }
    return change(.languages) { runtime, _ in
      runtime.send(.languagesChosen(codes))
      return runtime.catalogError.map { unavailable(codes[0].rawValue, $0, in: runtime) }
    }
  }

  private func choose(market code: MarketCode) -> ExitCode {
    change(.market) { chooseMarket(code, $0, $1) }
  }

  /// What people call the regions: by the code, and by the name in the language on display and in
  /// English, which the agent may have to write.
  private func marketNames() -> [(name: String, code: MarketCode)] {
    let codes = launch.markets.markets.map(\.code)
    let texts = codes.map { Text.market($0) }
    let shown = wording(for: texts)
    let values = codes.map { FormattedValue.region(code: $0.rawValue) }
    let english = makeAccount().formatted(values, in: [.english])
    return codes.indices.flatMap { index in
      [
        codes[index].rawValue, texts[index].plain(in: shown),
        launch.markets.names[.market, codes[index].rawValue, in: Language.english.code.rawValue],
        english.text(values[index], in: .english),
      ].compactMap { $0 }.map { ($0, codes[index]) }
    }
  }

  /// `lisan reset NAME`: as if the setting had never been chosen.
  func reset(_ name: String) -> ExitCode {
    guard let setting = SettingName(named: name) else { return noSetting(name) }
    switch setting {
    case .language: return set(SettingName.system)
    case .languages:
      guard let code = launch.languageOrder.first(where: { $0.rawValue == launch.preference.name })
      else { return warn() }
      return choose(languages: [code])
    case .market:
      return change(setting) { runtime, account in
        if let code = launch.markets.markets.first?.code,
          let failure = chooseMarket(code, runtime, account)
        {
          return failure
        }
        runtime.commit(PreferenceChanges(market: ""))
        return nil
      }
    case .stored(let stored): return choose(.none(stored))
    case .program(let program): return choose(ProgramChoice(program, nil))
    }
  }

  /// Makes a change, and reports faults, and on a terminal the new value.
  private func change(
    _ setting: SettingName, _ make: (Runtime, CommandAccount) -> ExitCode?
  ) -> ExitCode {
    if setting == .market, let failure = signInFailure() { return failure }
    let account = makeAccount()
    let runtime = makeRuntime(account.link)
    if let failure = make(runtime, account) { return failure }
    if let failure = failure(of: runtime) { return failure }
    let now = Commands(context: context)
    if let word = setting.value(now.launch) { now.report(setting, word) }
    return .done
  }

  /// Chooses a market, which a server must allow.
  private func chooseMarket(
    _ code: MarketCode, _ runtime: Runtime, _ account: CommandAccount
  ) -> ExitCode? {
    if context.configuration.server != nil, let failure = account.ask(.changeMarket(code)) {
      return end(with: failure)
    }
    runtime.send(.marketAccepted(code))
    return nil
  }

  /// Prints on a terminal the new value of a setting; a script knows what it asked for.
  func report(_ setting: SettingName, _ word: String) {
    guard isatty(STDOUT_FILENO) == 1 else { return }
    let meaning =
      setting.values(launch).first { $0.word == word }?.meaning ?? .argument(word)
    tell(.message(.settingIsNow, setting.title, meaning))
  }

  func noSetting(_ name: String) -> ExitCode {
    let hasServer = context.configuration.server != nil
    let names =
      SettingName.allCases.filter { hasServer || $0.ofAccount == nil }.map(\.name)
      + [SettingName.programPrefix + "NAME"]
    complain(
      Text.message(.unknownSetting, .argument(name), .argument(names.joined(separator: ", ")))
        .suggesting(name, among: names))
    return wrongUsage()
  }
}
