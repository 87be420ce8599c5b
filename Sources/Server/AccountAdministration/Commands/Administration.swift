import AccountDatabase
import AccountDatabasePostgreSQL
import AccountModel
import AccountProtocol
import AccountService
import CommandLineTool
import Glibc
import Localization
import ServerTexts

/// The administration commands. They change the database with or without a running server.
struct Administration: Sendable {
  let console: Console
  let invocation: Invocation
  let resources: String

  /// The command's arguments.
  var words: [String] { Array(invocation.arguments.dropFirst()) }
  /// The first argument of most commands.
  var login: String { words[0] }

  func addUser() throws(Failure) {
    let login = try valid(Credentials.login(FieldRules.login(words[0])))
    let name = try valid(FieldRules.name(invocation.value(.name) ?? login))
    var account = NewAccount(login: login, name: name, language: "")
    account.isDeveloper = invocation.has(.developer)
    if let email = invocation.value(.email) { account.email = try valid(FieldRules.email(email)) }
    if let phone = invocation.value(.phone) { account.phone = try valid(FieldRules.phone(phone)) }
    let database = try open()
    account.language = try language(in: database)
    account.isLanguageChosen = invocation.value(.language) != nil
    // Check the login first, so that nobody types a password for nothing.
    guard try perform(on: login, database.account(login: login)) == nil else {
      throw Failure(.loginTaken, login)
    }
    account.passwordHash = try newHash()
    let id = try change(database, login, database.addAccount(account))
    console.say(.added, String(id))
  }

  func setPassword() throws(Failure) {
    let (database, id) = try account(login)
    let hash = try newHash()
    try change(
      database, login, of: id,
      database.transaction { () throws(DatabaseError) in
        try database.setPasswordHash(hash, account: id)
        try database.forgetFailures(AttemptKey.login(Credentials.login(login)))
      })
    console.say(.done)
  }

  func unlock() throws(Failure) {
    let (database, _) = try account(login)
    try change(
      database, login, database.forgetFailures(AttemptKey.login(Credentials.login(login))))
    console.say(.done)
  }

  func removeUser() throws(Failure) {
    let (database, id) = try account(login)
    try change(database, login, of: id, database.removeAccount(id))
    console.say(.done)
  }

  func listProfiles() throws(Failure) {
    let (database, id) = try account(login)
    let account = try perform(on: login, database.account(id))
    for profile in account.profiles {
      let columns = [
        String(profile.profileID), profile.name, profile.languageCode,
        profile.profileID == account.activeProfileID ? "*" : "",
      ]
      console.say(columns.joined(separator: "\t"))
    }
  }

  func addProfile() throws(Failure) {
    let name = try valid(FieldRules.name(words[1]))
    let (database, account) = try account(login)
    let language = try language(in: database)
    let id = try change(
      database, login, detail: "profile=\(name)", of: account,
      database.addProfile(name, language: language, account: account))
    console.say(.added, String(id))
  }

  func removeProfile() throws(Failure) {
    let number = words[1]
    guard let profile = Int64(number) else { throw .usage(.noSuchProfile, number) }
    let (database, id) = try account(login)
    try change(
      database, login, detail: "profile=\(number)", of: id, failingOn: number,
      database.removeProfile(profile, account: id))
    console.say(.done)
  }

  func setDeveloper() throws(Failure) {
    let value = words[1]
    let isDeveloper = value == "on"
    let (database, id) = try account(login)
    try change(
      database, login, detail: value, of: id, database.setDeveloper(isDeveloper, account: id))
    console.say(.done)
  }

  func setFlag() throws(Failure) {
    let (name, value) = (try valid(FieldRules.flag(words[0])), words[1])
    let isOn = value == "on"
    let database = try open()
    try change(database, name, detail: value, database.setFlag(name, isOn))
    announce(.unknown, in: database)
    console.say(.done)
  }

