/// An account in a list.
public struct ListedAccount: Hashable, Sendable {
  public let accountID: Int64
  public let login: String
  public let name: String
  public let email: String?
  public let phone: String?
  public let preferredLocale: String
  public let isDeveloper: Bool
  public let hasPassword: Bool
  /// The number of sessions that have not expired.
  public let sessions: Int64
}

extension AccountDatabase {
  /// A page of the list of accounts: those after an id, in order, whose login, name or e-mail
  /// address contains a text. Upper and lower case of ASCII letters are equal.
  public func accounts(
    after id: Int64 = 0, limit: Int, containing text: String = ""
  ) throws(DatabaseError) -> [ListedAccount] {
    try connection.all(
      """
      SELECT account.id, account.login, account.name, account.email, account.phone,
        account.preferred_locale, account.is_developer,
        CASE WHEN account.password_hash IS NULL THEN 0 ELSE 1 END,
        (SELECT count(*) FROM session
          WHERE session.account = account.id AND session.expires_at > ?1)
      FROM account
      WHERE account.id > ?2 AND (\(contains("?3", "account.login", "account.name", "account.email")))
      ORDER BY account.id LIMIT ?4
      """, .integer(now()), .integer(id), .text(pattern(containing: text)),
      .integer(Int64(limit))
    ) {
      ListedAccount(
        accountID: $0.integer(0), login: $0.text(1), name: $0.text(2), email: $0.optionalText(3),
        phone: $0.optionalText(4), preferredLocale: $0.text(5), isDeveloper: $0.flag(6),
        hasPassword: $0.integer(7) != 0, sessions: $0.integer(8))
    }
  }
}
