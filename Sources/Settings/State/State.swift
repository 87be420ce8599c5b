import Cells
import Localization

/// All that the settings know; `update` changes it and `view` shows it.
public struct State: Sendable {
  /// The texts that are shown, and with them the resolved language.
  public internal(set) var catalog: Catalog<Message>
  /// The configured languages in their order, or nil where their data could not be loaded (R6).
  public internal(set) var languages: [Language]?
  /// Why there are none.
  public internal(set) var languagesError: CatalogError?
  /// The made-up language that a developer looks at.
  var pseudo: PseudoLanguage?
  public internal(set) var preference: LanguagePreference
  /// Whether the preference file holds that preference.
  public internal(set) var preferenceStanding: PreferenceStanding
  /// The settings besides the language that could not be written.
  public internal(set) var unsavedSettings: Set<StoredSetting.Kind> = []
  /// What is offered where; empty where nothing is said about markets.
  public internal(set) var markets: MarketList
  /// The market that was chosen; nil for the default one.
  public internal(set) var chosenMarket: MarketCode?
  public internal(set) var account: AccountState
  /// The form to sign in by, while nothing of the settings may be shown (R40).
  public internal(set) var signIn: SignInForm?
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
  /// Who says in which order rows are sent to the terminal (R28).
  public internal(set) var bidiMode: BidiMode
  /// What is known of the terminal; nil before anything is.
  public internal(set) var terminal: TerminalReport?
  /// The direction that the resolved language asks for.
  public internal(set) var requestedDirection: Direction
  /// The change that is under way, between its steps.
  var change: Change?

  public internal(set) var section: Section = .language
  public internal(set) var focus: Item {
    didSet { if focus != oldValue { linesRead = 0 } }
  }
  /// How many lines on the section was scrolled, or back, without moving the focus: to lines that
  /// are no item's.
  var linesRead = 0
  /// Where the focus was in each section, to come back to.
  var focusInSection: [Section: Item] = [:]
  /// Where the person was before a restart, as long as not all of it is there.
  var awaited: Resumption?
  /// The text field that is open.
  public internal(set) var editing: Editing?
  /// The layers over the section; the last one takes the keys.
  public internal(set) var dialogs: [Dialog] = []
  /// Whether the restart prompt is due and waits for a window that has room for it.
  var isPromptHidden = false
  public internal(set) var toasts: [Toast] = []
  /// All toasts of this session, at most `Toast.kept`.
  var messages: [Toast] = []
  var nextToast = 0
  public internal(set) var size: Size
  public let environment: Environment
  /// How values of the locale library come about.
  let formatting: ValueFormatting

  /// The settings at launch, with the preference read and its catalog loaded.
  public init(
    catalog: Catalog<Message>, languages: [Language]?, languagesError: CatalogError? = nil,
    preference: LanguagePreference, preferenceStanding: PreferenceStanding = .stored,
    languageChosenAt: Int64, systemLanguages: [LanguageCode],
    markets: MarketList = .none,
    market: MarketCode? = nil, account: AccountState = AccountState(home: .embedded, access: .open),
    runtimeDirection: Direction?,
    appliesDirectionAtOnce: Bool = false, theme: ThemeName = .standard,
    bidiMode: BidiMode = .automatic, size: Size, environment: Environment,
    formatting: ValueFormatting
  ) {
    self.catalog = catalog
    self.languages = languages
    self.languagesError = languagesError
    self.preference = preference
    self.preferenceStanding = preferenceStanding
    self.languageChosenAt = languageChosenAt
    self.markets = markets
    self.chosenMarket = market
    self.account = account
    signIn = account.isSignInNeeded ? SignInForm() : nil
    self.systemLanguages = systemLanguages
    self.runtimeDirection = runtimeDirection
    self.theme = theme
    self.appliesDirectionAtOnce = appliesDirectionAtOnce
    self.bidiMode = bidiMode
    self.requestedDirection = catalog.language.direction
    self.size = size
    self.environment = environment
    self.formatting = formatting
    self.focus = .language(catalog.language.code)
    focus = validated(focus)
  }

  public var language: Language { catalog.language }

  /// The direction that the screen is laid out by; without a screen, that of the language.
  public var layoutDirection: Direction { runtimeDirection ?? requestedDirection }

