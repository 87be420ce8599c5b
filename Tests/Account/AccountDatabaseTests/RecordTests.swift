import AccountDatabase
import AccountModel
import AccountProtocol
import Localization
import Testing

struct RecordTests {
  let clock = TestClock()

  @Test(
    "R36: an account keeps what it was made with, in any script, and goes with all it has",
    arguments: Engine.allCases)
  func record(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let name = "لبنى O'Brien \"; DROP TABLE account; --"
    let id = try database.addAccount(
      NewAccount(
        login: "lubna", name: name, email: "l@example.org", phone: "+20 1", isDeveloper: true,
        language: "ar", passwordHash: "hash"))
    try database.setFields(
      of: AccountChange(note: "a\nب", analytics: true), account: id)
    var record = try database.account(id)
    #expect(record.name == name)
    #expect(record.note == "a\nب")
    #expect(record.privacy == Privacy(analytics: true, diagnostics: false))
    #expect(record.profiles.map(\.name) == [name])
    #expect(record.activeProfileID == record.profiles[0].profileID)
    #expect(record.isDeveloper)
    #expect(record.lastChange == nil)
    #expect(try Account(json: record.json()) == record)
    try database.setFields(of: AccountChange(note: ""), account: id)
    record = try database.account(id)
    #expect(record.note.isEmpty)

    let second = try database.addProfile("Work", language: "en", account: id)
    try database.removeProfile(record.profiles[0].profileID, account: id)
    #expect(try database.account(id).activeProfileID == second)
    try database.addSession(tokenHash: [1], account: id, expiresAt: clock.now + 1)
    try database.removeAccount(id)
    #expect(try database.session(tokenHash: [1]) == .unknown)
    #expect(throws: DatabaseError.noAccount) { try database.account(id) }
    #expect(throws: DatabaseError.noAccount) { try database.removeAccount(id) }
    #expect(throws: DatabaseError.noAccount) {
      try database.apply(Choice("en", "a", 1, at: 1), account: id)
    }
  }

  @Test(
    "R45: a session ends with its time, with signing out and with a new password",
    arguments: Engine.allCases)
  func sessions(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let id = try database.addAccount(NewAccount(login: "ana", name: "Ana", language: "en"))
    for byte in UInt8(1)...3 {
      try database.addSession(tokenHash: [byte], account: id, expiresAt: clock.now + 1000)
    }
    #expect(try database.session(tokenHash: [1]) == .session(Session(account: id, device: nil)))
    #expect(try database.session(tokenHash: [9]) == .unknown)
    try database.removeSession(tokenHash: [1])
    #expect(try database.session(tokenHash: [1]) == .unknown)
    clock.now += 1000
    #expect(try database.session(tokenHash: [2]) == .expired)
    try database.addSession(tokenHash: [4], account: id, expiresAt: clock.now + 1000)
    try database.setPasswordHash("new", account: id)
    #expect(try database.session(tokenHash: [4]) == .unknown)
    #expect(try database.credentials(login: "ana")?.passwordHash == "new")
  }

  @Test(
    "R66: sessions that are looked up together are found as if each were looked up alone",
    arguments: Engine.allCases)
  func together(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    func hash(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }
    let accounts = try (1...20).map { number in
      let account = try database.addAccount(
        NewAccount(login: "user\(number)", name: "User \(number)", language: "en"))
      if number % 3 == 0 { _ = try database.addProfile("Work", language: "ar", account: account) }
      try database.addSession(
        tokenHash: hash(UInt8(number)), account: account,
        expiresAt: number == 5 ? clock.now : clock.now + 1000)
      return account
    }
    // One, several, twice the same, an unknown one, and more than are asked for at once.
    for bytes: [UInt8] in [
      [], [3], [9, 2], [4, 4, 6, 4], [0, 1, 5, 99], Array(1...16), Array(0...20),
    ] {
      let found = try database.sessionsWithAccounts(tokenHashes: bytes.map(hash))
      #expect(found.count == bytes.count)
      for (byte, (state, account)) in zip(bytes, found) {
        #expect(state == (try database.session(tokenHash: hash(byte))))
        let isValid = (1...20).contains(byte) && byte != 5
        #expect(account == (isValid ? try database.account(accounts[Int(byte) - 1]) : nil))
      }
    }
    #expect(
      try database.sessionsWithAccounts(tokenHashes: [hash(5), [1]]).map(\.state) == [
        .expired, .unknown,
      ])
  }

  @Test(
    "R45: an account's sessions and devices are bounded, the newest stay",
    arguments: Engine.allCases)
  func bounded(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let id = try database.addAccount(NewAccount(login: "ana", name: "Ana", language: "en"))
    try database.transaction { () throws(DatabaseError) in
      for byte in UInt8(0)..<60 {
        clock.now += 1
        try database.addSession(tokenHash: [byte], account: id, expiresAt: clock.now + 1_000_000)
      }
      for number in 0..<250 {
        clock.now += 1
        let digits = String(number, radix: 16)
        let device = String(repeating: "0", count: 32 - digits.count) + digits
        try database.apply(
          Choice(
            language: number % 2 == 0 ? "ar" : "en",
            origin: ChoiceOrigin(device: device, sequence: 1, chosenAt: clock.now)), account: id)
      }
    }
    #expect(try database.session(tokenHash: [0]) == .unknown)
    #expect(try database.session(tokenHash: [59]) == .session(Session(account: id, device: nil)))
    #expect(try database.account(id).preferredLocale == "en")
  }

  @Test(
    "R45: failures count for each key, until the window has passed or they are forgotten",
    arguments: Engine.allCases)
  func attempts(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let login = AttemptLimit(key: [1], count: 3, window: 1000)
    let address = AttemptLimit(key: [2], count: 5, window: 1000)
    for count in 1...3 {
      try database.countFailure([login, address])
      #expect(try database.failures(login).count == count)
    }
    clock.now += 400
    #expect(try database.failures(login) == (3, 600))
    try database.forgetFailures([1])
    #expect(try database.failures(login).count == 0)
    #expect(try database.failures(address).count == 3)
    clock.now += 600
    #expect(try database.failures(address).count == 0)
    try database.countFailure([address])
    #expect(try database.failures(address) == (1, 1000))
    // A clock that was put back locks nobody out.
    clock.now -= 5000
    #expect(try database.failures(address).count == 0)
  }

  @Test(
    "The keys that failures are counted under are bounded", arguments: Engine.allCases)
  func boundedAttempts(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let first = clock.now - 10
    switch engine {
    case .sqlite:
      scratch.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50100)
        INSERT INTO attempt (key, count, since) SELECT CAST(i AS BLOB), 1, \(first) FROM n
        """)
    case .postgresql:
      scratch.execute(
        """
        INSERT INTO attempt (key, count, since)
        SELECT CAST(CAST(i AS TEXT) AS BYTEA), 1, \(first) FROM generate_series(1, 50100) i
        """)
    }
    let limit = AttemptLimit(key: [9], count: 3, window: 1000)
    try database.countFailure([limit])
    #expect(scratch.number("SELECT count(*) FROM attempt") == 50_000)
    #expect(try database.failures(limit).count == 1)
  }

  @Test(
    "R36: the configuration is kept in order, and absent until it is set",
    arguments: Engine.allCases)
  func configuration(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open()
    #expect(try database.configuration() == nil)
    try database.setConfiguration(.sample)
    try database.setMarket(Market(code: MarketCode(rawValue: "AE")!, languages: ["en", "ar"]))
    try database.setMarket(Market(code: .world, languages: ["ar"]))
    try database.setFlag("diagnostics", false)
    try database.changeConfiguration { $0.cooldowns.syncSeconds = 7 }
    var names = LocalizedNames()
    names[.language, "fa", in: "en"] = "Farsi"
    names[.market, "EG", in: "ar"] = "مصر"
    try database.changeConfiguration { $0.names = names }
    #expect(
      throws: DatabaseError.invalidConfiguration(InvalidField("default_language_code", .outOfRange))
    ) {
      try database.changeConfiguration { $0.languages = ["ar"] }
    }
    var expected = AppConfiguration.sample
    expected.cooldowns.syncSeconds = 7
    expected.names = names
    expected.markets[0].languages = ["ar"]
    expected.markets.append(Market(code: MarketCode(rawValue: "AE")!, languages: ["en", "ar"]))
    expected.featureFlags["diagnostics"] = false
    #expect(try database.configuration() == expected)
    #expect(try AppConfiguration(json: expected.json()) == expected)
    try database.changeConfiguration { $0.names = nil }
    #expect(try database.configuration()?.names == nil)
    #expect(try database.removeMarket("AE"))
    #expect(try !database.removeMarket("AE"))
  }

  @Test(
    "R36: a market whose code nobody takes is refused by name, and can be removed",
    arguments: Engine.allCases)
  func foreignMarket(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open()
    try database.setConfiguration(.sample)
    scratch.execute("INSERT INTO market (code, position, languages) VALUES ('ABCDEFGH', 9, 'ar')")
    let tooLong = DatabaseError.invalidConfiguration(InvalidField("markets", .tooLong))
    #expect(throws: tooLong) { try database.configuration() }
    #expect(try database.removeMarket("ABCDEFGH"))
    #expect(try database.configuration() == .sample)
  }
}
