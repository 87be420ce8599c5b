import CommandLineTool
import LisanPreferences
import Localization
import SettingsCore

/// The settings other than the language, from the preference file or a restart's handover.
struct StoredSettings: Equatable {
  let appliesDirectionAtOnce: Bool
  /// nil if none was chosen, or if only a later version knows it.
  let theme: ThemeName?
  let bidiMode: BidiChoice?
  let isPlain: Bool?
  var showsPreviews = true
}

extension StoredSettings {
  /// - Parameter stored: nil if nothing is stored or it cannot be trusted.
  init(_ stored: Preference?) {
    appliesDirectionAtOnce = stored?.appliesDirectionAtOnce ?? false
    theme = stored?[.theme].flatMap { ThemeName(rawValue: $0.text) }
    bidiMode = stored?[.bidiMode].flatMap { BidiChoice(name: $0.text) }
    isPlain = stored?[.plainMode].flatMap { OptionSyntax.isOn($0.text) }
    showsPreviews = stored?[.previews].flatMap { OptionSyntax.isOn($0.text) } ?? true
  }

  /// The settings in effect on the screen, whether or not they could be written.
  init(_ state: SettingsState) {
    appliesDirectionAtOnce = state.appliesDirectionAtOnce
    theme = state.theme
    bidiMode = state.bidiMode
    isPlain = state.isPlainChosen
    showsPreviews = state.showsPreviews
  }
}

extension ProgramContext {
  /// Every setting as it is in effect with these choices. One that was never chosen, or reset, has
  /// the configured value.
  func settings(chosen: StoredSettings) -> [StoredSetting] {
    StoredSetting.Kind.allCases.map { kind in
      switch kind {
      case .direction: .appliesDirectionAtOnce(chosen.appliesDirectionAtOnce)
      case .theme: .theme(configuration.theme(chosen: chosen.theme))
      case .bidi: .bidiMode(configuration.bidiMode(chosen: chosen.bidiMode))
      case .plain: .plainMode(isPlainWanted(chosen: chosen.isPlain) ?? false)
      case .previews: .previews(chosen.showsPreviews)
      }
    }
  }
}

extension PreferenceChanges {
  init(_ write: PreferenceWrite) {
    self.init()
    followsSystemLanguage = write.preference == .system
    if case .explicit(let code) = write.preference { language = code.rawValue }
    market = write.market?.rawValue
    languageChosenAt = write.chosenAt
    isResolvedAnew = write.isResolvedAnew
  }

  init(_ setting: StoredSetting) {
    self.init()
    switch setting {
    case .appliesDirectionAtOnce(let isAtOnce): appliesDirectionAtOnce = isAtOnce
    case .theme(let theme): entries = [Entry(.theme, theme.rawValue)]
    case .bidiMode(let mode): entries = [Entry(.bidiMode, mode.name)]
    case .plainMode(let isPlain): entries = [Entry(.plainMode, SettingName.word(isPlain))]
    case .previews(let areShown): entries = [Entry(.previews, SettingName.word(areShown))]
    }
  }
}
