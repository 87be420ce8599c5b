import AccountModel
import Localization

/// A section of the settings, in the order of the navigation list.
public enum Section: String, CaseIterable, Hashable, Sendable {
  case account
  case language
  case region
  case sync
  case privacy
  case appearance
  case developer
  case about

  public var title: Message { words.title }

  /// Other words by which people find the section; nil for none.
  var otherNames: Message? { words.others }

  private var words: (title: Message, others: Message?) {
    switch self {
    case .account: (.accountSection, .otherNamesAccount)
    case .language: (.languageSection, .otherNamesLanguage)
    case .region: (.regionSection, .otherNamesRegion)
    case .sync: (.syncSection, .otherNamesSync)
    case .privacy: (.privacySection, .otherNamesPrivacy)
    case .appearance: (.appearanceSection, .otherNamesTheme)
    case .developer: (.developerSection, nil)
    case .about: (.aboutSection, .otherNamesAbout)
    }
  }
}

/// An object in the settings that can have the focus.
public enum Item: Hashable, Sendable {
  /// A section's entry in the navigation list.
  case section(Section)
  case language(LanguageCode)
  case followSystemLanguage
  case note
  case profile(Int64)
  case signOut
  case market(MarketCode)
  case synchronize
  case developer(DeveloperTool)
  /// A setting's switch or value.
  case setting(StoredSetting)
  /// A value in the list of a setting's values.
  case choice(SettingChoice)
  /// The effect of `lisan run` on the programs of this terminal.
  case programs
  /// The switch that tells the programs of new shells the language.
  case shellLanguage
  /// The switch that opens new shells in `lisan run`.
  case shellRun
  /// The packages with texts in the language.
  case packages
  case terminalTest
  /// The languages in order.
  case moreLanguages
  /// The search in the list of languages, if it is long.
  case findLanguage

  /// A stable name for traces and tests, such as `language.option.ar`.
  public var identifier: String {
    switch self {
    case .section(let section): "navigation.\(section.rawValue)"
    case .language(let code): "language.option.\(code.rawValue)"
    case .followSystemLanguage: "language.follow"
    case .findLanguage: "language.find"
    case .note: "account.note"
    case .profile(let id): "account.profile.\(id)"
    case .signOut: "account.signOut"
    case .market(let code): "region.market.\(code.rawValue)"
    case .synchronize: "sync.now"
    case .developer(let tool): "developer.\(tool.rawValue)"
    case .setting(let setting): setting.description.place
    case .choice(let choice): "\(choice.setting.description.place).\(choice.value?.word ?? "")"
    case .programs: "language.programs"
    case .shellLanguage: "language.shell"
    case .shellRun: "language.shellRun"
    case .packages: "language.packages"
    case .moreLanguages: "language.more"
    case .terminalTest: "about.terminal"
    }
  }

  /// The setting that the item shows, or one of whose values it shows; nil for another item.
  var setting: StoredSetting? {
    switch self {
    case .setting(let setting): setting
    case .choice(let choice): choice.setting
    default: nil
    }
  }

  /// The items that exist once.
  static let single: [Item] = [
    .followSystemLanguage, .findLanguage, .note, .signOut, .synchronize, .programs, .shellLanguage,
    .shellRun, .packages, .moreLanguages, .terminalTest,
  ]

  /// The item with this stable name; nil if no such item exists.
  public init?(identifier: String) {
    let parts = identifier.split(separator: ".", maxSplits: 2).map(String.init)
    guard parts.count >= 2 else { return nil }
    let last = parts.count == 3 ? parts[2] : nil
    let item: Item? =
      switch (parts[0], parts[1], last) {
      case ("navigation", let name, nil): Section(rawValue: name).map { .section($0) }
      case ("language", "option", let code?): LanguageCode(rawValue: code).map { .language($0) }
      case ("account", "profile", let id?): Int64(id).map { .profile($0) }
      case ("region", "market", let code?): MarketCode(rawValue: code).map { .market($0) }
      case ("developer", let name, nil): DeveloperTool(rawValue: name).map { .developer($0) }
      default:
        Self.single.first { $0.identifier == identifier }
          ?? StoredSetting.item("\(parts[0]).\(parts[1])", last)
      }
    guard let item else { return nil }
    self = item
  }
}

extension StoredSetting {
  /// The item with a name: that of a setting, or with a word that of a value in a list.
  fileprivate static func item(_ place: String, _ word: String?) -> Item? {
    guard let setting = allCases.first(where: { $0.description.place == place }) else { return nil }
    let isList = if case .list = setting.description.control { true } else { false }
    guard isList else { return word == nil ? .setting(setting) : nil }
    return word.flatMap { SettingChoice(setting, $0) }.map { .choice($0) }
  }
}

/// A line of Developer.
public enum DeveloperTool: String, CaseIterable, Hashable, Sendable {
  case messages, pseudoLanguage
}
