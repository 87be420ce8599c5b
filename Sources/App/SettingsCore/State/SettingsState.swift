import AccountModel
import Cells
import LocaleValues
import Localization

/// The whole state of the settings; `update` changes it and `view` shows it.
public struct SettingsState: Sendable {
  /// The displayed texts, and with them the resolved language.
  public internal(set) var catalog: Catalog<Message> {
    didSet { memory = ViewMemory() }
  }
  /// Results of the view for `catalog`, `previews` and `terminal`.
  private(set) var memory = ViewMemory()
  /// The configured languages in order; nil if their data could not be loaded (R6).
  public internal(set) var languages: [Language]?
  /// Why the languages could not be loaded.
  public internal(set) var languagesError: CatalogError?
  /// The texts of other languages, for a preview of the screen in each. Only texts that were on the
  /// screen replace them.
  var previews: [LanguageCode: Catalog<Message>] = [:]
  /// The pseudo-language that a developer is viewing.
  var pseudo: PseudoLanguage?
  public internal(set) var preference: LanguagePreference
  /// The chosen languages in order, if there are several (R106).
  public internal(set) var languageOrder: [LanguageCode]
  /// How the preference relates to the preference file.
  public internal(set) var preferenceStanding: PreferenceStanding
  /// The settings other than the language that could not be written.
  public internal(set) var unsavedSettings: Set<StoredSetting> = []
  /// The markets and their languages; empty if no markets are known.
  public internal(set) var markets: MarketList
  /// The chosen market; nil for the default one.
  public internal(set) var chosenMarket: MarketCode?
  public internal(set) var account: AccountState
  /// The sign-in form, while the settings are hidden (R40).
  public internal(set) var signIn: SignInForm?
  /// When the language was last chosen, in milliseconds since 1970; 0 if never.
  public internal(set) var languageChosenAt: Int64
  /// The current time for "how long ago", in milliseconds since 1970; 0 until the clock is read.
  public internal(set) var now: Int64 = 0
  /// The languages that the environment asks for, best first (R20).
  public let systemLanguages: [LanguageCode]
  /// The direction of this process's layout: the one at its start, or one applied later without a
  /// restart (R22); nil if there is no screen.
  public internal(set) var runtimeDirection: Direction?
  /// The settings of this device other than the language and the region.
  public internal(set) var settings: StoredSettings
  /// The appliance's changes to the default theme.
  let customTheme: CustomTheme?
  /// The surface on which the terminal draws, as far as it is known.
  public internal(set) var surface: Surface
  /// What is known about the terminal; nil before detection.
  public internal(set) var terminal: TerminalReport? {
    didSet {
      if (terminal?.used == .logical) != (oldValue?.used == .logical) { memory = ViewMemory() }
    }
  }
  /// Who orders the text of other programs here; nil without a terminal.
  public internal(set) var programOrder: ProgramOrder?
  /// The files of the user's shell; nil for an unknown shell.
  public internal(set) var shell: ShellState?
  /// The languages of programs that have one of their own, and of these the programs whose last choice could not
  /// be written.
  public internal(set) var programLanguages: ProgramLanguages
  var unsavedPrograms: Set<ProgramName> = []
  /// The installed programs that have texts, as far as they were found.
  var programs: [ProgramName] = []
  /// The packages with texts in the language; nil until they were asked for and found.
  var packages: PackageTexts?
  /// The direction of the resolved language.
  public internal(set) var requestedDirection: Direction
  /// The change in progress.
  var change: LanguageChange?

