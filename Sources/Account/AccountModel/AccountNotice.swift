import Localization

/// A notice about the account that the user sees once.
public enum AccountNotice: Hashable, Sendable {
  /// The token is in this file because there is no keyring.
  case tokenInFile(path: String)
  /// The embedded account's database was damaged; the old file now has this name.
  case databaseSetAside(path: String)
  /// The account refused this language. It is not sent again until the account offers it.
  case languageRefused(LanguageCode)
  /// The session has ended here, but the server could not be informed.
  case signOutNotTold
  /// This session is one too many for the account, so this many of its oldest ones have ended.
  case sessionsEnded(Int)
}
