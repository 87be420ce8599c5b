import AccountModel
import BuiltPrograms
import Cells
import Foundation
import Input
import LocaleValues
import Localization
import SettingsCore
import Synchronization
import TestEffort
import Testing

let resources = packagePath("Resources")

let english = LanguageCode(rawValue: "en")!
let arabic = LanguageCode(rawValue: "ar")!
/// The languages of the installation and those of the package `lisan-languages`.
let everyLanguage = try! LanguageList(
  directory: resources, dropInsIn: ["\(resources)/lisan-languages"]
).languages.map(\.code)

/// A language whose text runs the other way.
func opposite(of code: LanguageCode) -> LanguageCode { code == english ? arabic : english }

/// The languages of tests that cost much for each: the short run has one of each direction, and
/// another one in turn.
func languages(inTurn turn: Int) -> [LanguageCode] {
  Effort.isLong ? everyLanguage : [english, arabic, everyLanguage[2 + turn % 3]]
}

/// The languages of the installation; with those of the package if one of them is wanted.
func languageList(with code: LanguageCode) throws -> LanguageList {
  let isAdded = code != english && code != arabic
  return try LanguageList(
    directory: resources, dropInsIn: isAdded ? ["\(resources)/lisan-languages"] : [])
}

/// Plays the outside world for the settings: it answers each effect like the real one, from the
/// shipped catalogs, and keeps what was asked for, in order.
struct Conductor {
  var state: SettingsState
  private(set) var effects: [Effect] = []
  /// How often `update` was called.
  private(set) var updates = 0
  var failingCatalogs: Set<LanguageCode> = []
  var writeFails = false
  var languagesFail = false
  var restartFails = false
  /// Whether the locale library answers at once.
  var answersValues = true
  /// The requests that the locale library has not answered yet.
  var openValues: [(values: [FormattedValue], language: Language)] = []
  private let formatting: ValueFormatting

  /// Values that contain their sources.
  static let formatting = ValueFormatting(
    dateAndTime: { "day \($0) in \($1.code)" },
    relativeTime: { "\($1 - $0) ago in \($2.code)" },
    regionName: { "\($0) in \($1.code)" },
    languageName: { "\($0) as \($1.code)" },
    number: { number, _ in number == 1234 ? "1'234" : "1'234'567" })

  /// Lines for the file of a shell that contain the goal's name.
  static func shellProposals(_ goal: ShellGoal) -> [ShellState.Proposal] {
    [ShellState.Proposal(path: "/home/ana/.bashrc", lines: ["eval \(goal)"])]
  }

  init(
    _ code: LanguageCode = english, choosing other: LanguageCode? = nil,
    preference: LanguagePreference? = nil,
    standing: PreferenceStanding = .stored, chosenAt: Int64 = 0,
    system: [LanguageCode] = [], runtime: Direction? = nil, withoutScreen: Bool = false,
    withoutLanguages: Bool = false, size: Size = Size(columns: 80, rows: 24),
    formatting: ValueFormatting = Conductor.formatting, withoutAgent: Bool = false,
    answersValues: Bool = true,
    direction: Direction? = nil, markets: MarketList = .none, market: MarketCode? = nil,
    account: AccountState = AccountState(),
    settings: [SettingChoice] = []
  ) throws {
    let languages = try languageList(with: other ?? code)
    var language = try #require(languages[code])
    var catalog = try Self.catalog(of: language)
    if let direction {
      // The built-in texts, as if their script ran that way.
      language = Language(
        code: code, nativeName: language.nativeName, direction: direction,
        script: language.script, digits: language.digits, pluralRules: language.pluralRules,
        names: language.names)
      catalog = .builtIn(language: language)
    }
    state = SettingsState(
      catalog: catalog, languages: withoutLanguages ? nil : languages.languages,
      preference: preference ?? .explicit(code), preferenceStanding: standing,
      languageChosenAt: chosenAt,
      systemLanguages: system, markets: markets, market: market, account: account,
      runtimeDirection: withoutScreen ? nil : runtime ?? language.direction,
      settings: StoredSettings(settings), size: size,
      environment: Environment(
        version: "1.2.3", terminal: "xterm-256color",
        preferencePath: "/home/ana/.config/lisan/preferences",
        resourcePath: "/usr/share/lisan", logPath: "/home/ana/.local/state/lisan/lisan.log"),
      secondsFromUTC: { _ in 0 })
    self.formatting = formatting
    self.answersValues = answersValues
    try send(.programsConsidered(.byCommand), .screenOpened)
    if !withoutAgent { try send(.formattingBegan) }
    effects = []
  }

