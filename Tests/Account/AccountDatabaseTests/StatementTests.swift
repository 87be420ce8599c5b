import AccountDatabase
import AccountDatabasePostgreSQL
import AccountModel
import Dispatch
import Foundation
import Glibc
import PostgreSQLCluster
import Synchronization
import Testing

/// What the conditions of the statements leave alone: the rows beside those that a change is about.
struct StatementTests {
  let clock = TestClock()

  /// Two accounts, each with a second profile.
  private struct Pair {
    let database: AccountDatabase
    let ana: Int64
    let eve: Int64

    init(_ database: AccountDatabase) throws {
      self.database = database
      func add(_ login: String) throws -> Int64 {
        let id = try database.addAccount(
          NewAccount(login: login, name: login, language: "en", passwordHash: "old"))
        try database.addProfile("Work", language: "ar", account: id)
        return id
      }
      (ana, eve) = (try add("ana"), try add("eve"))
    }

    func profiles(_ account: Int64) throws -> [Int64] {
      try database.account(account).profiles.map(\.profileID)
    }

    func active(_ account: Int64) throws -> Int64? {
      try database.account(account).activeProfileID
    }

    func languages(_ account: Int64) throws -> [String] {
      try database.account(account).profiles.map(\.languageCode)
    }
  }

  private static let device = String(repeating: "a", count: 32)