  /// Whether only a restart brings the layout to the resolved language's direction (R15).
  public var isRestartPending: Bool {
    runtimeDirection.map { $0 != requestedDirection } ?? false
  }

  /// Whether the screen says how long ago something was, so that it ages.
  public var showsElapsedTime: Bool {
    switch section {
    case .about: languageChosenAt != 0
    case .sync: account.sync.syncedAt != nil
    default: false
    }
  }

  /// The language that following the system comes to here (R20).
  var systemLanguage: Language? { languages.flatMap { resolve(.system, among: $0) } }

  /// What a preference comes to among languages (R20), in a market, by default the present one.
  func resolve(
    _ preference: LanguagePreference, among languages: [Language], market code: MarketCode? = nil
  ) -> Language? {
    let codes = languages.map(\.code)
    let supported = markets.languages(in: code ?? chosenMarket, available: codes)
    let code = LanguageResolution.resolve(
      preference, system: systemLanguages, supported: supported, available: codes,
      fallback: markets.fallback)
    return languages.first { $0.code == code }
  }

  /// The market that holds; nil where there are none.
  public var market: MarketList.Market? { markets.market(chosenMarket) }

  /// Whether the market has a language.
  func isOffered(_ language: Language) -> Bool {
    markets.languages(in: chosenMarket, available: languages?.map(\.code) ?? [])
      .contains(language.code)
  }

  /// The sections that there are now, in the order of the navigation list.
  public var sections: [Section] { Section.allCases.filter { $0.content.isShown(in: self) } }

  /// Whether a choice made here has not reached a server yet.
  public var isSyncPending: Bool {
    account.isRemote && account.sync.isPending
  }

  /// Whether the language is nobody's choice: nothing was ever chosen, the system asks for none of
  /// the languages, and no server answered (R42).
  var isDefaultLanguageUsed: Bool {
    account.isRemote && account.details == nil && languageChosenAt == 0
      && account.sync.failure != nil && !isSystemLanguageOffered
  }

  private var isSystemLanguageOffered: Bool {
    let offered = (languages ?? []).filter { isOffered($0) }.map(\.code)
    return systemLanguages.contains { $0.bestMatch(in: offered) != nil }
  }

  /// Whether nothing but a word about it can be shown (R29).
  var isWindowTooSmall: Bool { size.columns < 20 || size.rows < 6 }

  /// The item itself if it can have the focus now, else the first one of its section.
  func validated(_ item: Item) -> Item {
    if case .section = item { return item }
    let items = section.items(in: self)
    return items.contains(item) ? item : items.first ?? .section(section)
  }
}

/// How the preference that holds stands to the preference file.
public enum PreferenceStanding: Hashable, Sendable {
  /// The file holds it, or holds nothing and it is the default.
  case stored
  /// It stands in for what is stored and cannot be used (R19, R32).
  case standIn
  /// It was chosen and could not be written (R12).
  case unsaved
}

/// One change of the language on its way through the steps of section 3 of the specification.
struct Change: Hashable, Sendable {
  /// Where a change comes from, and with it what is written and sent.
  enum Origin: Hashable, Sendable {
    /// Somebody chose here.
    case choice
    /// It was read from the preference file: it is not written again, and not sent (R34).
    case file
    /// It came from the account: it is written with its time, and not sent back (R61).
    case account(chosenAt: Int64)
    /// Another market was chosen, and the language resolved in it.
    case market(MarketCode)
    /// What the markets offer has changed (R20).
    case resolution
  }

  var preference: LanguagePreference
  /// The language to change to; nil where only the preference changes.
  var language: Language?
  /// Whether a restart was pending before the change.
  var wasPending: Bool
  var origin: Origin = .choice
  /// Whether the preference could not be written, so that nobody else is to know of it.
  var writeFailed = false
  /// Whether the direction could not be set, so that the prompt gives way to a message.
  var directionFailed = false

  /// What is to be written; nil where nothing is.
  var write: PreferenceWrite? {
    switch origin {
    case .choice: PreferenceWrite(preference)
    case .file: nil
    case .account(let chosenAt): PreferenceWrite(preference, chosenAt: chosenAt)
    case .market(let code):
      PreferenceWrite(preference, market: code, isResolvedAnew: language != nil)
    case .resolution: PreferenceWrite(preference, isResolvedAnew: true)
    }
  }
}
