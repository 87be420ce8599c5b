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
    guard let setting = SettingName(named: name) else { return noSetting(name, .get) }
    if setting == .language, let failure = resourceFailure() { return failure }
    if let privacySwitch = setting.privacySwitch { return get(setting, privacySwitch) }
    guard let value = setting.value(launch) else { return noValue(setting) }
    Console.say(value)
    return warn()
  }

  func noValue(_ setting: SettingName) -> ExitCode {
    complain(.message(.settingHasNoValue, .argument(setting.rawValue)))
    return .failed
  }

  /// `lisan list-settings`: one line per setting, with tabs between name, value and title.
  func listSettings(json: Bool) -> ExitCode {
    let switches = privacySwitches()
    show(
      SettingName.allCases.compactMap { setting in
        var value = setting.value(launch) ?? ""
        if let privacySwitch = setting.privacySwitch {
          guard let isOn = switches[privacySwitch] else { return nil }
          value = SettingName.word(isOn)
        }
        return [
          ("name", .string(setting.rawValue)), ("value", .string(value)),
          ("title", .string(plain(.message(setting.title)))),
        ]
      }, json: json)
    return warn()
  }

  /// `lisan list-settings NAME`: one line per value that the setting accepts, with tabs between
  /// word, meaning, and `current` or nothing.
  func listValues(of name: String, json: Bool) -> ExitCode {
    guard let setting = SettingName(named: name) else { return noSetting(name, .listSettings) }
    let current =
      setting.privacySwitch.flatMap { privacySwitches()[$0] }.map { SettingName.word($0) }
      ?? setting.value(launch)
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
    guard let setting = SettingName(named: name) else { return noSetting(name, .set) }
    if setting == .language { return set(word) }
    let words = setting.values(launch).map(\.word)
    let names = setting == .market && !words.contains(word) ? marketNames() : []
    let word = setting.word(for: word, names)
    guard words.contains(word) else {
      complain(
        Text.message(
          .invalidValue, .argument(name), .argument(word),
          words.isEmpty ? .message(.none) : .argument(words.joined(separator: ", "))
        ).suggesting(word, among: words + names.map(\.name)))
      return LisanProgram.usage(of: LisanCommand.set.syntax, launch.catalog)
    }
    if let privacySwitch = setting.privacySwitch {
      return set(setting, privacySwitch, to: OptionSyntax.isOn(word) ?? false)
    }
    return change(setting) { runtime, account in
      if setting == .market, let code = MarketCode(rawValue: word) {
        return chooseMarket(code, runtime, account)
      }
      if let stored = setting.stored(word) { runtime.send(.settingChosen(stored)) }
      return nil
    }
  }

  /// The names of the regions, in the language on display and in English.
  private func marketNames() -> [(name: String, word: String)] {
    let codes = launch.markets.markets.map(\.code.rawValue)
    let texts = launch.markets.markets.map { Text.market($0.code) }
    let shown = wording(for: texts)
    let values = codes.map { FormattedValue.region(code: $0) }
    let english = makeAccount().formatted(values, in: [.english])
    return codes.indices.flatMap { index in
      [
        texts[index].plain(in: shown),
        launch.markets.names[.market, codes[index], in: Language.english.code.rawValue],
        english.text(values[index], in: .english),
      ].compactMap { $0 }.map { ($0, codes[index]) }
    }
  }

  /// `lisan reset NAME`: as if the setting had never been chosen.
  func reset(_ name: String) -> ExitCode {
    guard let setting = SettingName(named: name) else { return noSetting(name, .reset) }
    if setting == .language { return set(SettingName.system) }
    if let privacySwitch = setting.privacySwitch { return set(setting, privacySwitch, to: false) }
    return change(setting) { runtime, account in
      var changes = PreferenceChanges()
      switch setting {
      case .language, .analytics, .diagnostics: return nil
      case .market:
        if let code = launch.markets.markets.first?.code,
          let failure = chooseMarket(code, runtime, account)
        {
          return failure
        }
        changes.market = ""
      case .layout: changes.appliesDirectionAtOnce = false
      case .theme: changes.entries = [Entry(.theme, "")]
      case .bidi: changes.entries = [Entry(.bidiMode, "")]
      case .plain: changes.entries = [Entry(.plainMode, "")]
      case .previews: changes.entries = [Entry(.previews, "")]
      }
      runtime.commit(changes)
      return nil
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
    tell(.message(.settingIsNow, .message(setting.title), meaning))
  }

  func noSetting(_ name: String, _ command: LisanCommand) -> ExitCode {
    let hasServer = context.configuration.server != nil
    let names = SettingName.allCases.filter { hasServer || $0.privacySwitch == nil }
      .map { $0.rawValue }
    complain(
      Text.message(.unknownSetting, .argument(name), .argument(names.joined(separator: ", ")))
        .suggesting(name, among: names))
    return LisanProgram.usage(of: command.syntax, launch.catalog)
  }
}
