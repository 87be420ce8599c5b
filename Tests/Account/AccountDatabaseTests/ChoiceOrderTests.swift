import AccountDatabase
import AccountModel
import Foundation
import Synchronization
import Testing

struct ChoiceOrderTests {
  let clock = TestClock()

  private func open(_ scratch: Scratch) throws -> (AccountDatabase, Int64) {
    let database = try scratch.open(now: clock.read)
    let account = try database.addAccount(NewAccount(login: "ana", name: "Ana", language: "en"))
    return (database, account)
  }

  @Test(
    "R37: the last choice of a device holds; late and repeated ones change nothing",
    arguments: Engine.allCases)
  func oneDevice(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let (database, ana) = try open(scratch)
    #expect(try database.apply(Choice("ar", "a", 2, at: 100), account: ana) == .applied)
    #expect(try database.apply(Choice("ar", "a", 2, at: 100), account: ana) == .repeated)
    #expect(try database.apply(Choice("en", "a", 1, at: 900), account: ana) == .repeated)
    #expect(try database.account(ana).preferredLocale == "ar")
    #expect(try database.apply(Choice("en", "a", 3, at: 200), account: ana) == .applied)
    #expect(try database.account(ana).preferredLocale == "en")
  }

  @Test(
    "R37: between devices the later choice holds, whichever arrives first",
    arguments: Engine.allCases)
  func twoDevices(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let (database, ana) = try open(scratch)
    #expect(try database.apply(Choice("ar", "a", 1, at: 500), account: ana) == .applied)
    #expect(try database.apply(Choice("en", "b", 7, at: 400), account: ana) == .superseded)
    #expect(try database.account(ana).preferredLocale == "ar")
    #expect(try database.apply(Choice("en", "b", 7, at: 400), account: ana) == .repeated)
    #expect(try database.apply(Choice("en", "b", 8, at: 501), account: ana) == .applied)
    #expect(try database.account(ana).preferredLocale == "en")
  }

  @Test("R37: a clock from the future is taken as now", arguments: Engine.allCases)
  func future(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let (database, ana) = try open(scratch)
    clock.now = 1000
    #expect(try database.apply(Choice("ar", "a", 1, at: 9_000_000), account: ana) == .applied)
    #expect(try database.account(ana).lastChange?.chosenAt == 1000)
    clock.now = 1001
    #expect(try database.apply(Choice("en", "b", 1, at: 1001), account: ana) == .applied)
    #expect(try database.account(ana).preferredLocale == "en")
  }

  @Test(
    "R37: a device whose clock was put back keeps its own order and its place among others",
    arguments: Engine.allCases)
  func clockPutBack(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let (database, ana) = try open(scratch)
    try database.apply(Choice("ar", "a", 1, at: 500), account: ana)
    #expect(try database.apply(Choice("en", "a", 2, at: 10), account: ana) == .applied)
    #expect(try database.account(ana).lastChange?.chosenAt == 500)
    #expect(try database.apply(Choice("ar", "b", 1, at: 300), account: ana) == .superseded)
    #expect(try database.account(ana).preferredLocale == "en")
  }

  @Test("R37: every order of arrival ends with the same choice", arguments: Engine.allCases)
  func everyOrder(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let choices = [
      Choice("ar", "a", 1, at: 10), Choice("en", "a", 2, at: 40), Choice("ar", "b", 1, at: 30),
      Choice("ar", "c", 1, at: 40), Choice("en", "b", 2, at: 35),
    ]
    let database = try scratch.open(now: clock.read)
    var number = 0
    try database.transaction { () throws(DatabaseError) in
      for order in permutations(choices) {
        number += 1
        let account = try database.addAccount(
          NewAccount(login: "user\(number)", name: "User", language: "en"))
        // Each is sent twice.
        for choice in order {
          try database.apply(choice, account: account)
          #expect(try database.apply(choice, account: account) == .repeated)
        }
        let record = try database.account(account)
        #expect(record.preferredLocale == "ar", "\(order)")
        #expect(record.lastChange?.device.first == "c")
        #expect(record.profiles.map(\.languageCode) == ["ar"])
      }
    }
    #expect(number == 120)
  }

