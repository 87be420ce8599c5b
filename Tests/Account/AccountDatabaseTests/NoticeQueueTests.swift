import AccountDatabase
import AccountModel
import Testing

struct NoticeQueueTests {
  private let clock = TestClock()
  private let timing = NoticeTiming(quiet: 0)

  /// A database with notices for a number of accounts, one millisecond apart.
  private func open(notices count: Int, _ scratch: Scratch) throws -> AccountDatabase {
    let database = try scratch.open(now: clock.read)
    database.notices = timing
    for number in 0..<count {
      let account = try database.addAccount(
        NewAccount(
          login: "p\(number)", name: "P", email: "p\(number)@example.org", language: "en"))
      try choose("ar", account, in: database)
      clock.now += 1
    }
    return database
  }

  private func choose(_ language: String, _ account: Int64, in database: AccountDatabase) throws {
    clock.now += 1
    try database.apply(Choice(language, "a", clock.now, at: clock.now), account: account)
  }

  @Test(
    "R65: a notice that one has taken is nobody else's until the lease runs out or is given back",
    arguments: Engine.allCases)
  func leases(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let first = try open(notices: 5, scratch)
    let second = try scratch.open(now: clock.read)
    let taken = try first.claimNotices(limit: 3, lease: "one", for: 1000)
    #expect(taken.map(\.login) == ["p0", "p1", "p2"])
    #expect(
      try second.claimNotices(limit: 9, lease: "two", for: 1000).map(\.login) == ["p3", "p4"])
    #expect(try second.claimNotices(limit: 9, lease: "three", for: 1000).isEmpty)
    #expect(try second.nextNotice() == 1000)
    #expect(try second.notices(limit: 9).allSatisfy { $0.state == .sending })
    try first.releaseNotices(lease: "one", problem: "closed")
    let again = try second.claimNotices(limit: 9, lease: "four", for: 1000)
    #expect(again.map(\.login) == ["p0", "p1", "p2"] && again.allSatisfy { $0.attempts == 0 })
    #expect(try second.notices(limit: 1).first?.problem == "closed")
    clock.now += 1000
    #expect(try first.claimNotices(limit: 9, lease: "five", for: 1000).count == 5)
    // Whoever comes too late changes nothing of another's lease.
    try second.postponeNotice(again[0], by: 1, problem: "late")
    try second.giveUpNotice(again[0], problem: "late")
    try second.finishNotice(again[0], timing: timing)
    #expect(try second.notices(limit: 9).count == 5)
    #expect(try second.notices(limit: 9).allSatisfy { $0.state == .sending })
    // Nor does a clock that is set back keep a lease for years.
    clock.now -= 500_000
    scratch.execute("UPDATE notice SET due_at = 0")
    #expect(try first.claimNotices(limit: 9, lease: "six", for: 1000).count == 5)
  }

  @Test(
    "R65: what failed is due after its pause, what was given up when it is retried or changed",
    arguments: Engine.allCases)
  func failures(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try open(notices: 2, scratch)
    var taken = try database.claimNotices(limit: 9, lease: "one", for: 1000)
    try database.postponeNotice(taken[0], by: 60_000, problem: "451 later")
    try database.giveUpNotice(taken[1], problem: "550 nobody")
    var list = try database.notices(limit: 9)
    #expect(list.map(\.state) == [.waiting, .undeliverable])
    #expect(list.map(\.problem) == ["451 later", "550 nobody"])
    #expect(list.map(\.attempts) == [1, 1])
    #expect(try database.noticeCounts() == (1, 1))
    #expect(try database.nextNotice() == 60_000)
    clock.now += 60_000
    taken = try database.claimNotices(limit: 9, lease: "two", for: 1000)
    #expect(taken.map(\.login) == ["p0"] && taken[0].attempts == 1)
    try database.finishNotice(taken[0], timing: timing)
    #expect(try database.nextNotice() == nil)

    // A later change takes the place of the notice that was given up.
    try choose("fr", list[1].account, in: database)
    taken = try database.claimNotices(limit: 9, lease: "three", for: 1000)
    #expect(taken.map(\.language) == ["fr"] && taken[0].attempts == 0)
    try database.giveUpNotice(taken[0], problem: "550 nobody")
    #expect(try database.retryNotices() == 1)
    #expect(try database.retryNotices() == 0)
    taken = try database.claimNotices(limit: 9, lease: "four", for: 1000)
    try database.giveUpNotice(taken[0], problem: "550 nobody")
    // Back to the language that the person knows of: nothing is to be told any more.
    try choose("en", list[1].account, in: database)
    list = try database.notices(limit: 9)
    #expect(list.isEmpty)
    try choose("ar", taken[0].account, in: database)
    #expect(try database.dropNotices() == 0)
    #expect(try database.dropNotices(account: taken[0].account) == 1)
    #expect(try database.notices(limit: 9).isEmpty)
  }

  @Test(
    "R65: an account that changes while its notice is on its way is told of the change as well",
    arguments: Engine.allCases)
  func changed(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try open(notices: 1, scratch)
    let taken = try database.claimNotices(limit: 9, lease: "one", for: 1000)
    // Undone: the person hears of a language that does not hold any more.
    try choose("en", taken[0].account, in: database)
    #expect(try database.notices(limit: 9).isEmpty)
    try database.finishNotice(taken[0], timing: timing)
    #expect(try database.notices(limit: 9).map(\.language) == ["en"])
    // An account without an address is told nothing, and holds up nobody.
    scratch.execute("UPDATE account SET email = NULL")
    clock.now += 10_000
    #expect(try database.claimNotices(limit: 9, lease: "two", for: 1000).isEmpty)
    #expect(try database.nextNotice() == nil)
  }

  @Test(
    "R65: notices are listed in pages, by a text in them",
    arguments: Engine.allCases)
  func list(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let database = try open(notices: 12, scratch)
    #expect(try database.notices(limit: 5).map(\.login) == (0..<5).map { "p\($0)" })
    let last = try #require(try database.notices(limit: 5).last)
    #expect(try database.notices(after: last.account, limit: 9).count == 7)
    #expect(try database.notices(limit: 9, containing: "P1@").map(\.login) == ["p1"])
    #expect(try database.notices(limit: 9, containing: "_").isEmpty)
  }
}
