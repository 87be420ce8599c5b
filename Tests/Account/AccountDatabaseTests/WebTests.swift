import AccountDatabase
import AccountModel
import Foundation
import Synchronization
import Testing

/// What the web page keeps: sessions of browsers, choices made there, and codes of devices.
struct WebTests {
  let clock = TestClock()

  private func ana(_ database: AccountDatabase, _ login: String = "ana") throws -> Int64 {
    try database.addAccount(NewAccount(login: login, name: "Ana", language: "en"))
  }

  @Test(
    "R63: sessions are listed with what they belong to, and end one by one or all but one",
    arguments: Engine.allCases)
  func sessions(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let (id, other) = (try ana(database), try ana(database, "eve"))
    for (byte, kind) in [(UInt8(1), SessionKind.app), (2, .browser), (3, .app), (4, .browser)] {
      clock.now += 1
      try database.addSession(
        tokenHash: [byte], account: id, kind: kind, expiresAt: clock.now + Int64(byte) * 100)
    }
    try database.addSession(tokenHash: [9], account: other, expiresAt: clock.now + 1000)
    #expect(try database.sessions(account: id).map(\.tokenHash) == [[4], [3], [2], [1]])
    #expect(try database.sessions(account: id).map(\.kind) == [.browser, .app, .browser, .app])
    clock.now += 150
    #expect(try database.sessions(account: id).map(\.tokenHash) == [[4], [3], [2]])
    #expect(try database.removeSession(tokenHash: [9], account: id) == false)
    #expect(try database.removeSession(tokenHash: [2], account: id))
    #expect(try database.removeSession(tokenHash: [2], account: id) == false)
    try database.removeSessions(account: id, except: [3])
    #expect(try database.sessions(account: id).map(\.tokenHash) == [[3]])
    #expect(try database.sessions(account: other).map(\.tokenHash) == [[9]])
  }

