import AccountModel

/// Puts an account together from rows: one for each of its profiles, or one without a profile.
struct AccountReading {
  /// The columns of a query on `account LEFT JOIN profile`, which orders its rows by `profile.id`.
  static let columns = """
    account.id, login, account.name, email, phone, note, is_developer, preferred_locale,
    choice_device, choice_sequence, choice_at, active_profile, analytics, diagnostics,
    profile.id, profile.name, profile.language_code
    """

  private(set) var account: Account?
  /// The place of the first of the columns in a row.
  private let first: Int32

  init(after count: Int32 = 0) { first = count }

  mutating func read(_ row: any Row) {
    if account == nil {
      account = Account(
        accountID: row.integer(first), login: row.text(first + 1), name: row.text(first + 2),
        email: row.optionalText(first + 3), phone: row.optionalText(first + 4),
        note: row.text(first + 5), isDeveloper: row.flag(first + 6),
        preferredLocale: row.text(first + 7),
        lastChange: row.optionalText(first + 8).map {
          ChoiceOrigin(
            device: $0, sequence: row.integer(first + 9), chosenAt: row.integer(first + 10))
        }, activeProfileID: row.optionalInteger(first + 11),
        privacy: Privacy(analytics: row.flag(first + 12), diagnostics: row.flag(first + 13)))
    }
    guard let profile = row.optionalInteger(first + 14) else { return }
    account?.profiles.append(
      Profile(
        profileID: profile, name: row.text(first + 15), languageCode: row.text(first + 16)))
  }
}
