import AccountModel
import LisanPreferences
import Localization
import SettingsCore
import SystemCalls

/// What a start reads before anything is shown: the preference, the languages, the resolved
/// language's catalog (R18 to R20), and the errors among them.
@MainActor
struct Launch {
  let languages: [Language]?
  let preference: LanguagePreference
  let preferenceStanding: PreferenceStanding
  /// When the stored language was chosen, in milliseconds since 1970; 0 if never.
  let languageChosenAt: Int64
  /// The number of the stored choice; 0 if there is none.
  let sequence: UInt64
  /// The other settings, as stored.
  let stored: StoredSettings
  /// The settings in effect: from a restart's handover, else requested for this run, else stored,
  /// else configured.
  let settings: StoredSettings
  /// The chosen languages in order, if there are several.
  let languageOrder: [LanguageCode]
  /// The languages of programs that have one of their own.
  let programs: ProgramLanguages
  let catalog: Catalog<Message>
  let systemLanguages: [LanguageCode]
  /// The languages on offer in each market, and the chosen market; nil for the default one.
  let markets: MarketList
  let market: MarketCode?
  /// Warnings for the user.
  let warnings: [Text]
  let languagesError: CatalogError?
  let catalogError: CatalogError?

  init(_ context: ProgramContext, handover: Handover? = nil) {
    // An administrator's language counts as the first of the system's (R20).
    systemLanguages =
      (context.configuration.language.map { [$0] } ?? [])
      + SystemLanguage.preferred(environment: SystemEnvironment(context.environment).value)
    var warnings: [Text] = []
    // A choice that could not be saved survives a restart (R12).
    let unsavedPreference = handover?.unsavedPreference
    var standing = unsavedPreference == nil ? PreferenceStanding.stored : .unsaved
    var preference = unsavedPreference ?? Self.readPreference(context, &standing, &warnings)
    if unsavedPreference != nil { warnings.append(.message(.choiceNotSaved)) }
    stored = StoredSettings(context.preferences.current, context)
    languageOrder = context.preferences.current?.languageOrder ?? []
    programs = context.preferences.current?.programLanguages ?? [:]
    settings = context.inEffect(stored, handedOn: handover?.settings)
    languageChosenAt = context.preferences.current?.languageChosenAt ?? 0
    sequence = context.preferences.current?.sequence ?? 0
    var dropIns: [LanguageDropIn] = []
    do throws(CatalogError) {
      let list = try context.languageList()
      languages = list.languages
      languagesError = nil
      dropIns = list.dropIns
      for fault in list.faults {
        warnings.append(.message(.languageLeftOut, fault.reason, .path(context.log.path)))
        context.log.error("languages", fault.description)
      }
    } catch {
      languages = nil
      languagesError = error
      context.log.error("languages", error.description)
    }
    do throws(CatalogError) {
      markets = try context.markets().adding(dropIns)
    } catch {
      // Without the list, every language is offered everywhere.
      markets = .none
      context.log.error("markets", error.description)
    }
    market = context.market
    if let pseudo = context.configuration.pseudo {
      catalog = Catalog.builtIn().pseudo(pseudo)
      catalogError = nil
    } else if let language = context.preview {
      preference = .explicit(language.code)
      (catalog, catalogError) = Self.loadCatalog(language, context, &warnings)
    } else {
      let language = Self.resolve(
        &preference, &standing, among: languages ?? [.english], systemLanguages,
        in: (markets, market), languageOrder, context, &warnings)
      (catalog, catalogError) = Self.loadCatalog(language, context, &warnings)
    }
    self.preference = preference
    preferenceStanding = standing
    self.warnings = warnings
  }

  /// Loads a catalog, and records it in the trace. A damaged compiled file is logged.
  static func load(
    _ language: Language, _ context: ProgramContext
  ) throws(CatalogError) -> Catalog<Message> {
    let start = SystemClock.monotonic()
    func tell(_ catalog: Catalog<Message>?) {
      context.trace?.event(
        "catalog.load",
        [
          ("code", .string(language.code.rawValue)), ("ok", .bool(catalog != nil)),
          ("compiled", .bool(catalog?.isCompiled ?? false)),
          ("us", .number(Int((SystemClock.monotonic() - start) / 1000))),
        ])
    }
    do throws(CatalogError) {
      let catalog = try Catalog<Message>.load(
        language: language, from: language.directory ?? context.configuration.resources
      ) { damage in
        context.log.warning("catalog", damage.description)
      }
      tell(catalog)
      return catalog
    } catch {
      tell(nil)
      throw error
    }
  }

  /// Resolves the preference to a language; an unavailable one falls back to English.
  private static func resolve(
    _ preference: inout LanguagePreference, _ standing: inout PreferenceStanding,
    among languages: [Language],
    _ systemLanguages: [LanguageCode], in region: (markets: MarketList, market: MarketCode?),
    _ order: [LanguageCode], _ context: ProgramContext, _ warnings: inout [Text]
  ) -> Language {
    let codes = languages.map(\.code)
    let supported = region.markets.languages(in: region.market, available: codes)
    // The next of several stands in for one that is not available any more.
    if case .explicit(let code) = preference, !(codes.contains(code) && supported.contains(code)),
      order.contains(code),
      let next = order.first(where: { codes.contains($0) && supported.contains($0) })
    {
      preference = .explicit(next)
      standing = .standIn
    }
    if case .explicit(let code) = preference, !codes.contains(code) {
      warnings.append(.message(.storedLanguageUnavailable, .code(code.rawValue)))
      context.log.warning("preference", "the stored language \(code) is not configured")
      preference = .explicit(.english)
      standing = .standIn
    }
    let resolved = LanguageResolution.resolve(
      preference, system: systemLanguages,
      supported: supported, available: codes,
      fallback: region.markets.fallback)
    return languages.first { $0.code == resolved } ?? .english
  }

  /// Loads the language's catalog, else the English one, which needs no file.
  private static func loadCatalog(
    _ language: Language, _ context: ProgramContext, _ warnings: inout [Text]
  ) -> (Catalog<Message>, CatalogError?) {
    let failure: CatalogError
    do throws(CatalogError) {
      return (try load(language, context), nil)
    } catch {
      failure = error
      context.log.error("catalog", error.description)
    }
    do throws(CatalogError) {
      let english = try load(.english, context)
      warnings.append(.message(.storedLanguageUnavailable, .nativeName(language)))
      return (english, failure)
    } catch {
      warnings.append(.message(.englishCatalogBroken, error.reason, .path(context.log.path)))
      context.log.error("catalog", error.description)
      return (.builtIn(), failure)
    }
  }
}
