import Formatting
import Localization
import PreferenceStore
import Settings

/// What the settings reach outside of themselves, as closures: the program gives the real ones,
/// a test others.
@MainActor
struct World {
  var loadLanguages: () throws(CatalogError) -> [Language]
  var loadCatalog: (Language) throws(CatalogError) -> Catalog<Message>
  /// Tells everything that lays out by direction what direction the language asks for.
  var forceDirection: (Direction) throws -> Void
  var storeSetting: (StoredSetting) throws(PreferenceError) -> Void
  /// Writes the preference; what comes back is written, and durable once it has been made so.
  var writePreference: (PreferenceWrite) throws(PreferenceError) -> Commit
  /// What goes to the agent.
  var account: AccountLink
  /// Gives the terminal back and stops until the program is continued.
  var suspend: () -> Void
  /// Replaces the process, and returns only if that failed, with errno.
  var restart: () -> Int32
}

extension World {
  /// The real outside: files, the preference file, this process.
  init(
    _ context: ProgramContext, durability: Durability, account: AccountLink,
    suspend: @escaping () -> Void,
    restart: @escaping () -> Int32
  ) {
    let (file, trace) = (context.preferences, context.trace)
    let resources = context.configuration.resources
    loadLanguages = { () throws(CatalogError) in try LanguageList(directory: resources).languages }
    loadCatalog = { language throws(CatalogError) in
      try Launch.load(language, from: resources, trace: trace)
    }
    forceDirection = { direction in
      trace?.event("direction.force", [("rtl", .bool(direction == .rightToLeft))])
    }
    writePreference = { write throws(PreferenceError) in
      var changes = PreferenceChanges()
      switch write.preference {
      case .system: changes.followsSystemLanguage = true
      case .explicit(let code):
        changes.language = code.rawValue
        changes.followsSystemLanguage = false
      }
      changes.market = write.market?.rawValue
      changes.languageChosenAt = write.chosenAt
      changes.isResolvedAnew = write.isResolvedAnew
      let commit = try file.commit(changes)
      durability.start(commit, of: file)
      return commit
    }
    self.account = account
    storeSetting = { setting throws(PreferenceError) in
      let commit = try file.commit(PreferenceChanges(setting))
      durability.start(commit, of: file)
    }
    self.suspend = suspend
    self.restart = restart
  }
}
