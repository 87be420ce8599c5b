// The messages with other words by which people find a section or a setting.

extension Section {
  /// Other words for the section; nil for none.
  var otherNames: Message? {
    switch self {
    case .account: .otherNamesAccount
    case .language: .otherNamesLanguage
    case .region: .otherNamesRegion
    case .sync: .otherNamesSync
    case .privacy: .otherNamesPrivacy
    case .appearance: .otherNamesTheme
    case .developer: nil
    case .about: .otherNamesAbout
    }
  }
}

extension Item {
  /// Other words for the setting; nil for none.
  var otherNames: Message? {
    switch self {
    case .theme: .otherNamesTheme
    case .plainMode: .otherNamesPlainMode
    case .rowOrder, .terminalTest, .programs, .shellRun: .otherNamesOrder
    case .layoutDirection: .otherNamesDirection
    case .followSystemLanguage, .shellLanguage, .packages: .otherNamesLanguage
    case .market: .otherNamesRegion
    case .synchronize: .otherNamesSync
    case .privacy: .otherNamesPrivacy
    case .signOut: .otherNamesSignOut
    case .section, .language, .note, .profile, .developer, .previews, .findLanguage: nil
    }
  }
}
