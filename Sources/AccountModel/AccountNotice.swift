import Localization

/// Something about the account that the person should be told once.
public enum AccountNotice: Hashable, Sendable {
  /// There is no keyring, so the session's token is kept in this file.
  case tokenInFile(path: String)
  /// The embedded account's database was damaged; the old file has this name now.
  case databaseSetAside(path: String)
  /// The account does not take the choice of this language, and is not asked again before it offers
  /// it.
  case languageRefused(LanguageCode)
  /// The session has ended here, and the server could not be told.
  case signOutNotTold
}
