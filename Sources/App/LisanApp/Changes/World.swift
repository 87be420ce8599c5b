import LisanPreferences
import Localization
import SettingsCore

/// The side effects of the settings, as closures: `Runtime` knows neither files nor processes.
@MainActor
struct World {
  var loadLanguages: () throws(CatalogError) -> [Language]
  var loadCatalog: (Language) throws(CatalogError) -> Catalog<Message>
  /// Reads a catalog for a preview and not for a choice.
  var loadPreview: (Language) throws(CatalogError) -> Catalog<Message>
  /// Informs everything that lays out by direction of the language's direction.
  var forceDirection: (Direction) throws -> Void
  /// Writes the preference or other settings. The returned commit is written, but not yet durable.
  var store: (PreferenceChanges) throws(PreferenceError) -> Commit
  /// The connection to the agent.
  var account: AccountLink
  /// Informs the session of the language that programs follow; nil if they follow the system's.
  var informSession: (LanguageCode?) -> Void
  /// What the files of the user's shell have, beside a displayed language; nil for an unknown shell.
  var readShell: (LanguageCode) -> ShellState?
  /// The files of the user's shell and the lines for a language, nil for the system's.
  var shellSetup: (LanguageCode?) -> ShellSetup?
  /// Starts to look for the packages with texts in a language; returns them if it cannot look aside.
  var findPackages: (LanguageCode) -> PackageTexts?
  /// Releases the terminal and stops the process until it is continued.
  var suspend: () -> Void
  /// Replaces the process; returns only on failure, with errno.
  var restart: () -> Int32
}

extension World {
  /// The real side effects: files, the preference file, this process.
  init(
    _ context: ProgramContext, durability: Durability, account: AccountLink,
    packages: PackageSearch? = nil, suspend: @escaping () -> Void,
    restart: @escaping () -> Int32
  ) {
    let (file, trace) = (context.preferences, context.trace)
    let resources = context.configuration.resources
    loadLanguages = { () throws(CatalogError) in try context.languageList().languages }
    loadCatalog = { language throws(CatalogError) in
      try Launch.load(language, context)
    }
    loadPreview = { language throws(CatalogError) in
      try Catalog<Message>.load(language: language, from: language.directory ?? resources)
    }
    forceDirection = { direction in
      trace?.event("direction.force", [("rtl", .bool(direction == .rightToLeft))])
    }
    self.account = account
    store = { changes throws(PreferenceError) in
      let commit = try file.commit(changes)
      durability.start(commit, of: file)
      return commit
    }
    informSession = { code in context.informSession(code) }
    readShell = { context.shellState(in: $0) }
    shellSetup = { context.shellSetup(in: $0) }
    findPackages = { packages?.start($0, in: context.programPath) }
    self.suspend = suspend
    self.restart = restart
  }
}
