import AccountDatabase
import AccountModel
import Glibc
import SystemCalls

/// The Unix user's account in a local database (R35).
actor EmbeddedAccount: AccountService {
  private let path: String
  /// The source for rebuilding a damaged database.
  private let copy: AccountCache
  /// The initial language of a new account.
  private let language: String
  /// Receives the new, dated name of a damaged database.
  private let tellSetAside: @Sendable (String) -> Void
  private var open: (database: AccountDatabase, account: Int64)?

  init(
    path: String, copy: AccountCache, language: String,
    tellSetAside: @escaping @Sendable (String) -> Void
  ) {
    self.path = path
    self.copy = copy
    self.language = language
    self.tellSetAside = tellSetAside
  }

  func account() throws(ServiceFailure) -> Account {
    try use { database, account throws(DatabaseError) in try database.account(account) }
  }

  func configuration() -> AppConfiguration? { nil }

  func change(_ change: AccountChange) throws(ServiceFailure) -> Account {
    try use { database, account throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        try database.setFields(of: change, account: account)
        if let choice = change.choice { try database.apply(choice, account: account) }
      }
      return try database.account(account)
    }
  }

  func activate(profile: Int64, of _: Int64) throws(ServiceFailure) -> Account {
    try use { database, account throws(DatabaseError) in
      try database.setActiveProfile(profile, account: account)
      return try database.account(account)
    }
  }

  /// Sets the language of an account without a choice to the language on display (R21).
  func begin(with language: String) throws(ServiceFailure) -> Account {
    try use { database, account throws(DatabaseError) in
      try database.setInitialLanguage(language, account: account)
      return try database.account(account)
    }
  }

  private func use(
    _ body: (AccountDatabase, Int64) throws(DatabaseError) -> Account
  ) throws(ServiceFailure) -> Account {
    do throws(DatabaseError) {
      if open == nil { open = try prepare() }
      let account = try body(open!.database, open!.account)
      copy.change { $0.account = account }
      return account
    } catch .noProfile {
      throw ServiceFailure(AccountFailure(.noSuchProfile), "no such profile")
    } catch {
      // The next use reopens the file, and sets it aside if it is damaged.
      open = nil
      throw ServiceFailure(AccountFailure(.storage), error.description)
    }
  }

  private func prepare() throws(DatabaseError) -> (AccountDatabase, Int64) {
    do throws(SystemError) {
      try makeDirectories(parentDirectory(of: path))
    } catch {
      throw .cannotOpen(path: path, errno: error.errno)
    }
    let database = try AccountDatabase(path: path)
    if let name = database.report.setAside { tellSetAside(name) }
    let user = UnixUser.current
    if let account = try database.account(login: user.login) { return (database, account) }
    return (database, try make(user, in: database))
  }

  /// Creates an account for the Unix user, or restores the previous one's fields from the cache.
  private func make(
    _ user: UnixUser, in database: AccountDatabase
  ) throws(DatabaseError) -> Int64 {
    let kept = copy.read()?.account
    return try database.transaction { () throws(DatabaseError) in
      let account = try database.addAccount(
        NewAccount(
          login: user.login, name: kept?.name ?? user.name, email: kept?.email,
          phone: kept?.phone, isDeveloper: kept?.isDeveloper ?? false, language: language))
      guard let kept else { return account }
      try database.setFields(of: AccountChange(note: kept.note), account: account)
      for profile in kept.profiles where profile.profileID != kept.activeProfileID {
        try database.addProfile(profile.name, language: profile.languageCode, account: account)
      }
      return account
    }
  }
}

/// The user who runs this process, from the account file.
struct UnixUser: Hashable, Sendable {
  let login: String
  /// The full name if there is one, else the login.
  let name: String

  static var current: UnixUser {
    let entry = PasswordEntry(of: getuid())
    let login = (entry?.login).flatMap { try? FieldRules.login($0) }
    let name = (entry?.comment).flatMap { try? FieldRules.name(String($0.prefix { $0 != "," })) }
    let fallback = "user-\(getuid())"
    return UnixUser(login: login ?? fallback, name: name ?? login ?? fallback)
  }
}
