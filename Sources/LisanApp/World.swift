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

extension ValueFormatting {
  /// As the locale library writes them, in the time zone of the environment.
  static let localized = ValueFormatting(
    dateAndTime: { LocaleFormat(language: $1).dateAndTime(milliseconds: $0) },
    relativeTime: { LocaleFormat(language: $2).relativeTime(from: $0, to: $1) },
    regionName: { LocaleFormat(language: $1).regionName($0.rawValue) },
    languageName: { LocaleFormat(language: $1).languageName($0.rawValue) },
    number: { LocaleFormat(language: $1).number($0) })
}

extension Catalog<Message> {
  /// What the texts of commands are made by.
  var wording: Wording { Wording(catalog: self, formatting: .localized) }
}
