extension Item {
  /// The message with other words by which people find the setting; nil for none.
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
