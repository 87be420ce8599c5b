import AccountDatabase
import AccountModel
import Foundation
import Testing

struct OpeningTests {
  let scratch = try! Scratch(.sqlite)

  @Test("R47: a new file is for its owner alone, and says so; it opens again as it was")
  func newFile() throws {
    do {
      let database = try AccountDatabase(path: scratch.path)
      #expect(database.report.setAside == nil && database.report.formerVersion == 0)
      try database.addAccount(NewAccount(login: "ana", name: "Ana", language: "en"))
      for name in scratch.names() {
        var status = stat()
        #expect(stat("\(scratch.directory)/\(name)", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600, "\(name)")
      }
    }
    let again = try AccountDatabase(path: scratch.path)
    #expect(again.report.formerVersion == Schema.version)
    #expect(try again.accounts().map(\.login) == ["ana"])
  }

  @Test(
    "R32: a damaged file is set aside under a dated name and a new one serves",
    arguments: [0, 20, 100])
  func damaged(_ offset: Int) throws {
    try fill(accounts: 200)
    // The header, its version fields, the root of the schema; the write-ahead log is gone.
    scratch.write([UInt8](repeating: 0xA5, count: 4000), at: offset)
    let database = try AccountDatabase(path: scratch.path)
    let aside = try #require(database.report.setAside)
    #expect(aside.hasPrefix("\(scratch.path).damaged-20"))
    #expect(scratch.names().contains { aside.hasSuffix($0) })
    #expect(!scratch.names().contains("accounts.db.lock"))
    #expect(try database.accounts().isEmpty)
    try database.addAccount(NewAccount(login: "ana", name: "Ana", language: "en"))
  }

  @Test("R32: damage inside of the file and a file cut off are found on opening")
  func damagedInside() throws {
    try fill(accounts: 400)
    var status = stat()
    stat(scratch.path, &status)
    scratch.write([UInt8](repeating: 0xA5, count: 4096), at: 8192)
    #expect(try AccountDatabase(path: scratch.path).report.setAside != nil)
    for name in scratch.names() { unlink("\(scratch.directory)/\(name)") }
    try fill(accounts: 400)
    truncate(scratch.path, status.st_size / 2)
    #expect(try AccountDatabase(path: scratch.path).report.setAside != nil)
  }

