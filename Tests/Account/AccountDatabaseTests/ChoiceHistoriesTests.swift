import AccountDatabase
import AccountModel
import Foundation
import TestEffort
import Testing

/// The order of choices is written twice, in Swift for SQLite (`AccountDatabase.apply`) and in
/// functions of PostgreSQL (`Migration.release`, `Migration.changes`). These random histories hold
/// them together.
///
/// Each run takes new ones; `LISAN_CHOICE_SEED` repeats those of a run.
@Suite struct ChoiceHistoriesTests {
  @Test("R37: SQLite and PostgreSQL decide alike about random histories of choices")
  func alike() throws {
    let given = ProcessInfo.processInfo.environment["LISAN_CHOICE_SEED"].flatMap(UInt64.init)
    let seed = given ?? .random(in: 0 ... .max)
    print("LISAN_CHOICE_SEED=\(seed)")
    let scratches = try Engine.allCases.map { try Scratch($0) }
    // A scratch drops its database when it is released, which an optimized build does after its last use.
    defer { withExtendedLifetime(scratches) {} }
    let clock = TestClock()
    let databases = try scratches.map { try $0.open(now: clock.read) }
    for database in databases { try database.setConfiguration(.sample) }
    var seen: [String: Int] = [:]
    let rounds = Effort.rounds(short: 200, long: 2000)
    for number in 0..<rounds {
      let random = SplitMix(state: seed &+ UInt64(number) &* 0x9E37)
      var results: [[String]] = []
      for database in databases {
        var history = History(database, clock, random)
        results.append(
          try database.transaction { () throws(DatabaseError) in
            try history.run(number, isLong: number % 1000 == 7)
          })
      }
      let steps = zip(results[0], results[1])
      let other = steps.first { $0 != $1 }
      try #require(
        other == nil && results[0].count == results[1].count,
        "seed \(seed), history \(number): \(String(describing: other))")
      for line in results[0] { seen[line.components(separatedBy: " Choice(")[0], default: 0] += 1 }
    }
    // What the histories do not reach, they do not prove.
    for outcome in [
      "applied", "repeated", "superseded", "\(DatabaseError.languageNotOffered)",
      "\(DatabaseError.otherDevice)",
    ] { #expect(seen[outcome, default: 0] > rounds / 40, "\(outcome)") }
  }
}

/// A few devices that choose at one account, whose clocks are wrong and whose choices come late, again
/// or never.
private struct History {
  private let database: AccountDatabase
  private let clock: TestClock
  private var random: SplitMix

  init(_ database: AccountDatabase, _ clock: TestClock, _ random: SplitMix) {
    self.database = database
    self.clock = clock
    self.random = random
  }

  /// What the database answered to each step, and what it held then.
  ///
  /// - Parameter isLong: whether more devices choose than are remembered.
  mutating func run(_ number: Int, isLong: Bool) throws(DatabaseError) -> [String] {
    clock.now = 100_000_000
    database.notices = number % 2 == 0 ? nil : NoticeTiming(quiet: 100, anHour: 2)
    let account = try database.addAccount(
      NewAccount(
        login: "user\(number)", name: "User", email: pick([nil, "user@example.org"]),
        language: "en"))
    try database.addProfile("Work", language: "ar", account: account)
    for session in 0..<3 {
      try database.addSession(
        tokenHash: [UInt8(session)] + "\(number)".utf8, account: account,
        device: session == 0 ? nil : device(session), expiresAt: pick([.max, 100_000_100]))
    }
    var lines: [String] = []
    for _ in 0..<(isLong ? 260 : Int.random(in: 3...14, using: &random)) {
      clock.now += pick([0, 1, 1, 50, -30, -200, 3_600_000, -3_600_000])
      lines.append(try step(account, number, devices: isLong ? 230 : 3))
      if pick([true, false, false]) { lines.append(try held(account)) }
    }
    return lines + [try held(account)]
  }

  private mutating func step(
    _ account: Int64, _ number: Int, devices: Int
  ) throws(DatabaseError) -> String {
    let device = Int.random(in: 0..<devices, using: &random)
    let choice = Choice(
      language: pick(["en", "ar", "ar", "en", "vi"]),
      origin: ChoiceOrigin(
        device: self.device(device), sequence: Int64.random(in: 1...6, using: &random),
        chosenAt: clock.now + pick([0, -1, -50, -250, -4_000_000, 20, 4_000_000])))
    let token = [UInt8.random(in: 0..<3, using: &random)] + Array("\(number)".utf8)
    let profile = Int.random(in: 0...1, using: &random)
    let way = Int.random(in: 0..<8, using: &random)
    do throws(DatabaseError) {
      return try database.transaction { () throws(DatabaseError) in
        switch way {
        case 0:
          let profiles = try database.account(account).profiles
          return "\(try database.setActiveProfile(profiles[profile].profileID, account: account))"
        case 1:
          return "\(try database.choose("ar", device: choice.origin.device, account: account))"
        case 2, 3:
          return "\(try database.apply(choice, session: token, account: account).outcome) \(choice)"
        default: return "\(try database.apply(choice, account: account)) \(choice)"
        }
      }
    } catch {
      return "\(error) \(choice)"
    }
  }

  /// All that the order of choices reads and writes.
  private func held(_ account: Int64) throws(DatabaseError) -> String {
    let devices = try database.connection.all(
      """
      SELECT device, sequence, coalesce(language, ''), coalesce(chosen_at, 0), seen_at FROM device
      WHERE account = ? ORDER BY device
      """, .integer(account)
    ) { "\($0.text(0)) \($0.integer(1)) \($0.text(2)) \($0.integer(3)) \($0.integer(4))" }
    let notices = try database.connection.all(
      "SELECT former, language, first_at, created_at, due_at FROM notice WHERE account = ?",
      .integer(account)
    ) { "\($0.text(0)) \($0.text(1)) \($0.integer(2)) \($0.integer(3)) \($0.integer(4))" }
    return "held \(try database.account(account)) \(devices) \(notices)"
  }

  private func device(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 31 - digits.count) + digits + "a"
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values.randomElement(using: &random)!
  }
}
