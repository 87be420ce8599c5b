import AccountModel

/// The fields of a new account. The values are valid (`FieldRules`).
public struct NewAccount: Sendable {
  public var login: String
  public var name: String
  public var email: String?
  public var phone: String?
  public var isDeveloper: Bool
  public var language: String
  /// Whether somebody chose the language for the person; otherwise it is a default, which no device
  /// takes for a choice.
  public var isLanguageChosen = false
  /// Nil for an account that nobody can sign in to yet.
  public var passwordHash: String?

  public init(
    login: String, name: String, email: String? = nil, phone: String? = nil,
    isDeveloper: Bool = false, language: String, passwordHash: String? = nil
  ) {
    self.login = login
    self.name = name
    self.email = email
    self.phone = phone
    self.isDeveloper = isDeveloper
    self.language = language
    self.passwordHash = passwordHash
  }
}

extension AccountDatabase {
  /// Creates an account with one profile that has the user's name; returns the account's id.
  @discardableResult
  public func addAccount(_ account: NewAccount) throws(DatabaseError) -> Int64 {
    try transaction { () throws(DatabaseError) in
      guard let id = try add(account) else { throw .loginTaken }
      let profile = try addProfile(account.name, language: account.language, account: id)
      try connection.run(
        "UPDATE account SET active_profile = ? WHERE id = ?", .integer(profile), .integer(id))
      return id
    }
  }

  /// Creates an account without a profile; nil if another one has the login, perhaps only since.
  func add(_ account: NewAccount) throws(DatabaseError) -> Int64? {
    let given = account.isLanguageChosen ? ChoiceOrigin.given : nil
    return try connection.number(
      """
      INSERT INTO account (login, name, email, phone, is_developer, preferred_locale,
        password_hash, choice_device, choice_sequence, choice_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (login) DO NOTHING RETURNING id
      """, .text(account.login), .text(account.name), StoredValue(account.email),
      StoredValue(account.phone), .flag(account.isDeveloper), .text(account.language),
      StoredValue(account.passwordHash), StoredValue(given?.device),
      given.map { .integer($0.sequence) } ?? .null, given.map { .integer($0.chosenAt) } ?? .null)
  }

  /// The id of the account with a login, or nil.
  public func account(login: String) throws(DatabaseError) -> Int64? {
    try connection.number("SELECT id FROM account WHERE login = ?", .text(login))
  }

  /// The whole account in a consistent state: one statement reads it with its profiles.
  public func account(_ id: Int64) throws(DatabaseError) -> Account {
    var reading = AccountReading()
    _ = try connection.perform(
      """
      SELECT \(AccountReading.columns) FROM account
      LEFT JOIN profile ON profile.account = account.id
      WHERE account.id = ? ORDER BY profile.id
      """, [.integer(id)]
    ) { reading.read($0) }
    guard let account = reading.account else { throw .noAccount }
    return account
  }

  /// Removes an account and everything that belongs to it.
  public func removeAccount(_ id: Int64) throws(DatabaseError) {
    guard try connection.run("DELETE FROM account WHERE id = ?", .integer(id)) > 0 else {
      throw .noAccount
    }
  }

  /// The account with a login and its password hash, or nil.
  public func credentials(
    login: String
  ) throws(DatabaseError) -> (account: Int64, passwordHash: String?)? {
    try connection.first("SELECT id, password_hash FROM account WHERE login = ?", .text(login)) {
      ($0.integer(0), $0.optionalText(1))
    }
  }

  /// Sets a new password hash, and ends the account's sessions and the codes of devices that it has
  /// allowed.
  public func setPasswordHash(_ hash: String, account: Int64) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      try lock(account: account)
      try removeAllowedCodes(account: account)
      try update("password_hash", .text(hash), account)
      try connection.run("DELETE FROM session WHERE account = ?", .integer(account))
    }
  }

  /// Throws `passwordChanged` if the account has another hash than the one that a password was
  /// checked against. Until the transaction ends, nobody changes it.
  public func requirePasswordHash(_ hash: String, account: Int64) throws(DatabaseError) {
    try lock(account: account)
    let current = try connection.first(
      "SELECT password_hash FROM account WHERE id = ?", .integer(account)
    ) { $0.optionalText(0) }
    guard current == hash else { throw .passwordChanged }
  }

  public func setDeveloper(_ isDeveloper: Bool, account: Int64) throws(DatabaseError) {
    try update("is_developer", .flag(isDeveloper), account)
  }

  /// Sets the language of an account and its active profile, unless a language was already chosen.
  public func setInitialLanguage(_ language: String, account: Int64) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      try requireOffered(language)
      try lock(account: account)
      let changed = try connection.run(
        """
        UPDATE account SET preferred_locale = ?1
        WHERE id = ?2 AND choice_device IS NULL AND preferred_locale <> ?1
        """, .text(language), .integer(account))
      guard changed > 0 else { return }
      try connection.run(
        """
        UPDATE profile SET language_code = ?1
        WHERE id = (SELECT active_profile FROM account WHERE id = ?2)
        """, .text(language), .integer(account))
    }
  }

  /// Sets the fields of a change, except its choice (`apply`).
  public func setFields(of change: AccountChange, account: Int64) throws(DatabaseError) {
    if let note = change.note { try update("note", .text(note), account) }
    if let analytics = change.analytics {
      try update("analytics", .flag(analytics), account)
    }
    if let diagnostics = change.diagnostics {
      try update("diagnostics", .flag(diagnostics), account)
    }
  }

  /// Adds a profile; returns its id.
  @discardableResult
  public func addProfile(
    _ name: String, language: String, account: Int64
  ) throws(DatabaseError) -> Int64 {
    try transaction { () throws(DatabaseError) in
      try lock(account: account)
      let count = try connection.number(
        "SELECT count(*) FROM profile WHERE account = ?", .integer(account))
      guard (count ?? 0) < Bounds.profiles else { throw .tooManyProfiles }
      let added = try connection.number(
        "INSERT INTO profile (account, name, language_code) VALUES (?, ?, ?) RETURNING id",
        .integer(account), .text(name), .text(language))
      guard let added else { throw .noAccount }
      return added
    }
  }

  /// Removes a profile. If it was active, the account's first profile becomes active.
  public func removeProfile(_ profile: Int64, account: Int64) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      try lock(account: account)
      guard
        try connection.run(
          "DELETE FROM profile WHERE id = ? AND account = ?", .integer(profile), .integer(account))
          > 0
      else { throw .noProfile }
      try connection.run(
        """
        UPDATE account SET active_profile = (SELECT min(id) FROM profile WHERE account = ?1)
        WHERE id = ?1 AND active_profile IS NULL
        """, .integer(account))
    }
  }

  /// `column` is a literal from this file.
  private func update(
    _ column: String, _ value: StoredValue, _ account: Int64
  ) throws(DatabaseError) {
    guard
      try connection.run(
        "UPDATE account SET \(column) = ? WHERE id = ?", value, .integer(account)) > 0
    else { throw .noAccount }
  }
}
