import AccountDatabase
import Foundation
import Synchronization
import Testing

@testable import AccountDatabasePostgreSQL

struct AnnouncementTests {
  @Test("R62: any number of accounts fits into announcements, and comes back whole")
  func payloads() throws {
    let accounts = (0..<5000).map { Int64($0) * 1_000_000_007 } + [.max]
    let payloads = Announcements.payloads(.changed(accounts), from: "a1")
    #expect(payloads.count > 1 && payloads.allSatisfy { $0.utf8.count < 8000 })
    let parsed = payloads.compactMap { payload -> [Int64]? in
      guard case .changed(let some)? = Announcements.parse(payload)?.news else { return nil }
      return some
    }
    #expect(parsed.flatMap { $0 } == accounts)
    #expect(Announcements.payloads(.changed([]), from: "a1").isEmpty)
    let everything = Announcements.payloads(.unknown, from: "a1")
    #expect(everything.compactMap { Announcements.parse($0)?.news } == [.unknown])
    #expect(Announcements.parse("something else") == nil)
  }

  @Test("R62: a listener hears what others announce, also after its connection was lost")
  func listener() throws {
    let scratch = try Scratch(.postgresql)
    let database = try scratch.open()
    let heard = Mutex<[AnnouncedNews]>([])
    let listener = AnnouncementListener(try scratch.server, ignoring: "me") { news in
      heard.withLock { $0.append(news) }
    }
    listener.start()
    defer { listener.stop() }
    func hears(_ news: [AnnouncedNews]) -> Bool {
      let end = Date().addingTimeInterval(10)
      while heard.withLock({ $0 }) != news, Date() < end { poll(nil, 0, 2) }
      return heard.withLock { $0 } == news
    }
    #expect(hears([.unknown]))
    try database.announce(.changed([9]), from: "me")
    try database.announce(.changed([1, 2]), from: "other")
    #expect(hears([.unknown, .changed([1, 2])]))
    // The one that waits for a command is the listener.
    scratch.execute(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN%'
      """)
    #expect(hears([.unknown, .changed([1, 2]), .unknown]))
    try database.announce(.changed([3]), from: "other")
    #expect(hears([.unknown, .changed([1, 2]), .unknown, .changed([3])]))
    // On a file there is nobody to tell.
    try Scratch(.sqlite).open().announce(.changed([1]), from: "me")
  }
}
