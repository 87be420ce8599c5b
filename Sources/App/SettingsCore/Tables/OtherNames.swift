extension Item {
  /// The message with other words by which people find the setting; nil for none.
  var otherNames: Message? {
    switch self {
    case .setting, .choice: setting?.description.otherNames
    case .terminalTest, .programs, .shellRun: .otherNamesOrder
    case .followSystemLanguage, .shellLanguage, .packages, .moreLanguages: .otherNamesLanguage
    case .market: .otherNamesRegion
    case .synchronize: .otherNamesSync
    case .signOut: .otherNamesSignOut
    case .section, .language, .note, .profile, .developer, .findLanguage: nil
    }
  }
}