  @Test(
    "R63, R37: choices without a number of their own get the next one of their device",
    arguments: Engine.allCases)
  func choices(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    try database.setConfiguration(
      AppConfiguration(languages: ["en", "ar"], defaultLanguageCode: "en"))
    let id = try ana(database)
    let (device, other) = (String(repeating: "b", count: 32), String(repeating: "c", count: 32))
    for (language, device, sequence) in [
      ("ar", device, Int64(1)), ("en", device, 2), ("ar", other, 1), ("en", device, 3),
    ] {
      clock.now += 1
      #expect(try database.choose(language, device: device, account: id) == .applied)
      let change = try #require(try database.account(id).lastChange)
      #expect(change == ChoiceOrigin(device: device, sequence: sequence, chosenAt: clock.now))
      #expect(try database.account(id).preferredLocale == language)
    }
    // Of equal times the greater device holds.
    #expect(try database.choose("ar", device: other, account: id) == .applied)
    #expect(try database.choose("en", device: device, account: id) == .superseded)
    #expect(throws: DatabaseError.languageNotOffered) {
      try database.choose("fr", device: device, account: id)
    }
    #expect(throws: DatabaseError.noAccount) {
      try database.choose("en", device: device, account: id + 100)
    }
  }

  private func code(
    _ byte: UInt8, network: UInt8 = 0, lasting: Int64 = 60_000
  ) -> NewDeviceCode {
    NewDeviceCode(
      hash: [byte], userCodeHash: [100, byte], device: nil, network: [network],
      address: "192.0.2.7", expiresAt: clock.now + lasting, pause: 5000)
  }

  @Test(
    "R64: a code is pending until somebody decides, is taken once, and ends with its time",
    arguments: Engine.allCases)
  func codes(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let id = try ana(database)
    try database.addSession(tokenHash: [200], account: id, expiresAt: .max)
    for byte in UInt8(1)...4 { #expect(try database.addDeviceCode(code(byte), limit: 10)) }
    #expect(try database.openDeviceCodes() == 4)
    // A code of a person is given once.
    #expect(try database.addDeviceCode(code(1, network: 1), limit: 10) == false)
    let request = try #require(try database.deviceRequest(userCodeHash: [100, 1]))
    #expect(request.address == "192.0.2.7" && request.createdAt == clock.now)
    #expect(try database.deviceRequest(userCodeHash: [100, 9]) == nil)

    #expect(try database.pollDeviceCode(hash: [1]) == .pending)
    #expect(try database.pollDeviceCode(hash: [1]) == .tooOften)
    clock.now += 9_999
    #expect(try database.pollDeviceCode(hash: [1]) == .tooOften)
    clock.now += 15_000
    #expect(try database.pollDeviceCode(hash: [1]) == .pending)
    // A clock that is set back keeps nobody waiting.
    clock.now -= 24_999
    #expect(try database.pollDeviceCode(hash: [1]) == .pending)

    #expect(try database.allowDevice(userCodeHash: [100, 1], account: id, by: [200]))
    #expect(try database.allowDevice(userCodeHash: [100, 1], account: id, by: [200]) == false)
    #expect(try database.refuseDevice(userCodeHash: [100, 1]) == false)
    #expect(try database.deviceRequest(userCodeHash: [100, 1]) == nil)
    #expect(try database.pollDeviceCode(hash: [1]) == .allowed(account: id, device: nil))
    #expect(try database.pollDeviceCode(hash: [1]) == .expired)

    #expect(try database.refuseDevice(userCodeHash: [100, 2]))
    #expect(try database.allowDevice(userCodeHash: [100, 2], account: id, by: [200]) == false)
    #expect(try database.pollDeviceCode(hash: [2]) == .refused)
    #expect(try database.pollDeviceCode(hash: [2]) == .expired)

    try database.removeDeviceCode(hash: [3])
    #expect(try database.allowDevice(userCodeHash: [100, 3], account: id, by: [200]) == false)

    // Allowed, but not fetched in time.
    #expect(try database.allowDevice(userCodeHash: [100, 4], account: id, by: [200]))
    clock.now += 60_000
    #expect(try database.pollDeviceCode(hash: [4]) == .expired)
    // Codes go with their account.
    #expect(try database.addDeviceCode(code(5), limit: 10))
    #expect(try database.allowDevice(userCodeHash: [100, 5], account: id, by: [200]))
    try database.removeAccount(id)
    #expect(try database.pollDeviceCode(hash: [5]) == .expired)
  }

  @Test(
    "R64: what ends the sessions of an account withdraws the codes that it has allowed",
    arguments: Engine.allCases)
  func withdrawals(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let (id, other) = (try ana(database), try ana(database, "eve"))
    try database.addSession(tokenHash: [201], account: other, expiresAt: .max)
    let ends: [() throws -> Void] = [
      { try database.setPasswordHash("h", account: id) },
      { try database.removeSessions(account: id) },
      { try database.removeSessions(account: id, except: [1]) },
    ]
    for (number, end) in ends.enumerated() {
      let byte = UInt8(3 * number)
      for code in byte...byte + 2 {
        #expect(try database.addDeviceCode(self.code(code), limit: 100))
      }
      try database.addSession(tokenHash: [200], account: id, expiresAt: .max)
      #expect(try database.allowDevice(userCodeHash: [100, byte], account: id, by: [200]))
      #expect(try database.allowDevice(userCodeHash: [100, byte + 1], account: other, by: [201]))
      // As a server of the version before has it, which does not say who allowed it.
      scratch.execute("UPDATE device_code SET allowed_by = NULL")
      try end()
      #expect(try database.pollDeviceCode(hash: [byte]) == .expired)
      #expect(
        try database.pollDeviceCode(hash: [byte + 1]) == .allowed(account: other, device: nil))
      #expect(try database.pollDeviceCode(hash: [byte + 2]) == .pending)
    }
    #expect(try database.addDeviceCode(code(100), limit: 100))
    #expect(try database.allowDevice(userCodeHash: [100, 100], account: other, by: [201]))
    try database.removeSessions()
    #expect(try database.pollDeviceCode(hash: [100]) == .expired)
  }

  @Test(
    "R64: the end of one session withdraws the codes that it has allowed, and no others",
    arguments: Engine.allCases)
  func withdrawnWithSession(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    let (id, other) = (try ana(database), try ana(database, "eve"))
    let device = String(repeating: "d", count: 32)
    try database.addSession(tokenHash: [201], account: id, expiresAt: .max)
    let hash = [UInt8](repeating: 200, count: 32)
    let ends: [() throws -> Void] = [
      { try database.removeSession(tokenHash: hash) },
      { try #require(try database.removeSession(tokenHash: hash, account: id)) },
      { try #require(try database.removeSession(number: "c8c8c8c8c8c8c8c8", account: id)) },
      // Another session of its device.
      { try database.addSession(tokenHash: [202], account: id, device: device, expiresAt: .max) },
    ]
    for (number, end) in ends.enumerated() {
      let byte = UInt8(2 * number)
      for code in byte...byte + 1 {
        #expect(try database.addDeviceCode(self.code(code), limit: 100))
      }
      try database.addSession(tokenHash: hash, account: id, device: device, expiresAt: .max)
      #expect(try database.allowDevice(userCodeHash: [100, byte], account: id, by: hash))
      #expect(try database.allowDevice(userCodeHash: [100, byte + 1], account: id, by: [201]))
      try end()
      #expect(try database.pollDeviceCode(hash: [byte]) == .expired, "\(number)")
      #expect(try database.pollDeviceCode(hash: [byte + 1]) == .allowed(account: id, device: nil))
    }
    // A session that has ended, is too old or is another person's allows nothing.
    try database.addSession(tokenHash: [203], account: id, expiresAt: clock.now)
    #expect(try database.addDeviceCode(code(100), limit: 100))
    for (session, account) in [([UInt8(99)], id), ([203], id), ([201], other)] {
      #expect(throws: DatabaseError.noAccount) {
        try database.allowDevice(userCodeHash: [100, 100], account: account, by: session)
      }
    }
    #expect(try database.pollDeviceCode(hash: [100]) == .pending)
  }

  @Test(
    "R64, R66: whoever allows a device, or fetches its session, while sessions end is too late",
    arguments: [false, true], ["allow", "fetch"])
  func tooLate(_ isForAll: Bool, _ attempt: String) throws {
    let scratch = try Scratch(.postgresql)
    let database = try scratch.open()
    let id = try ana(database)
    try database.addSession(tokenHash: [200], account: id, expiresAt: .max)
    let code = NewDeviceCode(
      hash: [1], userCodeHash: [100, 1], device: nil, network: [0], address: "192.0.2.7",
      expiresAt: .max, pause: 0)
    #expect(try database.addDeviceCode(code, limit: 10))
    if attempt == "fetch" {
      #expect(try database.allowDevice(userCodeHash: [100, 1], account: id, by: [200]))
    }
    let outcome = Mutex<Result<Bool, DatabaseError>?>(nil)
    let done = DispatchSemaphore(value: 0)
    try database.transaction { () throws(DatabaseError) in
      try database.removeSessions(account: isForAll ? nil : id)
      Thread.detachNewThread {
        do throws(DatabaseError) {
          let other = try scratch.openAgain()
          let isAllowed =
            attempt == "allow"
            ? try other.allowDevice(userCodeHash: [100, 1], account: id, by: [200])
            : try other.pollDeviceCode(hash: [1]) != .expired
          outcome.withLock { $0 = .success(isAllowed) }
        } catch {
          outcome.withLock { $0 = .failure(error) }
        }
        done.signal()
      }
      // The other one has begun, and waits for this transaction.
      let waiting = """
        SELECT count(*) FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()
        """
      let end = Date().addingTimeInterval(10)
      while scratch.number(waiting) != 1, Date() < end { poll(nil, 0, 2) }
      #expect(scratch.number(waiting) == 1)
    }
    done.wait()
    let result = outcome.withLock { $0 }
    if attempt == "allow" {
      #expect(result == .failure(.noAccount))
      #expect(try database.pollDeviceCode(hash: [1]) == .pending)
    } else {
      #expect(result == .success(false))
    }
  }

  @Test(
    "R45: a password that was changed after it was checked counts no more",
    arguments: Engine.allCases)
  func passwordChanged(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open()
    let id = try database.addAccount(
      NewAccount(login: "ana", name: "Ana", language: "en", passwordHash: "old"))
    try database.requirePasswordHash("old", account: id)
    try database.setPasswordHash("new", account: id)
    #expect(throws: DatabaseError.passwordChanged) {
      try database.requirePasswordHash("old", account: id)
    }
    #expect(throws: DatabaseError.noAccount) {
      try database.requirePasswordHash("old", account: id + 1)
    }
  }

  @Test("R64: a network has a limited number of open codes", arguments: Engine.allCases)
  func limit(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open(now: clock.read)
    for byte in UInt8(1)...3 { #expect(try database.addDeviceCode(code(byte), limit: 3)) }
    #expect(try database.addDeviceCode(code(4), limit: 3) == false)
    #expect(try database.addDeviceCode(code(5, network: 1), limit: 3))
    try database.removeDeviceCode(hash: [1])
    #expect(try database.addDeviceCode(code(4), limit: 3))
    clock.now += 60_000
    #expect(try database.addDeviceCode(code(6), limit: 1))
    #expect(try database.openDeviceCodes() == 1)
  }
}
