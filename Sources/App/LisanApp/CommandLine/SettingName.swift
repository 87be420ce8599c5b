import CommandLineTool
import Localization
import SettingsCore

/// A setting as commands name it: `lisan set theme dark`.
enum SettingName: Hashable, CaseIterable {
  case language
  case market
  case stored(StoredSetting)

  static let allCases = [.language, .market] + StoredSetting.allCases.map { stored($0) }

  /// The setting with a name, also by its name in an earlier version.
  init?(named name: String) {
    // `direction` is the option of `lisan run` for paragraphs.
    let name = name == "direction" ? StoredSetting.layout.rawValue : name
    guard let setting = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = setting
  }

  var name: String {
    switch self {
    case .language: "language"
    case .market: "market"
    case .stored(let setting): setting.rawValue
    }
  }

  /// The title on the screen.
  var title: Message {
    switch self {
    case .language: .languageSection
    case .market: .regionSection
    case .stored(let setting): setting.title
    }
  }

  /// A word for a value of the setting, and its meaning.
  typealias Value = (word: String, meaning: Text)

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
    case .stored(let setting): setting.values.map { ($0.word, $0.meaning) }
    }
  }

  /// The setting that the account keeps; nil for one of this device.
  var ofAccount: StoredSetting? {
    if case .stored(let setting) = self, setting.isOfAccount { setting } else { nil }
  }

  /// The word for the value in effect; nil if there is none, such as a market if none are known, or
  /// if the account keeps it.
  @MainActor
  func value(_ launch: Launch) -> String? {
    switch self {
    case .language: launch.preference.name
    case .market: launch.markets.market(launch.market)?.code.rawValue
    case .stored(let setting):
      setting.isOfAccount ? nil : launch.settings.value(of: setting).word
    }
  }
}