  func setMarket() throws(Failure) {
    let (code, languages) = (words[0], Array(words.dropFirst()))
    guard let marketCode = MarketCode(rawValue: code) else { throw .usage(.marketInvalid, code) }
    let market = Market(code: marketCode, languages: try codes(languages))
    let database = try open()
    try change(
      database, code, detail: languages.joined(separator: " "), database.setMarket(market))
    announce(.unknown, in: database)
    console.say(.done)
  }

  func setLanguages() throws(Failure) {
    let codes = try codes(words)
    try configure(codes.joined(separator: " ")) { $0.languages = codes }
  }

  func setDefaultLanguage() throws(Failure) {
    let code = try codes(words)[0]
    try configure(code) { $0.defaultLanguageCode = code }
  }

  /// Sets a name (kind, code, language, name), or removes it without the last word.
  func setName() throws(Failure) {
    guard let kind = LocalizedNames.Kind(rawValue: words[0]) else {
      throw .usage(.wrongArguments, words[0])
    }
    let name = words.count > 3 ? words[3] : nil
    var names = LocalizedNames()
    names[kind, words[1], in: words[2]] = name ?? words[1]
    try valid(names.validate())
    try configure(words.joined(separator: " ")) {
      var names = $0.names ?? LocalizedNames()
      names[kind, words[1], in: words[2]] = name
      $0.names = names.isEmpty ? nil : names
    }
  }

  func setCooldown() throws(Failure) {
    let text = words[0]
    guard let seconds = Int64(text), Bounds.syncCooldown.contains(seconds) else {
      throw .usage(.cooldownInvalid, text)
    }
    try configure(text) { $0.cooldowns.syncSeconds = Int(seconds) }
  }

  private func codes(_ languages: [String]) throws(Failure) -> [String] {
    try languages.map { language throws(Failure) in
      try valid(FieldRules.language(language, "language"))
    }
  }

  private func configure(
    _ detail: String, _ body: (inout AppConfiguration) -> Void
  ) throws(Failure) {
    let database = try open()
    try change(database, "configuration", detail: detail, database.changeConfiguration(body))
    announce(.unknown, in: database)
    console.say(.done)
  }

  func removeMarket() throws(Failure) {
    let code = words[0]
    let database = try open()
    let isRemoved = try change(database, code, database.removeMarket(code)) { $0 ? "" : nil }
    guard isRemoved else { throw Failure(.noSuchMarket, code) }
    announce(.unknown, in: database)
    console.say(.done)
  }

  func showConfiguration() throws(Failure) {
    let database = try open()
    let configuration = try perform(database.configuration())
    console.say(String(decoding: configuration?.json() ?? Array("{}".utf8), as: UTF8.self))
  }

  func backup() throws(Failure) {
    let file = words[0]
    let database = try open()
    try perform(on: file, database.backUp(to: file))
    console.say(.done)
  }

  /// Makes the database, unless there is one, or the resources cannot be read.
  func makeDatabase() throws(Failure) {
    let initial = try AppConfiguration(resources: resources)
    let place = try invocation.databasePlace()
    let exists = try perform(place.exists())
    if !exists {
      let database = try perform(place.open(ifMissing: .make, verification: .none))
      try perform(database.setConfiguration(initial))
    }
    console.say(exists ? .databaseExists : .databaseMade, place.description)
  }

  /// Reports the schema's versions before and after. Opening a database migrates it.
  func migrate() throws(Failure) {
    // A mistyped name makes a file, but no PostgreSQL database.
    let missing: MissingPolicy =
      if case .server = try invocation.databasePlace() { .make } else { .refuse }
    let report = try open(ifMissing: missing).report
    console.say(.migrated, String(report.formerVersion), String(Schema.version))
  }

  func open(ifMissing missing: MissingPolicy = .refuse) throws(Failure) -> AccountDatabase {
    let place = try invocation.databasePlace()
    // Only the server sets a damaged file aside, if its options say so.
    let database = try perform(place.open(ifMissing: missing, verification: .none))
    try database.configureOnce(from: resources)
    return database
  }

