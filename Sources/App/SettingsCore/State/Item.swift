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
  case layoutDirection
  case note
  case profile(Int64)
  case signOut
  case market(MarketCode)
  case synchronize
  case privacy(PrivacySwitch)
  case developer(DeveloperTool)
  case theme(ThemeName)
  /// The order in which rows with right-to-left text are sent to the terminal.
  case rowOrder
  /// The switch for plain mode.
  case plainMode
  /// The switch for previews.
  case previews
  /// The effect of `lisan run` on the programs of this terminal.
  case programs
  /// The switch that tells the programs of new shells the language.
  case shellLanguage
  /// The switch that opens new shells in `lisan run`.
  case shellRun
  /// The packages with texts in the language.
  case packages
  case terminalTest
  /// The search in the list of languages, if it is long.
  case findLanguage

  /// A stable name for traces and tests, such as `language.option.ar`.
  public var identifier: String {
    switch self {
    case .section(let section): "navigation.\(section.rawValue)"
    case .language(let code): "language.option.\(code.rawValue)"
    case .followSystemLanguage: "language.follow"
    case .layoutDirection: "language.direction"
    case .findLanguage: "language.find"
    case .note: "account.note"
    case .profile(let id): "account.profile.\(id)"
    case .signOut: "account.signOut"
    case .market(let code): "region.market.\(code.rawValue)"
    case .synchronize: "sync.now"
    case .privacy(let privacySwitch): "privacy.\(privacySwitch.rawValue)"
    case .developer(let tool): "developer.\(tool.rawValue)"
    case .theme(let theme): "appearance.theme.\(theme.rawValue)"
    case .rowOrder: "appearance.terminal"
    case .plainMode: "appearance.plain"
    case .previews: "appearance.previews"
    case .programs: "language.programs"
    case .shellLanguage: "language.shell"
    case .shellRun: "language.shellRun"
    case .packages: "language.packages"
    case .terminalTest: "about.terminal"
    }
  }

  /// The items that exist once.
  private static let single: [Item] = [
    .followSystemLanguage, .layoutDirection, .findLanguage, .note, .signOut, .synchronize,
    .rowOrder, .plainMode, .previews, .programs, .shellLanguage, .shellRun,
    .packages, .terminalTest,
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
      case ("privacy", let name, nil): PrivacySwitch(rawValue: name).map { .privacy($0) }
      case ("developer", let name, nil): DeveloperTool(rawValue: name).map { .developer($0) }
      case ("appearance", "theme", let name?): ThemeName(rawValue: name).map { .theme($0) }
      default: Self.single.first { $0.identifier == identifier }
      }
    guard let item else { return nil }
    self = item
  }
}

/// A switch in Privacy; its raw value is also the name of the feature flag that allows it.
public enum PrivacySwitch: String, CaseIterable, Hashable, Sendable {
  case analytics, diagnostics

  /// Where the account keeps whether the switch is on.
  public var place: WritableKeyPath<Privacy, Bool> {
    switch self {
    case .analytics: \.analytics
    case .diagnostics: \.diagnostics
    }
  }
}

/// A line of Developer.
public enum DeveloperTool: String, CaseIterable, Hashable, Sendable {
  case messages, pseudoLanguage
}
