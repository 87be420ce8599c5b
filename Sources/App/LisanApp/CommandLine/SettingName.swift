import CommandLineTool
import Localization
import SettingsCore

/// A setting as commands name it: `lisan set theme dark`.
enum SettingName: String, CaseIterable {
  case language
  case market
  case layout
  case theme
  case bidi
  case plain
  case previews
  case analytics
  case diagnostics

  /// The setting with a name, also by its name in an earlier version.
  init?(named name: String) {
    // `direction` is the option of `lisan run` for paragraphs.
    if name == "direction" { self = .layout } else { self.init(rawValue: name) }
  }

  /// The title on the screen.
  var title: Message {
    switch self {
    case .language: .languageSection
    case .market: .regionSection
    case .layout: .layoutDirection
    case .theme: .theme
    case .bidi: .aboutTerminal
    case .plain: .plainMode
    case .previews: .previews
    case .analytics: .privacyAnalytics
    case .diagnostics: .privacyDiagnostics
    }
  }

  /// A word for a value of the setting, and its meaning.
  typealias Value = (word: String, meaning: Text)

  /// The words for applying a new direction at once, and after a restart.
  static let atOnce = "at-once"
  static let afterRestart = "after-restart"

  /// The words for the sides of a switch.
  static func word(_ isOn: Bool) -> String { isOn ? OptionSyntax.on : OptionSyntax.off }

  /// The word for the system's language.
  static let system = "system"

  /// All words for values that the setting can have here.
  @MainActor
  func values(_ launch: Launch) -> [Value] {
    switch self {
    case .language:
      [(Self.system, .message(.followSystemLanguage))]
        + (launch.languages ?? []).map { ($0.code.rawValue, .nativeName($0)) }
    case .market: launch.markets.markets.map { ($0.code.rawValue, .market($0.code)) }
    case .layout:
      [(Self.afterRestart, .message(.afterRestart)), (Self.atOnce, .message(.atOnce))]
    case .theme: ThemeName.allCases.map { ($0.rawValue, .message($0.title)) }
    case .bidi: BidiChoice.all.map { ($0.name, .argument($0.name)) }
    case .plain, .previews, .analytics, .diagnostics:
      [(Self.word(false), .message(.off)), (Self.word(true), .message(.on))]
    }
  }

  /// The word that the user means, such as for a word of earlier versions or a name.
  func word(for typed: String, _ names: [(name: String, word: String)]) -> String {
    switch self {
    case .plain, .analytics, .diagnostics:
      return OptionSyntax.isOn(typed).map { Self.word($0) } ?? typed
    case .market:
      let wanted = LanguagePreference.folded(typed)
      return names.first {
        wanted == LanguagePreference.folded($0.name) || wanted == LanguagePreference.folded($0.word)
      }?.word ?? typed
    default: return typed
    }
  }

  /// The setting of this device with the value of a word; nil if the word has another form, or if the
  /// setting is stored with the language or by the account.
  func stored(_ word: String) -> StoredSetting? {
    switch self {
    case .language, .market, .analytics, .diagnostics: nil
    case .layout: .appliesDirectionAtOnce(word == Self.atOnce)
    case .theme: ThemeName(rawValue: word).map { .theme($0) }
    case .bidi: BidiChoice(name: word).map { .bidiMode($0) }
    case .plain: OptionSyntax.isOn(word).map { .plainMode($0) }
    case .previews: OptionSyntax.isOn(word).map { .previews($0) }
    }
  }

  /// The privacy switch with this name, which the account stores; nil for a setting of this device.
  var privacySwitch: PrivacySwitch? { PrivacySwitch(rawValue: rawValue) }

  /// The word for the value in effect; nil if there is none, such as a market if none are known, or
  /// if the account stores it.
  @MainActor
  func value(_ launch: Launch) -> String? {
    switch self {
    case .language: launch.preference.name
    case .market: launch.markets.market(launch.market)?.code.rawValue
    case .layout: launch.appliesDirectionAtOnce ? Self.atOnce : Self.afterRestart
    case .theme: launch.theme.rawValue
    case .bidi: launch.bidiMode.name
    case .plain: Self.word(launch.isPlain ?? false)
    case .previews: Self.word(launch.showsPreviews)
    case .analytics, .diagnostics: nil
    }
  }
}