  @Test(
    "R44: a removed profile leaves the active one active, unless it was that one",
    arguments: Engine.allCases)
  func activeProfile(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let pair = try Pair(database)
    try database.addProfile("Third", language: "en", account: pair.ana)
    let (profiles, others) = (try pair.profiles(pair.ana), try pair.profiles(pair.eve))
    try database.setActiveProfile(profiles[1], account: pair.ana)
    try database.setActiveProfile(others[1], account: pair.eve)
    try database.removeProfile(profiles[2], account: pair.ana)
    #expect(try pair.active(pair.ana) == profiles[1])
    try database.removeProfile(profiles[1], account: pair.ana)
    #expect(try pair.active(pair.ana) == profiles[0])
    #expect(try pair.active(pair.eve) == others[1])
    // Another person's profile can be neither removed nor activated.
    #expect(throws: DatabaseError.noProfile) {
      try database.removeProfile(others[0], account: pair.ana)
    }
    #expect(throws: DatabaseError.noProfile) {
      try database.setActiveProfile(others[0], account: pair.ana)
    }
    #expect(try pair.profiles(pair.eve) == others && pair.active(pair.eve) == others[1])
    try database.removeProfile(profiles[0], account: pair.ana)
    #expect(try pair.active(pair.ana) == nil && pair.profiles(pair.ana) == [])
  }

  @Test(
    "R21, R36: a language reaches one account and its active profile, before a choice as after it",
    arguments: Engine.allCases)
  func oneAccount(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let pair = try Pair(database)
    try database.setInitialLanguage("fa", account: pair.ana)
    #expect(try database.account(pair.ana).preferredLocale == "fa")
    #expect(try pair.languages(pair.ana) == ["fa", "ar"])
    #expect(try database.account(pair.ana).lastChange == nil)
    try database.apply(Choice("ar", "a", 1, at: 1), account: pair.ana)
    #expect(try pair.languages(pair.ana) == ["ar", "ar"])
    // Once a language was chosen, that is no initial one any more.
    try database.setInitialLanguage("he", account: pair.ana)
    #expect(try database.account(pair.ana).preferredLocale == "ar")
    #expect(try pair.languages(pair.ana) == ["ar", "ar"])
    #expect(try database.account(pair.eve).preferredLocale == "en")
    #expect(try pair.languages(pair.eve) == ["en", "ar"])
    // Nor is one that the account was given.
    let given = try database.addAccount(
      {
        var account = NewAccount(login: "lena", name: "Lena", language: "ar")
        account.isLanguageChosen = true
        return account
      }())
    #expect(try database.account(given).lastChange == .given)
    try database.setInitialLanguage("he", account: given)
    #expect(try database.account(given).preferredLocale == "ar")
    #expect(try database.apply(Choice("en", "a", 1, at: 0), account: given) == .applied)
  }

  @Test(
    "R36: fields change in one account, and only those that are named", arguments: Engine.allCases)
  func fields(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let pair = try Pair(database)
    try database.setFields(
      of: AccountChange(note: "tea", analytics: true, diagnostics: true), account: pair.ana)
    try database.setFields(of: AccountChange(analytics: false), account: pair.ana)
    try database.setDeveloper(true, account: pair.ana)
    let (ana, eve) = (try database.account(pair.ana), try database.account(pair.eve))
    #expect(ana.note == "tea" && ana.privacy == Privacy(analytics: false, diagnostics: true))
    #expect(eve.note == "" && eve.privacy == Privacy())
    #expect(ana.isDeveloper && !eve.isDeveloper)
    #expect(throws: DatabaseError.noAccount) {
      try database.setFields(of: AccountChange(note: "x"), account: pair.eve + 1)
    }
  }

  @Test(
    "R45: sessions end for one person, one device or one number, and the others stay",
    arguments: Engine.allCases)
  func sessions(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let pair = try Pair(database)
    func isValid(_ byte: UInt8) throws -> Bool {
      if case .session = try database.session(tokenHash: [byte]) { true } else { false }
    }
    /// Sessions 1 to 3 of Ana, of which the second is that of the device, and 11 of Eve's on the same.
    func begin() throws {
      try database.removeSessions()
      for byte in UInt8(1)...3 {
        clock.now += 1
        try database.addSession(
          tokenHash: [byte], account: pair.ana, device: byte == 2 ? Self.device : nil,
          expiresAt: .max)
      }
      try database.addSession(
        tokenHash: [11], account: pair.eve, device: Self.device, expiresAt: .max)
    }
    func expect(_ valid: [UInt8], _ location: SourceLocation = #_sourceLocation) throws {
      let found = try [1, 2, 3, 4, 11].filter { try isValid($0) }
      #expect(found == valid, sourceLocation: location)
    }
    try begin()
    try expect([1, 2, 3, 11])
    // Another sign-in of the device.
    try database.addSession(
      tokenHash: [4], account: pair.ana, device: Self.device, expiresAt: .max)
    try expect([1, 3, 4, 11])
    let listed = try database.sessions(account: pair.ana)
    #expect(
      listed.map(\.tokenHash) == [[3], [4], [1]] || listed.map(\.tokenHash) == [[4], [3], [1]])
    #expect(try !database.removeSession(number: listed[0].number, account: pair.eve))
    #expect(try !database.removeSession(tokenHash: [1], account: pair.eve))
    try expect([1, 3, 4, 11])
    #expect(try database.removeSession(tokenHash: [1], account: pair.ana))
    try expect([3, 4, 11])
    try begin()
    try database.removeSessions(account: pair.ana, except: [2])
    try expect([2, 11])
    try begin()
    #expect(try database.removeSessions(account: pair.ana) == 3)
    try expect([11])
    try begin()
    try database.setPasswordHash("new", account: pair.ana)
    try expect([11])
    #expect(try database.credentials(login: "eve")?.passwordHash == "old")
    try begin()
    try database.removeAccount(pair.ana)
    try expect([11])
  }

  @Test(
    "R45: a session that has expired is told from an unknown one for 30 days",
    arguments: Engine.allCases)
  func expired(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    clock.now = 100 * 86_400_000
    let database = try scratch.open(now: clock.read)
    let pair = try Pair(database)
    try database.addSession(tokenHash: [1], account: pair.ana, expiresAt: clock.now + 1)
    try database.addSession(tokenHash: [2], account: pair.ana, expiresAt: clock.now + 2)
    clock.now += 1
    #expect(try database.session(tokenHash: [1]) == .expired)
    #expect(try database.sessions(account: pair.ana).map(\.tokenHash) == [[2]])
    #expect(try database.accounts(limit: 9).map(\.sessions) == [1, 0])
    // A further sign-in removes what nobody asks for any more.
    clock.now += 30 * 86_400_000
    try database.addSession(tokenHash: [3], account: pair.ana, expiresAt: .max)
    #expect(try database.session(tokenHash: [1]) == .expired)
    clock.now += 1
    try database.addSession(tokenHash: [4], account: pair.ana, expiresAt: .max)
    #expect(try database.session(tokenHash: [1]) == .unknown)
    #expect(try database.session(tokenHash: [2]) == .expired)
  }

  @Test(
    "R37: a session is bound to the device of its first choice, and no other session is",
    arguments: Engine.allCases)
  func binding(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let pair = try Pair(database)
    for byte in UInt8(1)...2 {
      try database.addSession(tokenHash: [byte], account: pair.ana, expiresAt: .max)
    }
    try database.speak(for: Self.device, tokenHash: [1])
    try database.speak(for: Self.device, tokenHash: [1])
    let other = String(repeating: "b", count: 32)
    #expect(throws: DatabaseError.otherDevice) { try database.speak(for: other, tokenHash: [1]) }
    #expect(
      try database.session(tokenHash: [1])
        == .session(Session(account: pair.ana, device: Self.device)))
    #expect(
      try database.session(tokenHash: [2]) == .session(Session(account: pair.ana, device: nil)))
    #expect(throws: DatabaseError.noAccount) { try database.speak(for: other, tokenHash: [9]) }
  }

  @Test(
    "R37: a number that the database gives is the next one of the device at this account",
    arguments: Engine.allCases)
  func nextNumber(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let pair = try Pair(database)
    let other = String(repeating: "b", count: 32)
    try database.apply(Choice("ar", "a", 7, at: 1), account: pair.ana)
    try database.apply(Choice("ar", "b", 20, at: 2), account: pair.ana)
    try database.apply(Choice("ar", "a", 40, at: 3), account: pair.eve)
    #expect(try database.choose("en", device: Self.device, account: pair.ana) == .applied)
    #expect(try database.account(pair.ana).lastChange?.sequence == 8)
    #expect(try database.choose("en", device: other, account: pair.eve) == .applied)
    #expect(try database.account(pair.eve).lastChange?.sequence == 1)
    #expect(try database.account(pair.eve).preferredLocale == "en")
  }

  @Test("R37, R66: two choices of one device at once get two numbers, and both hold in turn")
  func numbersAtOnce() throws {
    let scratch = try Scratch(.postgresql)
    let database = try scratch.open()
    let pair = try Pair(database)
    try database.apply(Choice("en", "a", 5, at: 1), account: pair.ana)
    let outcome = Mutex<Result<ChoiceOutcome, DatabaseError>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let account = pair.ana
    try database.transaction { () throws(DatabaseError) in
      #expect(try database.choose("ar", device: Self.device, account: account) == .applied)
      Thread.detachNewThread {
        do throws(DatabaseError) {
          let other = try scratch.openAgain()
          let chosen = try other.choose("fa", device: Self.device, account: account)
          outcome.withLock { $0 = .success(chosen) }
        } catch {
          outcome.withLock { $0 = .failure(error) }
        }
        done.signal()
      }
      let waiting = """
        SELECT count(*) FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()
        """
      let end = Date().addingTimeInterval(10)
      while scratch.number(waiting) != 1, Date() < end { poll(nil, 0, 2) }
      #expect(scratch.number(waiting) == 1)
    }
    done.wait()
    #expect(outcome.withLock { $0 } == .success(.applied))
    #expect(try database.account(account).lastChange?.sequence == 7)
    #expect(try database.account(account).preferredLocale == "fa")
  }

  @Test(
    "R45: failures are counted and forgotten by key, each in its window", arguments: Engine.allCases
  )
  func failures(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let short = AttemptLimit(key: [1], count: 3, window: 100)
    let long = AttemptLimit(key: [2], count: 3, window: 1000)
    try database.countFailure([short, long])
    clock.now += 99
    try database.countFailure([short, long])
    #expect(try database.failures(short).count == 2 && database.failures(short).wait == 1)
    clock.now += 1
    #expect(try database.failures(short).count == 0)
    try database.countFailure([short, long])
    #expect(try database.failures(short).count == 1 && database.failures(short).wait == 100)
    #expect(try database.failures(long).count == 3 && database.failures(long).wait == 900)
    try database.forgetFailures([1])
    #expect(try database.failures(short).count == 0 && database.failures(long).count == 3)
    // A window that begins in the future begins anew.
    clock.now -= 500
    #expect(try database.failures(long).count == 0)
    try database.countFailure([long])
    #expect(try database.failures(long).count == 1 && database.failures(long).wait == 1000)
  }

  @Test(
    "Lists of accounts and of administration go on after an entry, and find a text literally",
    arguments: Engine.allCases)
  func lists(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let ids = try ["a_b", "axb", "100%", "Wow!"].map {
      try database.addAccount(
        NewAccount(login: "\($0.lowercased())@x", name: $0, email: nil, language: "en"))
    }
    func found(_ text: String) throws -> [Int64] {
      try database.accounts(limit: 9, containing: text).map(\.accountID)
    }
    #expect(try database.accounts(after: ids[1], limit: 1).map(\.accountID) == [ids[2]])
    #expect(try found("A_B") == [ids[0]])
    #expect(try found("%") == [ids[2]] && found("!") == [ids[3]] && found("@x") == ids)
    for (number, subject) in ["a_b", "axb", "c"].enumerated() {
      clock.now += 1
      try database.record(number == 2 ? "unlock" : "add-user", subject, "detail", by: "root")
    }
    let all = try database.audit(limit: 9)
    #expect(all.map(\.subject) == ["a_b", "axb", "c"] && all[2].at == clock.now)
    #expect(try database.audit(after: all[0].number, limit: 1) == [all[1]])
    #expect(try database.audit(limit: 9, containing: "a_b") == [all[0]])
    #expect(try database.audit(limit: 9, containing: "UNLOCK") == [all[2]])
    #expect(try database.audit(limit: 9, containing: "detail") == [])
  }

  @Test(
    "R36, R80: a market, a flag and a name are set and removed beside others",
    arguments: Engine.allCases)
  func configuration(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let identity = try database.identity()
    try database.setConfiguration(.sample)
    let egypt = MarketCode(rawValue: "EG")!
    try database.setMarket(Market(code: egypt, languages: ["en"]))
    try database.setMarket(Market(code: MarketCode(rawValue: "GB")!, languages: ["en"]))
    #expect(
      try database.configuration()?.markets.map(\.code.rawValue) == ["001", "EG", "GB"])
    #expect(try database.configuration()?.markets[1].languages == ["en"])
    #expect(try database.removeMarket("EG") && !database.removeMarket("EG"))
    try database.setFlag("diagnostics", true)
    try database.setFlag("analytics", false)
    let now = try #require(try database.configuration())
    #expect(now.markets.map(\.code.rawValue) == ["001", "GB"])
    #expect(now.featureFlags == ["analytics": false, "diagnostics": true])
    #expect(try database.identity() == identity)
  }

  @Test("R66: if none of several hosts can be used, the reason of each is said, as psql does")
  func hosts() throws {
    let cluster = PostgreSQLCluster.shared
    // The first host answers and refuses the role, nobody listens at the second.
    let address = cluster.address("postgres").replacing("user=lisan", with: "user=nobody_here")
      .replacing("&port=", with: ",127.0.0.1&port=").replacing("&user", with: ",1&user")
    let database = PostgreSQLDatabase(try ConnectionString(address))
    let failure = #expect(throws: DatabaseError.self) { try database.connect() }
    let message = "\(failure.map { "\($0)" } ?? "")"
    #expect(message.contains("nobody_here") && message.contains("Connection refused"), "\(message)")
  }
}
