import AccountDatabase
import AccountProtocol
import Foundation
import Synchronization
import Testing

struct ChoiceOrderTests {
  let scratch = Scratch()
  let clock = TestClock()

  private func open() throws -> (AccountDatabase, Int64) {
    let database = try AccountDatabase(path: scratch.path, now: clock.read)
    let account = try database.addAccount(NewAccount(login: "ana", name: "Ana", language: "en"))
    return (database, account)
  }

  @Test("R37: the last choice of a device holds; late and repeated ones change nothing")
  func oneDevice() throws {
    let (database, ana) = try open()
    #expect(try database.apply(Choice("ar", "a", 2, at: 100), account: ana) == .applied)
    #expect(try database.apply(Choice("ar", "a", 2, at: 100), account: ana) == .repeated)
    #expect(try database.apply(Choice("en", "a", 1, at: 900), account: ana) == .repeated)
    #expect(try database.account(ana).preferredLocale == "ar")
    #expect(try database.apply(Choice("en", "a", 3, at: 200), account: ana) == .applied)
    #expect(try database.account(ana).preferredLocale == "en")
  }

  @Test("R37: between devices the later choice holds, whichever arrives first")
  func twoDevices() throws {
    let (database, ana) = try open()
    #expect(try database.apply(Choice("ar", "a", 1, at: 500), account: ana) == .applied)
    #expect(try database.apply(Choice("en", "b", 7, at: 400), account: ana) == .superseded)
    #expect(try database.account(ana).preferredLocale == "ar")
    #expect(try database.apply(Choice("en", "b", 7, at: 400), account: ana) == .repeated)
    #expect(try database.apply(Choice("en", "b", 8, at: 501), account: ana) == .applied)
    #expect(try database.account(ana).preferredLocale == "en")
  }

  @Test("R37: a clock from the future is taken as now")
  func future() throws {
    let (database, ana) = try open()
    clock.now = 1000
    #expect(try database.apply(Choice("ar", "a", 1, at: 9_000_000), account: ana) == .applied)
    #expect(try database.account(ana).lastChange?.chosenAt == 1000)
    clock.now = 1001
    #expect(try database.apply(Choice("en", "b", 1, at: 1001), account: ana) == .applied)
    #expect(try database.account(ana).preferredLocale == "en")
  }

  @Test("R37: a device whose clock was put back keeps its own order and its place among others")
  func clockPutBack() throws {
    let (database, ana) = try open()
    try database.apply(Choice("ar", "a", 1, at: 500), account: ana)
    #expect(try database.apply(Choice("en", "a", 2, at: 10), account: ana) == .applied)
    #expect(try database.account(ana).lastChange?.chosenAt == 500)
    #expect(try database.apply(Choice("ar", "b", 1, at: 300), account: ana) == .superseded)
    #expect(try database.account(ana).preferredLocale == "en")
  }

  @Test("R37: every order of arrival ends with the same choice")
  func everyOrder() throws {
    let choices = [
      Choice("ar", "a", 1, at: 10), Choice("en", "a", 2, at: 40), Choice("ar", "b", 1, at: 30),
      Choice("ar", "c", 1, at: 40), Choice("en", "b", 2, at: 35),
    ]
    let database = try AccountDatabase(path: scratch.path, now: clock.read)
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

  @Test("R36: the choice is the active profile's language too, and only its")
  func activeProfile() throws {
    let (database, ana) = try open()
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

  @Test("R44: a profile of another account, or none, changes nothing")
  func foreignProfile() throws {
    let (database, ana) = try open()
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

  @Test("R36: a language that the configuration does not offer is refused whole")
  func languageNotOffered() throws {
    let (database, ana) = try open()
    try database.setConfiguration(.sample)
    let active = try #require(try database.account(ana).activeProfileID)
    #expect(throws: DatabaseError.languageNotOffered) {
      try database.setActiveProfile(active, choice: Choice("vi", "a", 1, at: 1), account: ana)
    }
    #expect(try database.account(ana).lastChange == nil)
    #expect(try database.apply(Choice("ar", "a", 1, at: 1), account: ana) == .applied)
  }

  @Test("R37: whoever reads while others write sees one language in all of the record")
  func oneLanguage() throws {
    let (database, ana) = try open()
    let path = scratch.path
    let outcome = WriterOutcome()
    // A thread of its own: this test keeps the one that it runs on.
    let writer = Thread {
      do throws(DatabaseError) {
        let database = try AccountDatabase(further: path)
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

  @Test("R46: a change to another language queues one notice, and only where mail can be sent")
  func notices() throws {
    let (database, ana) = try open()
    database.queuesNotices = true
    let bob = try database.addAccount(
      NewAccount(login: "bob", name: "Bob", email: "bob@example.org", language: "en"))
    for account in [ana, bob] {
      try database.apply(Choice("ar", "a", 1, at: 1), account: account)
      try database.apply(Choice("ar", "a", 1, at: 1), account: account)
      try database.apply(Choice("ar", "a", 2, at: 2), account: account)
    }
    let notices = try database.waitingNotices()
    #expect(notices.map(\.email) == ["bob@example.org"])
    #expect(notices.map(\.language) == ["ar"])
    try database.removeNotices(notices.map(\.id))
    #expect(try database.waitingNotices().isEmpty)
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