  /// The texts of the package's languages, which hundreds of tests need.
  private static let catalogs = Mutex<[Language: Catalog<Message>]>([:])

  private static func catalog(of language: Language) throws -> Catalog<Message> {
    let directory = language.directory ?? resources
    if let known = catalogs.withLock({ $0[language] }) { return known }
    let catalog = try Catalog<Message>.load(language: language, from: directory)
    if directory.hasPrefix(resources) { catalogs.withLock { $0[language] = catalog } }
    return catalog
  }

  mutating func send(_ actions: Action...) throws {
    for action in actions {
      var queue = [action]
      while !queue.isEmpty {
        updates += 1
        for effect in update(&state, queue.removeFirst()) {
          if case .format(let values, let language) = effect {
            openValues.append((values, language))
            if answersValues { try answerValues() }
            continue
          }
          effects.append(effect)
          if let answer = try answer(to: effect) { queue.append(answer) }
        }
      }
    }
  }

  /// The locale library answers the open requests.
  mutating func answerValues() throws {
    let asked = openValues
    openValues = []
    for (values, language) in asked { try send(formatting.answer(values, language)) }
  }

  mutating func press(_ keys: Key...) throws {
    for key in keys { try send(.keyPressed(key)) }
  }

  /// Goes to a section by the navigation list.
  mutating func show(_ section: Section) throws {
    try press(.left, .home)
    let place = state.sections.firstIndex(of: section) ?? 0
    for _ in 0..<place { try press(.down) }
  }

  /// The effects since the last call, without the toasts' clocks.
  mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects.filter { if case .expireToast = $0 { false } else { true } }
  }

  private static let broken = CatalogError(
    file: "/usr/share/lisan/ar.lproj/Localizable.strings", line: 12, kind: .expectedSemicolon)

  private func answer(to effect: Effect) throws -> Action? {
    switch effect {
    case .loadLanguages:
      languagesFail
        ? .languagesFailed(Self.broken)
        : .languagesLoaded(try LanguageList(directory: resources).languages)
    case .loadCatalog(let language):
      failingCatalogs.contains(language.code)
        ? .catalogFailed(Self.broken)
        : .catalogLoaded(try Self.catalog(of: language))
    case .loadPreview(let language):
      failingCatalogs.contains(language.code)
        ? nil : .previewLoaded(try Self.catalog(of: language))
    case .writePreference:
      writeFails ? .preferenceNotWritten : .preferenceWritten(state.languageChosenAt)
    case .sendChange, .sendUnstored, .tellLanguage, .request, .cancelRequest: nil
    case .storeSetting(let choice): writeFails ? .settingNotStored(choice.setting) : nil
    case .storeProgram(let choice): writeFails ? .programNotStored(choice.program) : nil
    case .format: nil
    case .setUpShell(let goal):
      .shellConsidered(ShellState(goal: goal, edited: nil, isHere: false))
    case .proposeShell(let goal): .shellProposed(goal, Self.shellProposals(goal))
    case .restart: restartFails ? .restartFailed(2) : nil
    case .expireToast, .redraw, .suspend, .quit, .record, .findPackages: nil
    }
  }

  /// The screen's rows as a person would type them.
  var rows: [String] {
    let frame = view(state)
    return frame.rows.indices.map { frame.logicalText(row: $0) }
  }

  var text: String { rows.joined(separator: "\n") }

  var focus: String { view(state).focus }
}

extension Key {
  static func letter(_ character: Character) -> Key { .character(character) }
}