  @Test(
    "R36: the choice is the active profile's language too, and only its", arguments: Engine.allCases
  )
  func activeProfile(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let (database, ana) = try open(scratch)
    let second = try database.addProfile("Work", language: "en", account: ana)
    try database.apply(Choice("ar", "a", 1, at: 10), account: ana)
    #expect(try database.account(ana).profiles.map(\.languageCode) == ["ar", "en"])
    #expect(try database.setActiveProfile(second, account: ana) == .applied)
    let record = try database.account(ana)
    #expect(record.activeProfileID == second)
    #expect(record.preferredLocale == "en")
    #expect(
      try database.setActiveProfile(
        second, choice: Choice("ar", "a", 2, at: clock.now), account: ana) == .applied)
    #expect(try database.account(ana).profiles.map(\.languageCode) == ["ar", "ar"])
  }

  @Test("R44: a profile of another account, or none, changes nothing", arguments: Engine.allCases)
  func foreignProfile(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let (database, ana) = try open(scratch)
    let bob = try database.addAccount(NewAccount(login: "bob", name: "Bob", language: "ar"))
    let before = try database.account(ana)
    let foreign = try #require(try database.account(bob).activeProfileID)
    for profile in [foreign, 4711] {
      #expect(throws: DatabaseError.noProfile) {
        try database.setActiveProfile(profile, account: ana)
      }
    }
    #expect(try database.account(ana) == before)
  }

  @Test(
    "R36: a language that the configuration does not offer is refused whole",
    arguments: Engine.allCases)
  func languageNotOffered(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let (database, ana) = try open(scratch)
    try database.setConfiguration(.sample)
    let active = try #require(try database.account(ana).activeProfileID)
    #expect(throws: DatabaseError.languageNotOffered) {
      try database.setActiveProfile(active, choice: Choice("vi", "a", 1, at: 1), account: ana)
    }
    #expect(try database.account(ana).lastChange == nil)
    #expect(try database.apply(Choice("ar", "a", 1, at: 1), account: ana) == .applied)
  }

  @Test(
    "R37: whoever reads while others write sees one language in all of the record",
    arguments: Engine.allCases)
  func oneLanguage(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let (database, ana) = try open(scratch)
    let outcome = WriterOutcome()
    // A thread of its own: this test keeps the one that it runs on.
    let writer = Thread {
      do throws(DatabaseError) {
        let database = try scratch.openAgain()
        for sequence in Int64(1)...600 {
          try database.apply(
            Choice(sequence % 2 == 0 ? "en" : "ar", "a", sequence, at: sequence), account: ana)
        }
      } catch {
        outcome.failure.withLock { $0 = error }
      }
      outcome.isDone.store(true, ordering: .releasing)
    }
    writer.start()
    var last: Int64 = 0
    var seen: Set<Int64> = []
    while !outcome.isDone.load(ordering: .acquiring) {
      let record = try database.account(ana)
      let sequence = record.lastChange?.sequence ?? 0
      #expect(record.preferredLocale == (sequence % 2 == 0 ? "en" : "ar"))
      #expect(record.profiles.map(\.languageCode) == [record.preferredLocale])
      #expect(sequence >= last)
      last = sequence
      seen.insert(sequence)
    }
    #expect(outcome.failure.withLock { $0 } == nil)
    #expect(seen.count > 1)
  }

  @Test(
    "A device's late choice stays late after 200 other devices and a clock put back",
    arguments: Engine.allCases)
  func forgottenDevices(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    for holdsAtTheEnd in [true, false] {
      let (database, account) = try open(scratch)
      defer { try? database.removeAccount(account) }
      clock.now = 10_000
      let device = String(repeating: "a", count: 32)
      try database.addSession(tokenHash: [1], account: account, device: device, expiresAt: .max)
      // The clock was put back between the two, so that the earlier one has the later time.
      try database.apply(Choice("ar", "a", 10, at: 1000), account: account)
      try database.transaction { () throws(DatabaseError) in
        for number in 0..<250 {
          let digits = String(number, radix: 16)
          let other = String(repeating: "0", count: 32 - digits.count) + digits
          clock.now += 1
          try database.apply(
            Choice(
              language: "ar",
              origin: ChoiceOrigin(
                device: other, sequence: 1, chosenAt: holdsAtTheEnd ? 1 : 1001)),
            account: account)
        }
      }
      #expect(scratch.number("SELECT count(*) FROM device WHERE account = \(account)")! <= 202)
      #expect(
        try database.apply(Choice("en", "a", 9, at: clock.now), account: account) == .repeated)
      #expect(try database.account(account).preferredLocale == "ar")
    }
  }

  @Test(
    "With a clock put back, every order of arrival ends with the same choice",
    arguments: Engine.allCases)
  func everyOrderWithClockPutBack(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    // The second choice of `a` was made later, whatever its clock said, and counts from then on.
    let choices = [
      Choice("en", "a", 1, at: 500), Choice("ar", "a", 2, at: 10), Choice("en", "b", 1, at: 300),
      Choice("en", "c", 1, at: 400),
    ]
    let database = try scratch.open(now: clock.read)
    var number = 0
    try database.transaction { () throws(DatabaseError) in
      for order in permutations(choices) {
        number += 1
        let account = try database.addAccount(
          NewAccount(login: "user\(number)", name: "User", language: "en"))
        for choice in order {
          try database.apply(choice, account: account)
          #expect(try database.apply(choice, account: account) == .repeated)
        }
        let record = try database.account(account)
        #expect(record.preferredLocale == "ar", "\(order)")
        #expect(record.lastChange?.chosenAt == 500)
      }
    }
    #expect(number == 24)
  }

  @Test(
    "A choice that is sent again with a clock ahead moves nothing",
    arguments: Engine.allCases)
  func repeatedFromTheFuture(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let (database, ana) = try open(scratch)
    clock.now = 1000
    let first = Choice("ar", "a", 1, at: 90_000)
    #expect(try database.apply(first, account: ana) == .applied)
    #expect(try database.apply(Choice("ar", "a", 2, at: 90_001), account: ana) == .applied)
    clock.now = 2000
    #expect(try database.apply(Choice("en", "b", 1, at: 1500), account: ana) == .applied)
    clock.now = 3000
    #expect(try database.apply(first, account: ana) == .repeated)
    #expect(try database.account(ana).preferredLocale == "en")
  }

  @Test(
    "What was stored under a clock a year ahead does not freeze the language",
    arguments: Engine.allCases)
  func clockAhead(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let (database, ana) = try open(scratch)
    let year: Int64 = 365 * 86_400_000
    let second = try database.addProfile("Work", language: "ar", account: ana)
    clock.now += year
    try database.setActiveProfile(second, account: ana)
    try database.apply(Choice("ar", "b", 1, at: clock.now), account: ana)
    clock.now -= year
    for (sequence, language) in [(Int64(1), "en"), (2, "ar"), (3, "en")] {
      clock.now += 1000
      #expect(
        try database.apply(Choice(language, "a", sequence, at: clock.now - 50), account: ana)
          == .applied)
    }
    #expect(try database.account(ana).preferredLocale == "en")
    #expect(try database.account(ana).lastChange?.chosenAt == clock.now - 50)
    // The device whose own time was stored under that clock goes on, too.
    clock.now += 1000
    #expect(try database.apply(Choice("ar", "b", 2, at: clock.now), account: ana) == .applied)
    #expect(try database.account(ana).lastChange?.chosenAt == clock.now)
  }

  @Test(
    "A session speaks for one device, its first one where none was named",
    arguments: Engine.allCases)
  func sessionsDevice(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let (database, ana) = try open(scratch)
    let (a, b) = (String(repeating: "a", count: 32), String(repeating: "b", count: 32))
    try database.addSession(tokenHash: [1], account: ana, device: a, expiresAt: .max)
    try database.addSession(tokenHash: [2], account: ana, expiresAt: .max)
    #expect(throws: DatabaseError.otherDevice) { try database.speak(for: b, tokenHash: [1]) }
    try database.speak(for: a, tokenHash: [1])
    try database.speak(for: b, tokenHash: [2])
    #expect(throws: DatabaseError.otherDevice) { try database.speak(for: a, tokenHash: [2]) }
    #expect(try database.session(tokenHash: [2]) == .session(Session(account: ana, device: b)))
    #expect(throws: DatabaseError.noAccount) { try database.speak(for: a, tokenHash: [3]) }
    // A device that signs in again has one session.
    try database.addSession(tokenHash: [4], account: ana, device: a, expiresAt: .max)
    #expect(try database.session(tokenHash: [1]) == .unknown)
    #expect(try database.removeSessions(account: ana) == 2)
  }

  @Test(
    "R46: a change to another language queues one notice, and only where mail can be sent",
    arguments: Engine.allCases)
  func notices(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let (database, ana) = try open(scratch)
    database.notices = NoticeTiming(quiet: 0)
    let bob = try database.addAccount(
      NewAccount(login: "bob", name: "Bob", email: "bob@example.org", language: "en"))
    for account in [ana, bob] {
      try database.apply(Choice("ar", "a", 1, at: 1), account: account)
      try database.apply(Choice("ar", "a", 1, at: 1), account: account)
      try database.apply(Choice("ar", "a", 2, at: 2), account: account)
    }
    let notices = try database.due()
    #expect(notices.map(\.email) == ["bob@example.org"])
    #expect(notices.map(\.language) == ["ar"])
    try database.finishNotice(notices[0], timing: NoticeTiming(quiet: 0))
    #expect(try database.due().isEmpty)
    #expect(try database.nextNotice() == nil)
  }

  @Test(
    "One notice for what holds after a quiet time, put off ten times as long at most",
    arguments: Engine.allCases)
  func quietTime(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let timing = NoticeTiming(quiet: 1000, anHour: 4)
    let (database, bob) = try openWithNotices(scratch, timing)
    var sequence: Int64 = 0
    func choose(_ language: String) throws {
      sequence += 1
      try database.apply(Choice(language, "a", sequence, at: clock.now), account: bob)
    }
    try choose("ar")
    #expect(try database.nextNotice() == 1000)
    // There and back: nothing to tell.
    try choose("en")
    #expect(try database.nextNotice() == nil)
    try choose("ar")
    clock.now += 999
    #expect(try database.due().isEmpty)
    clock.now += 1
    #expect(try database.due().map(\.language) == ["ar"])
    try database.finishNotice(database.due()[0], timing: timing)
    // Three languages in turns, never quiet, and never the one that the person knows of.
    let start = clock.now
    while try database.due().isEmpty, clock.now < start + 20_000 {
      try choose(sequence % 2 == 0 ? "en" : "fr")
      clock.now += 500
    }
    #expect(clock.now - start == 10_000)
    let notice = try database.due()[0]
    // Changed while it was being delivered: the new one is told later, even where it is the one that
    // the person knew before.
    try choose("ar")
    try database.finishNotice(notice, timing: timing)
    #expect(try database.nextNotice() == 1000)
    clock.now += 1000
    #expect(try database.due().map(\.language) == ["ar"])
  }

  @Test("So many notices an hour, whatever the clock does", arguments: Engine.allCases)
  func noticesAnHour(_ engine: Engine) throws {
    let scratch = try Scratch(engine)
    let timing = NoticeTiming(quiet: 0, anHour: 4)
    let (database, bob) = try openWithNotices(scratch, timing)
    var told = 0
    for sequence in Int64(1)...600 {
      clock.now += 12_000
      try database.apply(
        Choice(sequence % 2 == 0 ? "en" : "ar", "a", sequence, at: clock.now), account: bob)
      for notice in try database.due() {
        try database.finishNotice(notice, timing: timing)
        told += 1
      }
    }
    // Two hours.
    #expect(told <= 9 && told >= 8)
    clock.now -= 86_400_000
    try database.apply(Choice("ar", "a", 700, at: 0), account: bob)
    try database.apply(Choice("fr", "a", 701, at: 0), account: bob)
    #expect(try database.nextNotice() ?? .max <= 3_600_000)
  }

  private func openWithNotices(
    _ scratch: Scratch, _ timing: NoticeTiming
  ) throws -> (AccountDatabase, Int64) {
    let database = try scratch.open(now: clock.read)
    database.notices = timing
    let account = try database.addAccount(
      NewAccount(login: "bob", name: "Bob", email: "bob@example.org", language: "en"))
    return (database, account)
  }
}

private final class WriterOutcome: Sendable {
  let isDone = Atomic(false)
  let failure = Mutex<DatabaseError?>(nil)
}

private func permutations<T>(_ values: [T]) -> [[T]] {
  guard values.count > 1 else { return [values] }
  return values.indices.flatMap { index in
    var rest = values
    let first = rest.remove(at: index)
    return permutations(rest).map { [first] + $0 }
  }
}
