/// What a section consists of; each section has a file of its own.
protocol SectionContent {
  /// Whether there is such a section now.
  static func isShown(in state: State) -> Bool
  /// The section as it is drawn and spoken: its cards with their parts. A part with an item can have
  /// the focus. Making it must be cheap, because whoever moves the focus asks for it; what a text
  /// needs to become letters waits in the text.
  static func form(_ state: State) -> SectionForm
  /// What the hint row says about the focused item.
  static func hint(for item: Item, _ state: State) -> Text?
  /// The person chose an item.
  static func activate(_ item: Item, _ state: inout State) -> [Effect]
  /// The text field of an item as it would be opened, or nil where the item has none.
  static func field(for item: Item, _ state: State) -> TextField?
  /// The person changed the text of an item's field and kept it.
  static func textKept(_ text: String, for item: Item, _ state: inout State) -> [Effect]
}

extension SectionContent {
  static func isShown(in state: State) -> Bool { true }
  static func field(for item: Item, _ state: State) -> TextField? { nil }
  static func textKept(_ text: String, for item: Item, _ state: inout State) -> [Effect] { [] }
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
    case .about: AboutSection.self
    }
  }

  /// The items that can have the focus, from the top.
  func items(in state: State) -> [Item] { content.form(state).ids }
}