  public internal(set) var section: Section = .language
  public internal(set) var focus: Item {
    didSet { if focus != oldValue { linesRead = 0 } }
  }
  /// How many lines the section was scrolled, forward or back, without moving the focus, to show
  /// lines that belong to no item.
  var linesRead = 0
  /// How far the section is scrolled on the screen; nil once an action may have changed that.
  var shownReading: Reading?
  /// What the screen has besides its focus; nil once an action may have changed that.
  var steady: SteadyView?
  /// Whether the action has only moved the focus, or scrolled.
  var isSteady = false
  /// The last focus in each section.
  var focusInSection: [Section: Item] = [:]
  /// The place before a restart, until all of it is restored.
  var awaited: Resumption?
  /// The action that undoes the last change, made here or elsewhere.
  var undo: Undo?
  /// The open text field.
  public internal(set) var editing: Editing? {
    didSet {
      shownReading = nil
      steady = nil
    }
  }
  /// The layers over the section; the last one receives the keys.
  public internal(set) var dialogs: [Dialog] = []
  /// Whether the restart prompt is due but waits for a larger window.
  var isPromptHidden = false
  public internal(set) var toasts: [Toast] = [] {
    didSet { shownReading = nil }
  }
  /// All toasts of this run, at most `Toast.kept`.
  var messages: [Toast] = []
  var nextToast = 0
  public internal(set) var size: Size
  public let environment: Environment
  /// The values that the agent's locale library has written so far (R49).
  public internal(set) var formatted = FormattedTexts()
  /// Whether the agent may be asked for more. It starts after the first frame.
  var asksForValues = false
  /// The values that were last asked for.
  var wantedValues: WantedValues?
  /// How far local time is ahead of UTC at a time, both in seconds.
  let secondsFromUTC: @Sendable (Int64) -> Int

  /// The state at launch, after the preference and its catalog were loaded.
  public init(
    catalog: Catalog<Message>, languages: [Language]?, languagesError: CatalogError? = nil,
    preference: LanguagePreference, languageOrder: [LanguageCode] = [],
    preferenceStanding: PreferenceStanding = .stored,
    languageChosenAt: Int64, systemLanguages: [LanguageCode],
    markets: MarketList = .none,
    market: MarketCode? = nil, account: AccountState = AccountState(),
    runtimeDirection: Direction?,
    settings: StoredSettings = StoredSettings(), programLanguages: ProgramLanguages = [:],
    shell: ShellState? = nil,
    customTheme: CustomTheme? = nil, surface: Surface = Surface(), size: Size,
    environment: Environment,
    secondsFromUTC: @escaping @Sendable (Int64) -> Int
  ) {
    self.catalog = catalog
    self.languages = languages
    self.languagesError = languagesError
    self.preference = preference
    self.languageOrder = languageOrder
    self.preferenceStanding = preferenceStanding
    self.languageChosenAt = languageChosenAt
    self.markets = markets
    self.chosenMarket = market
    self.account = account
    signIn = account.isSignInNeeded ? SignInForm() : nil
    self.systemLanguages = systemLanguages
    self.runtimeDirection = runtimeDirection
    self.settings = settings
    self.programLanguages = programLanguages
    self.shell = shell
    self.customTheme = customTheme
    self.surface = surface
    self.requestedDirection = catalog.language.direction
    self.size = size
    self.environment = environment
    self.secondsFromUTC = secondsFromUTC
    self.focus = .language(catalog.language.code)
    focus = validated(focus)
  }

  public var language: Language { catalog.language }

  /// The name of the chosen language, also where its texts are not shown.
  var choiceName: Text {
    guard case .explicit(let code) = preference else { return .nativeName(language) }
    return language(with: code).map { .nativeName($0) } ?? .code(code.uppercased)
  }

  /// The configured language with a code.
  func language(with code: LanguageCode) -> Language? { languages?.first { $0.code == code } }

  /// Whether the screen shows what the files of the shell have, and nobody has read them.
  public var showsUnreadShell: Bool {
    shell?.isRead == false && shownReading?.showsShell == true
  }

  /// The direction of the screen's layout; without a screen, that of the language.
  public var layoutDirection: Direction { runtimeDirection ?? requestedDirection }

  /// Whether the layout needs a restart to get the resolved language's direction (R15).
  public var isRestartPending: Bool {
    runtimeDirection.map { $0 != requestedDirection } ?? false
  }

  /// Whether the screen shows a relative time, which has to be updated.
  public var showsElapsedTime: Bool {
    switch section {
    case .about: languageChosenAt != 0
    case .sync: account.sync.syncedAt != nil
    default: false
    }
  }

  /// The language that the system's languages resolve to (R20).
  var systemLanguage: Language? { resolve(.system) }

  /// Resolves a preference among the languages (R20) in the current market.
  func resolve(_ preference: LanguagePreference) -> Language? {
    languages.flatMap { resolve(preference, among: $0, market: chosenMarket) }
  }

  /// Resolves a preference among languages (R20) in a market, or in the default one.
  public func resolve(
    _ preference: LanguagePreference, among languages: [Language], market: MarketCode?
  ) -> Language? {
    let codes = languages.map(\.code)
    let supported = markets.languages(in: market, available: codes)
    let code = LanguageResolution.resolve(
      preference, system: systemLanguages, supported: supported, available: codes,
      fallback: markets.fallback)
    return languages.first { $0.code == code }
  }

