import CommandLineTool
import LisanPreferences
import Localization
import SettingsCore

extension StoredSettings {
  /// The settings of this device as the preference file has them, over the configured values.
  ///
  /// - Parameter stored: nil if nothing is stored or it cannot be trusted.
  @MainActor
  init(_ stored: Preference?, _ context: ProgramContext) {
    self.init(
      StoredSetting.allCases.compactMap { stored?.choice(for: $0) },
      configured: StoredSetting.allCases.compactMap { context.configured($0) })
  }
}

extension Preference {
  /// The choice for a setting; nil for none, or if only a later version knows it.
  fileprivate func choice(for setting: StoredSetting) -> SettingChoice? {
    switch setting.store {
    case .directionFlag: appliesDirectionAtOnce ? SettingChoice(setting, isOn: true) : nil
    case .entry(let number):
      self[Entry.Kind(rawValue: number)].flatMap { SettingChoice(setting, typed: $0.text) }
    case .account: nil
    }
  }
}

extension SettingChoice {
  /// The choice of a value by its word, or by a word that earlier versions had for it.
  init?(_ setting: StoredSetting, typed word: String) {
    let isOn = setting.isSwitch ? OptionSyntax.isOn(word) : nil
    self.init(setting, isOn.map { $0 ? OptionSyntax.on : OptionSyntax.off } ?? word)
  }
}

extension ProgramContext {
  /// The settings in effect.
  ///
  /// - Parameter handedOn: the choices of the program before a restart, which count for more than
  ///   options and the file.
  func inEffect(_ stored: StoredSettings, handedOn: [SettingChoice]? = nil) -> StoredSettings {
    var settings = stored
    for setting in StoredSetting.allCases {
      if let handedOn {
        settings[setting] = handedOn.first { $0.setting == setting } ?? .none(setting)
      } else if isAsked(setting) {
        settings[setting] = configured(setting) ?? .none(setting)
      }
    }
    return settings
  }

  /// Whether something else than the choice decides about a setting in this run.
  func isAsked(_ setting: StoredSetting) -> Bool {
    if setting == .layout, preview != nil { return true }
    return setting.option.map { configuration.isAsked($0) } ?? false
  }

  /// The value of a setting in the configuration, or for a screen reader.
  fileprivate func configured(_ setting: StoredSetting) -> SettingChoice? {
    // The preview of a language shows its direction.
    if setting == .layout, preview != nil { return SettingChoice(setting, isOn: true) }
    if let word = setting.option.flatMap({ configuration.text($0) }) {
      return SettingChoice(setting, typed: word)
    }
    return setting == .plain && wantsLines ? SettingChoice(setting, isOn: true) : nil
  }
}

extension StoredSetting {
  /// The option that overrides the choice; nil for none.
  var option: LisanOption? { hasOption ? LisanOption(rawValue: rawValue) : nil }
}

extension Preference {
  /// The languages in order, if there are several.
  var languageOrder: [LanguageCode] {
    let codes = languages.compactMap(LanguageCode.init(rawValue:))
    return codes.count > 1 || codes.first?.rawValue != language ? codes : []
  }

  /// The languages of single programs; without those that only a later version understands.
  var programLanguages: ProgramLanguages {
    let pairs = programs.compactMap { name, code -> (ProgramName, LanguageCode)? in
      guard let name = ProgramName(rawValue: name), let code = LanguageCode(rawValue: code) else {
        return nil
      }
      return (name, code)
    }
    return ProgramLanguages(uniqueKeysWithValues: pairs)
  }
}

extension PreferenceChanges {
  init(_ choice: ProgramChoice) {
    self.init(programs: [choice.program.rawValue: choice.language?.rawValue ?? ""])
  }

  init(_ write: PreferenceWrite) {
    self.init()
    followsSystemLanguage = write.preference.map { $0 == .system }
    if case .explicit(let code) = write.preference { language = code.rawValue }
    if let languages = write.languages, case .explicit(let code) = write.preference {
      entries = [Entry(languages: languages.map(\.rawValue), shown: code.rawValue)]
    }
    market = write.market?.rawValue
    languageChosenAt = write.chosenAt
  }

  init(_ choice: SettingChoice) {
    self.init()
    switch choice.setting.store {
    case .directionFlag: appliesDirectionAtOnce = StoredSettings([choice]).isOn(choice.setting)
    case .entry(let number):
      entries = [Entry(Entry.Kind(rawValue: number), choice.value?.word ?? "")]
    case .account: break
    }
  }
}
