import Localization

/// A notice about the account that the user sees once.
public enum AccountNotice: Hashable, Codable, Sendable {
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

  private enum CodingKeys: String, CodingKey {
    case tokenInFile = "token_in_file"
    case databaseSetAside = "database_set_aside"
    case languageRefused = "language_refused"
    case signOutNotTold = "sign_out_not_told"
    case sessionsEnded = "sessions_ended"
  }

  private enum LanguageRefusedCodingKeys: String, CodingKey {
    case _0 = "language"
  }

  private enum SessionsEndedCodingKeys: String, CodingKey {
    case _0 = "count"
  }
}
