import AccountModel
import Localization

/// What takes back the last choice made here.
enum Undo: Hashable, Sendable {
  case preference(LanguagePreference)
  case setting(StoredSetting)
  case market(MarketCode)
}
