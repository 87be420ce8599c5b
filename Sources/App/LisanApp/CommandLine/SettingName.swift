import CommandLineTool
import Localization
import SettingsCore

/// A setting as commands name it: `lisan set theme dark`.
enum SettingName: Hashable, CaseIterable {
  case language
  /// All chosen languages in order.
  case languages
  case market
  case stored(StoredSetting)
  /// The language of one program: `program.git`.
  case program(ProgramName)

  /// The settings that exist once.
  static let allCases =
    [.language, .languages, .market] + StoredSetting.allCases.map { stored($0) }

  /// The setting with a name, also by its name in an earlier version.
  init?(named name: String) {
    // `direction` is the option of `lisan run` for paragraphs.
    let name = name == "direction" ? StoredSetting.layout.rawValue : name
    if name.hasPrefix(Self.programPrefix) {
      guard let program = ProgramName(rawValue: String(name.dropFirst(Self.programPrefix.count)))
      else { return nil }
      self = .program(program)
      return
    }
    guard let setting = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = setting
  }

  static let programPrefix = "program."

  var name: String {
    switch self {
    case .language: "language"
    case .languages: "languages"
    case .market: "market"
    case .stored(let setting): setting.rawValue
    case .program(let program): Self.programPrefix + program.rawValue
    }
  }

  /// The title on the screen.
  var title: Text {
    switch self {
    case .language: .message(.languageSection)
    case .languages: .message(.moreLanguages)
    case .market: .message(.regionSection)
    case .stored(let setting): .message(setting.title)
    case .program(let program): .message(.programLanguage, .argument(program.rawValue))
    }
  }

  /// A word for a value of the setting, and its meaning.
  typealias Value = (word: String, meaning: Text)

  /// The word for the system's language.
  static let system = "system"

  /// The word for a program without a language of its own.
  static let asChosen = "as-chosen"

  /// All words for values that the setting can have here.
  @MainActor
  func values(_ launch: Launch) -> [Value] {
    switch self {
    case .language:
      [(Self.system, .message(.followSystemLanguage))] + Self.languages(launch)
    case .languages: Self.languages(launch)
    case .market: launch.markets.markets.map { ($0.code.rawValue, .market($0.code)) }
    case .stored(let setting): setting.values.map { ($0.word, $0.meaning) }
    case .program(let program):
      [(Self.asChosen, .message(.programAsChosen))] + Self.languages(launch)
        + [launch.programs[program]].compactMap { $0 }
        .filter { code in launch.languages?.contains { $0.code == code } != true }
        .map { ($0.rawValue, .languageName($0)) }
    }
  }

  @MainActor
  private static func languages(_ launch: Launch) -> [Value] {
    (launch.languages ?? []).map { ($0.code.rawValue, .nativeName($0)) }
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
    case .languages:
      launch.languageOrder.isEmpty
        ? launch.preference.name : launch.languageOrder.map(\.rawValue).joined(separator: ",")
    case .market: launch.markets.market(launch.market)?.code.rawValue
    case .stored(let setting):
      setting.isOfAccount ? nil : launch.settings.value(of: setting).word
    case .program(let program): launch.programs[program]?.rawValue ?? Self.asChosen
    }
  }
}
