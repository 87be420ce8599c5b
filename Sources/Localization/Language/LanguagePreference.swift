/// What a person chose: to follow the system's language, or one language.
///
/// German on a German system and German as an explicit choice are different preferences.
public enum LanguagePreference: Hashable, Sendable {
  case system
  case explicit(LanguageCode)
}
