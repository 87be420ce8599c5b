/// The user's choice: the system's language, or a specific one.
///
/// German on a German system and German as an explicit choice are different preferences.
public enum LanguagePreference: Hashable, Sendable {
  /// The language of the environment.
  case system
  /// A language that was chosen.
  case explicit(LanguageCode)
}