  func account(_ login: String) throws(Failure) -> (AccountDatabase, Int64) {
    let database = try open()
    let known = try perform(on: login, database.account(login: Credentials.login(login)))
    guard let known else { throw Failure(.noSuchUser, login) }
    return (database, known)
  }

  /// The language from the option, or the configuration's default.
  func language(in database: AccountDatabase) throws(Failure) -> String {
    let configuration = try perform(database.configuration())
    let fallback = configuration?.defaultLanguageCode ?? console.catalog.language.code.rawValue
    guard let code = invocation.value(.language) else { return fallback }
    guard configuration?.languages.contains(code) != false else {
      throw .usage(.wrongArguments, "--language \(code)")
    }
    return try valid(FieldRules.language(code))
  }

  private func newHash() throws(Failure) -> String {
    let password = Credentials.password(try console.newPassword())
    guard let hash = Passwords.hash(password, try PasswordCost(invocation)) else {
      throw Failure(.noMemory)
    }
    return hash
  }

  /// A value that keeps the rules for its field.
  private func valid<Value>(
    _ value: @autoclosure () throws(InvalidField) -> Value
  ) throws(Failure) -> Value {
    do throws(InvalidField) {
      return try value()
    } catch {
      throw .usage(.invalidField, error.field)
    }
  }

  /// Changes the database and records it in the log of administration, both or neither.
  ///
  /// - Parameters:
  ///   - subject: what is changed, such as a login.
  ///   - account: the account whose record or sessions are changed; its followers learn of it.
  ///   - failing: what error messages name, if it is not the subject.
  @discardableResult
  func change<Value>(
    _ database: AccountDatabase, _ subject: String, detail: String = "",
    of account: Int64? = nil, failingOn failing: String? = nil,
    _ operation: @autoclosure () throws(DatabaseError) -> Value
  ) throws(Failure) -> Value {
    let value = try change(database, subject, failingOn: failing, operation()) { _ in detail }
    if let account { announce(.changed([account]), in: database) }
    return value
  }

  /// Changes the database and records the result, both or neither.
  ///
  /// - Parameter detail: what the log says of the result; nil if nothing was changed.
  func change<Value>(
    _ database: AccountDatabase, _ subject: String, failingOn failing: String? = nil,
    _ operation: @autoclosure () throws(DatabaseError) -> Value,
    recording detail: (Value) -> String?
  ) throws(Failure) -> Value {
    try perform(
      on: failing ?? subject,
      database.transaction { () throws(DatabaseError) in
        let value = try operation()
        if let detail = detail(value) { try record(in: database, subject, detail) }
        return value
      })
  }

  /// Tells the running servers what has been changed, so that followers learn of it.
  func announce(_ news: AnnouncedNews, in database: AccountDatabase) {
    // The change is on disk. If this fails, followers notice it with their next request.
    _ = try? database.announce(news, from: "administration")
  }

  /// Records the command in the log of administration.
  func record(
    in database: AccountDatabase, _ subject: String, _ detail: String
  ) throws(DatabaseError) {
    try database.record(invocation.arguments[0], subject, detail, by: Operator.name)
  }

  /// Runs an operation on the database; error messages about an account, a profile or a login name
  /// `subject`.
  func perform<Value>(
    on subject: String = "", _ operation: @autoclosure () throws(DatabaseError) -> Value
  ) throws(Failure) -> Value {
    do throws(DatabaseError) {
      return try operation()
    } catch {
      switch error {
      case .loginTaken: throw Failure(.loginTaken, subject)
      case .noProfile: throw Failure(.noSuchProfile, subject)
      case .noAccount: throw Failure(.noSuchUser, subject)
      case .noFile: throw Failure(.backupNeedsFile)
      case .tooManyProfiles: throw Failure(.tooManyProfiles)
      case .invalidConfiguration(let invalid):
        throw Failure(.configurationInvalid, invalid.description)
      default: throw Failure(error)
      }
    }
  }
}