  @Test("R47: a command need not read the whole file; the server and the agent look at each page")
  func verification() throws {
    try fill(accounts: 2000)
    var status = stat()
    stat(scratch.path, &status)
    // A page in the midst of it, of somebody else's account.
    scratch.write([UInt8](repeating: 0xA5, count: 4096), at: Int(status.st_size) / 8192 * 4096)
    let database = try AccountDatabase(
      path: scratch.path, ifDamaged: .refuse, verification: .none)
    #expect(try database.account(login: "user1") != nil)
    for verification in [Verification.quick, .whole] {
      #expect(throws: DatabaseError.self) {
        try AccountDatabase(
          path: scratch.path, ifDamaged: .refuse, verification: verification)
      }
    }
  }

  @Test("R32: where damage is to be refused, the file stays")
  func refused() throws {
    scratch.write(Array("this is no database at all, but long enough to look".utf8))
    #expect(throws: DatabaseError.self) {
      try AccountDatabase(path: scratch.path, ifDamaged: .refuse)
    }
    #expect(scratch.names() == ["accounts.db"])
  }

  @Test("R33: a file of a newer version and one of another program are left alone")
  func newerAndForeign() throws {
    try fill(accounts: 1)
    scratch.execute("PRAGMA user_version = 99")
    #expect(throws: DatabaseError.newerVersion(path: scratch.path, version: 99)) {
      try AccountDatabase(path: scratch.path)
    }
    scratch.execute("PRAGMA user_version = 0; PRAGMA application_id = 7")
    #expect(throws: DatabaseError.foreign(path: scratch.path)) {
      try AccountDatabase(path: scratch.path)
    }
  }

  @Test("A copy is for its owner alone, and signs nobody in")
  func copy() throws {
    let database = try AccountDatabase(path: scratch.path)
    let id = try database.addAccount(NewAccount(login: "ana", name: "Ana", language: "en"))
    let token = [UInt8](repeating: 0x5A, count: 32)
    try database.addSession(tokenHash: token, account: id, expiresAt: .max)
    try database.countFailure([AttemptLimit(key: [1], count: 3, window: 1000)])
    let code = NewDeviceCode(
      hash: token, userCodeHash: token, device: nil, network: [1], address: "192.0.2.7",
      expiresAt: .max, pause: 5000)
    #expect(try database.addDeviceCode(code, limit: 1))
    let path = "\(scratch.directory)/copy.db"
    umask(0)
    try database.backUp(to: path)
    umask(0o022)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(scratch.number("SELECT count(*) FROM account", in: path) == 1)
    for table in ["session", "attempt", "device_code"] {
      #expect(scratch.number("SELECT count(*) FROM \(table)", in: path) == 0)
      #expect(scratch.number("SELECT count(*) FROM \(table)") == 1)
    }
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.firstRange(of: Data(token)) == nil)
    #expect(throws: DatabaseError.cannotOpen(path: path, errno: EEXIST)) {
      try database.backUp(to: path)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test("R37: a full disk refuses the change whole and takes the next one when there is room")
  func fullDisk() throws {
    let database = try AccountDatabase(path: scratch.path)
    let id = try database.addAccount(NewAccount(login: "ana", name: "Ana", language: "en"))
    let before = try database.account(id)
    let note = String(repeating: "x", count: 2000)
    var added = 0
    try database.connection.execute("PRAGMA max_page_count = 40")
    #expect {
      while added < 10_000 {
        try database.addAccount(NewAccount(login: note + "\(added)", name: "N", language: "en"))
        added += 1
      }
    } throws: { ($0 as? DatabaseError)?.isFullDisk == true }
    #expect(try database.accounts().count == added + 1)
    #expect(try database.account(id) == before)
    try database.connection.execute("PRAGMA max_page_count = 1000000")
    #expect(try database.apply(Choice("ar", "a", 1, at: 1), account: id) == .applied)
  }

  @Test(
    "R47: two connections see each other's changes, and a failed transaction leaves nothing",
    arguments: Engine.allCases)
  func twoConnections(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let first = try scratch.open()
    let second = try scratch.openAgain()
    let id = try first.addAccount(NewAccount(login: "ana", name: "Ana", language: "en"))
    #expect(try second.account(login: "ana") == id)
    #expect(throws: DatabaseError.loginTaken) {
      try second.transaction { () throws(DatabaseError) in
        try second.addAccount(NewAccount(login: "bob", name: "Bob", language: "en"))
        try second.addAccount(NewAccount(login: "ana", name: "Other", language: "en"))
      }
    }
    #expect(try first.accounts().map(\.login) == ["ana"])
    // Inside of a transaction one part can fail alone.
    try second.transaction { () throws(DatabaseError) in
      #expect(throws: DatabaseError.loginTaken) {
        try second.addAccount(NewAccount(login: "ana", name: "Other", language: "en"))
      }
      try second.addAccount(NewAccount(login: "bob", name: "Bob", language: "en"))
    }
    #expect(try first.accounts().map(\.login) == ["ana", "bob"])
  }

  @Test(
    "R45: each database has an identity of its own, made once; an older schema gets one",
    arguments: Engine.allCases)
  func identity(_ engine: Engine) throws {
    let (first, second) = (try Scratch(engine), try Scratch(engine))
    let identity = try first.open().identity()
    #expect(identity.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(identity)")
    #expect(try first.open().identity() == identity)
    #expect(try second.open().identity() != identity)

    // As the version before left it.
    let version = Schema.version - 1
    first.execute("DELETE FROM setting WHERE name = 'identity'")
    first.execute(
      engine == .sqlite
        ? "PRAGMA user_version = \(version)" : "UPDATE lisan_schema SET version = \(version)")
    let migrated = try first.open()
    #expect(migrated.report.formerVersion == version)
    let later = try migrated.identity()
    #expect(later.wholeMatch(of: /[0-9a-f]{32}/) != nil && later != identity, "\(later)")
    #expect(try first.open().identity() == later)
  }

  @Test("R45: a copy has the identity of its database")
  func identityOfCopy() throws {
    let database = try AccountDatabase(path: scratch.path)
    let path = "\(scratch.directory)/copy.db"
    try database.backUp(to: path)
    #expect(try AccountDatabase(path: path).identity() == database.identity())
  }

  private func fill(accounts: Int) throws {
    let database = try AccountDatabase(path: scratch.path)
    try database.transaction { () throws(DatabaseError) in
      for number in 0..<accounts {
        try database.addAccount(NewAccount(login: "user\(number)", name: "User", language: "en"))
      }
    }
    try database.checkpoint()
  }
}