  /// The current market; nil if there are no markets.
  public var market: MarketList.Market? { markets.market(chosenMarket) }

  /// Whether the current market offers a language.
  func isOffered(_ language: Language) -> Bool {
    markets.languages(in: chosenMarket, available: languages?.map(\.code) ?? [])
      .contains(language.code)
  }

  /// Whether the account's server offers a language in no market.
  func isWithdrawn(_ language: Language) -> Bool {
    !(markets.offer?.languages.contains(language.code) ?? true)
  }

  /// Why a language cannot be chosen; nil if it is offered.
  ///
  /// - Parameter name: the language in that text.
  public func reasonAgainst(_ language: Language, called name: Text) -> Text? {
    if isOffered(language) { return nil }
    guard let market, !isWithdrawn(language) else { return .message(.hintNotOfferedByServer, name) }
    return .message(.hintNotOffered, .market(market.code), name)
  }

  /// The sections that exist now, in the order of the navigation list.
  public var sections: [Section] { Section.allCases.filter { $0.content.isShown(in: self) } }

  /// Whether a choice made here has not reached a server yet.
  public var isSyncPending: Bool {
    account.isRemote && account.sync.isPending
  }

  /// Whether the default language is in use: nothing was ever chosen, the system asks for none of
  /// the languages, and no server answered (R42).
  var isDefaultLanguageUsed: Bool {
    account.isRemote && account.details == nil && languageChosenAt == 0
      && account.sync.failure != nil && !isSystemLanguageOffered
  }

  private var isSystemLanguageOffered: Bool {
    let offered = (languages ?? []).filter { isOffered($0) }.map(\.code)
    return systemLanguages.contains { $0.bestMatch(in: offered) != nil }
  }

  /// Whether the window is too small for anything but a message about it (R29).
  var isWindowTooSmall: Bool { size.columns < 20 || size.rows < 6 }

  /// The item itself if it can have the focus, else the first one of its section.
  func validated(_ item: Item) -> Item {
    if case .section = item { return item }
    let items = section.items(in: self)
    return items.contains(item) ? item : items.first ?? .section(section)
  }
}

/// How the current preference relates to the preference file.
public enum PreferenceStanding: Hashable, Sendable {
  /// The file contains it, or the file is empty and it is the default.
  case stored
  /// It replaces a stored preference that cannot be used (R19, R32).
  case standIn
  /// It was chosen but could not be written (R12).
  case unsaved
}

/// A change of the language on its way through the steps of section 3 of the specification.
struct LanguageChange: Hashable, Sendable {
  /// Where a change comes from; this decides what is written and sent.
  enum Origin: Hashable, Sendable {
    /// The user chose here.
    case choice
    /// The user undid a change here.
    case undo
    /// It was read from the preference file: it is neither written again nor sent (R34).
    case file
    /// It was chosen on another device: it is written with its time, but not sent back (R61).
    case account(chosenAt: Int64)
    /// It is the language of the profile that the user switched to here: it is written with its
    /// time, but not sent back.
    case profile(chosenAt: Int64)
    /// Another market was chosen, and the language was resolved in it.
    case market(MarketCode)
    /// The languages of the markets changed (R20). Nothing is written: nobody chose.
    case resolution

    /// Whether the user at this screen made the choice, and so may be asked about it (R14).
    var isMadeHere: Bool {
      switch self {
      case .choice, .undo, .profile, .market: true
      case .file, .account, .resolution: false
      }
    }
  }

  var preference: LanguagePreference
  /// All languages in order; nil if only the first one changes.
  var order: [LanguageCode]?
  /// The new language; nil if only the preference changes.
  var language: Language?
  /// Whether a restart was pending before the change.
  var wasPending: Bool
  var origin: Origin
  /// Whether writing failed, so that the file still has the former choice.
  var writeFailed = false

  /// What to write; nil for nothing.
  var write: PreferenceWrite? {
    switch origin {
    case .choice, .undo: PreferenceWrite(preference, languages: order)
    case .file, .resolution: nil
    case .account(let chosenAt), .profile(let chosenAt):
      PreferenceWrite(preference, chosenAt: chosenAt)
    case .market(let code): PreferenceWrite(nil, market: code)
    }
  }
}
