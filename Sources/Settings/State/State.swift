import Cells
import Localization

/// All that the settings know; `update` changes it and `view` shows it.
public struct State: Sendable {
  /// The texts that are shown, and with them the resolved language.
  public internal(set) var catalog: Catalog<Message>
  /// The configured languages in their order, or nil where their data could not be loaded (R6).
  public internal(set) var languages: [Language]?
  public internal(set) var preference: LanguagePreference
  /// When the language was last chosen, in milliseconds since 1970; 0 where it never was.
  public internal(set) var languageChosenAt: Int64
  /// The time that "how long ago" is counted to, in milliseconds since 1970; 0 until the clock was
  /// read.
  public internal(set) var now: Int64 = 0
  /// What the environment asks for, best first (R20).
  public let systemLanguages: [LanguageCode]
  /// The direction that this process lays its screen out by: the one that it was started with, or
  /// the one that was applied at once since (R22); nil where there is no screen.
  public internal(set) var runtimeDirection: Direction?
  /// Whether the layout takes a new direction without a restart (R22).
  public internal(set) var appliesDirectionAtOnce: Bool
  public internal(set) var theme: ThemeName
  /// The direction that the resolved language asks for.
  public internal(set) var requestedDirection: Direction
  /// The change that is under way, between its steps.
  var change: Change?

  public internal(set) var section: Section = .language
  public internal(set) var focus: Item
  /// Where the focus was in each section, to come back to.
  var focusInSection: [Section: Item] = [:]
  /// The text field that is open.
  public internal(set) var editing: Editing?
  /// The item that the last press of the pointer was on; a second one chooses it.
  var pressedItem: Item?
  /// The layers over the section; the last one takes the keys.
  public internal(set) var dialogs: [Dialog] = []
  public internal(set) var toasts: [Toast] = []
  var nextToast = 0
  public internal(set) var size: Size
  public let environment: Environment
  /// How values of the locale library come about.
  let formatting: ValueFormatting

  /// The settings at launch, with the preference read and its catalog loaded.
  public init(
    catalog: Catalog<Message>, languages: [Language]?, preference: LanguagePreference,
    languageChosenAt: Int64, systemLanguages: [LanguageCode], runtimeDirection: Direction?,
    appliesDirectionAtOnce: Bool = false, theme: ThemeName = .standard, size: Size,
    environment: Environment,
    formatting: ValueFormatting
  ) {
    self.catalog = catalog
    self.languages = languages
    self.preference = preference
    self.languageChosenAt = languageChosenAt
    self.systemLanguages = systemLanguages
    self.runtimeDirection = runtimeDirection
    self.theme = theme
    self.appliesDirectionAtOnce = appliesDirectionAtOnce
    self.requestedDirection = catalog.language.direction
    self.size = size
    self.environment = environment
    self.formatting = formatting
    self.focus = .language(catalog.language.code)
    focus = validated(focus)
  }

  public var language: Language { catalog.language }

  /// The direction that the screen is laid out by.
  public var layoutDirection: Direction { runtimeDirection ?? .leftToRight }

  /// Whether only a restart brings the layout to the resolved language's direction (R15).
  public var isRestartPending: Bool {
    runtimeDirection.map { $0 != requestedDirection } ?? false
  }

  /// Whether the screen says how long ago something was, so that it ages.
  public var showsElapsedTime: Bool { section == .about && languageChosenAt != 0 }

  /// The language that following the system comes to here (R20).
  var systemLanguage: Language? { languages.flatMap { resolve(.system, among: $0) } }

  func resolve(_ preference: LanguagePreference, among languages: [Language]) -> Language? {
    let codes = languages.map(\.code)
    let code = LanguageResolution.resolve(
      preference, system: systemLanguages, supported: codes, available: codes)
    return languages.first { $0.code == code }
  }

  /// The item itself if it can have the focus now, else the first one of its section.
  func validated(_ item: Item) -> Item {
    if case .section = item { return item }
    let items = section.content.items(in: self)
    return items.contains(item) ? item : items.first ?? .section(section)
  }

  /// Puts the screen where the program before this one, of the same process, had it (R16).
  public mutating func restore(section: Section, focus: Item?) {
    self.section = section
    self.focus = validated(focus ?? self.focus)
  }
}

/// One change of the language on its way through the steps of section 3 of the specification.
struct Change: Hashable, Sendable {
  var preference: LanguagePreference
  /// The language to change to; nil where only the preference changes.
  var language: Language?
  /// Whether a restart was pending before the change.
  var wasPending: Bool
  /// Whether the preference is to be written; not where it was read from the file (R34).
  var isWritten = true
  /// Whether the direction could not be set, so that the prompt gives way to a message.
  var directionFailed = false
}
