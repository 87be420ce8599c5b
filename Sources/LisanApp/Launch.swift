import Localization
import PreferenceStore
import Settings
import SystemCalls

/// What a start finds out before anything is shown: the preference, the languages, the resolved
/// language's catalog (R18 to R20), and what went wrong with them.
@MainActor
struct Launch {
  let languages: [Language]?
  let preference: LanguagePreference
  let preferenceStanding: PreferenceStanding
  /// When the stored language was chosen, in milliseconds since 1970; 0 where none ever was.
  let languageChosenAt: Int64
  /// The number of the stored choice; 0 where none ever was.
  let sequence: UInt64
  /// The settings besides the language, as they are stored.
  let settings: StoredSettings
  /// The same as they hold: what a restart hands on, else what was asked for this run, else what is
  /// stored, else what is configured.
  let appliesDirectionAtOnce: Bool
  let theme: ThemeName
  let bidiMode: BidiMode
  let catalog: Catalog<Message>
  let systemLanguages: [LanguageCode]
  /// What is offered where, and the market that was chosen; nil for the default one.
  let markets: MarketList
  let market: MarketCode?
  /// What the person should be told.
  let warnings: [Text]
  let languagesError: CatalogError?
  let catalogError: CatalogError?

  init(_ context: ProgramContext, handover: Handover? = nil) {
    systemLanguages = SystemLanguage.preferred(
      environment: SystemEnvironment(context.environment).value)
    var warnings: [Text] = []
    // A choice that could not be written holds on after a restart (R12).
    let unsavedPreference = handover?.unsavedPreference
    var standing = unsavedPreference == nil ? PreferenceStanding.stored : .unsaved
    var preference = unsavedPreference ?? Self.readPreference(context, &standing, &warnings)
    if unsavedPreference != nil { warnings.append(.message(.choiceNotSaved)) }
    settings = StoredSettings(context.preferences.current)
    let configuration = context.configuration
    appliesDirectionAtOnce = (handover?.settings ?? settings).appliesDirectionAtOnce
    theme = handover?.settings.theme ?? configuration.theme(chosen: settings.theme)
    bidiMode = handover?.settings.bidiMode ?? configuration.bidiMode(chosen: settings.bidiMode)
    languageChosenAt = context.preferences.current?.languageChosenAt ?? 0
    sequence = context.preferences.current?.sequence ?? 0
    do throws(CatalogError) {
      languages = try LanguageList(directory: context.configuration.resources).languages
      languagesError = nil
    } catch {
      languages = nil
      languagesError = error
      context.log.error("languages", error.description)
    }
    do throws(CatalogError) {
      markets = try context.markets()
    } catch {
      // Without the list each language is offered everywhere.
      markets = .none
      context.log.error("markets", error.description)
    }
    market = context.market
    if let pseudo = context.configuration.pseudo {
      catalog = Catalog.builtIn().pseudo(pseudo)
      catalogError = nil
    } else {
      let language = Self.resolve(
        &preference, &standing, among: languages ?? [.english], systemLanguages,
        in: (markets, market), context, &warnings)
      (catalog, catalogError) = Self.loadCatalog(language, context, &warnings)
    }
    self.preference = preference
    preferenceStanding = standing
    self.warnings = warnings
  }

  /// A catalog with its loading told in the trace.
  static func load(
    _ language: Language, from resources: String, trace: Trace?
  ) throws(CatalogError) -> Catalog<Message> {
    let start = SystemClock.monotonic()
    func tell(_ ok: Bool) {
      trace?.event(
        "catalog.load",
        [
          ("code", .string(language.code.rawValue)), ("ok", .bool(ok)),
          ("us", .number(Int((SystemClock.monotonic() - start) / 1000))),
        ])
    }
    do throws(CatalogError) {
      let catalog = try Catalog<Message>.load(language: language, from: resources)
      tell(true)
      return catalog
    } catch {
      tell(false)
      throw error
    }
  }

  /// The language that the preference comes to; one that is not configured gives way to English.
  private static func resolve(
    _ preference: inout LanguagePreference, _ standing: inout PreferenceStanding,
    among languages: [Language],
    _ systemLanguages: [LanguageCode], in region: (markets: MarketList, market: MarketCode?),
    _ context: ProgramContext, _ warnings: inout [Text]
  ) -> Language {
    let codes = languages.map(\.code)
    if case .explicit(let code) = preference, !codes.contains(code) {
      warnings.append(
        .message(.storedLanguageUnavailable, [.identifier(.code(code.rawValue))]))
      context.log.warning("preference", "the stored language \(code) is not configured")
      preference = .explicit(.english)
      standing = .standIn
    }
    let resolved = LanguageResolution.resolve(
      preference, system: systemLanguages,
      supported: region.markets.languages(in: region.market, available: codes), available: codes,
      fallback: region.markets.fallback)
    return languages.first { $0.code == resolved } ?? .english
  }

  /// The language's catalog, or where it cannot be used the English one, which needs no file.
  private static func loadCatalog(
    _ language: Language, _ context: ProgramContext, _ warnings: inout [Text]
  ) -> (Catalog<Message>, CatalogError?) {
    let resources = context.configuration.resources
    let failure: CatalogError
    do throws(CatalogError) {
      return (try load(language, from: resources, trace: context.trace), nil)
    } catch {
      failure = error
      context.log.error("catalog", error.description)
    }
    do throws(CatalogError) {
      let english = try load(.english, from: resources, trace: context.trace)
      warnings.append(.message(.storedLanguageUnavailable, [.nativeName(language)]))
      return (english, failure)
    } catch {
      warnings.append(
        .message(
          .englishCatalogBroken, [error.reason, .identifier(.path(context.log.path))]))
      context.log.error("catalog", error.description)
      return (.builtIn(), failure)
    }
  }
}
