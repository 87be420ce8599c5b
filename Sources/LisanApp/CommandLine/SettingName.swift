import Localization
import Settings

/// A setting as commands name it: `lisan set theme dark`.
enum SettingName: String, CaseIterable {
  case language
  case market
  case direction
  case theme
  case bidi

  /// What the screen calls it.
  var title: Message {
    switch self {
    case .language: .languageSection
    case .market: .regionSection
    case .direction: .layoutDirection
    case .theme: .theme
    case .bidi: .aboutTerminal
    }
  }

  /// A word that the setting takes, and what it means.
  struct Value {
    let word: String
    let meaning: Text
  }

  /// The words for applying a new direction at once, and after a restart.
  static let atOnce = "at-once"
  static let afterRestart = "after-restart"

  /// The word for the system's language.
  static let system = "system"

  /// All words that the setting takes here.
  @MainActor
  func values(_ launch: Launch) -> [Value] {
    switch self {
    case .language:
      [Value(word: Self.system, meaning: .message(.followSystemLanguage))]
        + (launch.languages ?? []).map {
          Value(word: $0.code.rawValue, meaning: .nativeName($0))
        }
    case .market:
      launch.markets.markets.map { Value(word: $0.code.rawValue, meaning: .market($0.code)) }
    case .direction:
      [
        Value(word: Self.afterRestart, meaning: .message(.afterRestart)),
        Value(word: Self.atOnce, meaning: .message(.atOnce)),
      ]
    case .theme:
      ThemeName.allCases.map { Value(word: $0.rawValue, meaning: .message($0.title)) }
    case .bidi: BidiMode.all.map { Value(word: $0.name, meaning: .identifier(.argument($0.name))) }
    }
  }

  /// The word of the value in effect; nil if there is none, such as a market where none are known.
  @MainActor
  func value(_ launch: Launch) -> String? {
    switch self {
    case .language: launch.preference.name
    case .market: launch.markets.market(launch.market)?.code.rawValue
    case .direction: launch.appliesDirectionAtOnce ? Self.atOnce : Self.afterRestart
    case .theme: launch.theme.rawValue
    case .bidi: launch.bidiMode.name
    }
  }
}
