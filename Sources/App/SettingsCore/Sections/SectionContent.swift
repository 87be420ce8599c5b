import Localization

/// The contents of a section. Each section has its own file.
///
/// What belongs to stored settings, such as hints, comes from their table (`StoredSetting`).
protocol SectionContent {
  /// Whether the section exists now.
  static func isShown(in state: SettingsState) -> Bool
  /// The section's cards and parts, used to draw and to speak it. A part with an item can have the
  /// focus. Building the form must be cheap, because each move of the focus builds it; texts are
  /// resolved only when they are shown.
  static func form(_ state: SettingsState) -> SectionForm
  /// The hint row's text about the focused item.
  static func hint(for item: Item, _ state: SettingsState) -> Text?
  /// The meaning of choosing an item, in paragraphs, for a window with room for a third pane.
  static func explanation(of item: Item, _ state: SettingsState) -> [Text]
  /// The language whose screen the third pane shows for an item; nil for none.
  static func previewed(for item: Item, _ state: SettingsState) -> Language?
  /// Handles the choice of an item.
  static func activate(_ item: Item, _ state: inout SettingsState) -> [Effect]
  /// The text field of an item, ready to be opened; nil if the item has none.
  static func field(for item: Item, _ state: SettingsState) -> TextField?
  /// Handles a changed text that the user kept.
  static func textKept(_ text: String, for item: Item, _ state: inout SettingsState) -> [Effect]
}

extension SectionContent {
  static func isShown(in state: SettingsState) -> Bool { true }
  static func hint(for item: Item, _ state: SettingsState) -> Text? { nil }
  static func activate(_ item: Item, _ state: inout SettingsState) -> [Effect] { [] }
  static func explanation(of item: Item, _ state: SettingsState) -> [Text] { [] }
  static func previewed(for item: Item, _ state: SettingsState) -> Language? { nil }
  static func field(for item: Item, _ state: SettingsState) -> TextField? { nil }
  static func textKept(_ text: String, for item: Item, _ state: inout SettingsState) -> [Effect] {
    []
  }
}

extension Section {
  var content: any SectionContent.Type {
    switch self {
    case .account: AccountSection.self
    case .region: RegionSection.self
    case .sync: SyncSection.self
    case .privacy: PrivacySection.self
    case .developer: DeveloperSection.self
    case .language: LanguageSection.self
    case .appearance: AppearanceSection.self
    case .about: AboutSection.self
    }
  }

  /// The hint row's text about an item.
  func hint(for item: Item, _ state: SettingsState) -> Text? {
    switch item {
    case .setting(let setting): setting.hint(nil, state)
    case .choice(let choice): choice.setting.hint(choice, state)
    default: content.hint(for: item, state)
    }
  }

  /// The meaning of choosing an item, in paragraphs.
  func explanation(of item: Item, _ state: SettingsState) -> [Text] {
    guard let setting = item.setting else { return content.explanation(of: item, state) }
    return setting.description.explanation.map { [.message($0)] } ?? []
  }

  /// Handles the choice of an item.
  func activate(_ item: Item, _ state: inout SettingsState) -> [Effect] {
    switch item {
    case .setting(let setting): setting.activate(&state)
    case .choice(let choice): settingChosen(choice, &state)
    default: content.activate(item, &state)
    }
  }

  /// The items that can have the focus, from top to bottom.
  func items(in state: SettingsState) -> [Item] { content.form(state).ids }
}
