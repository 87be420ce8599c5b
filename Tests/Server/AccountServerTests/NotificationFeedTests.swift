import AccountDatabase
import AccountDatabasePostgreSQL
import Foundation
import PostgreSQLCluster
import ServerHarness
import Synchronization
import Testing

@testable import AccountService

/// What servers on one PostgreSQL database tell each other.
@Suite(.serialized) struct NotificationFeedTests {
  private let address: String

  init() throws {
    let cluster = PostgreSQLCluster.shared
    address = cluster.address(cluster.newDatabase())
    _ = try PostgreSQLDatabase(ConnectionString(address)).migrate()
  }

  /// A server's feed, with what it has told.
  private final class Listening: Sendable {
    let feed: NotificationFeed
    private let storage: PooledStorage
    private let logFile = FileManager.default.temporaryDirectory
      .appending(path: "lisan-feed-\(UUID().uuidString)").path(percentEncoded: false)
    private let told = Mutex<[AnnouncedNews]>([])

    init(_ address: String, limit: Int = 50_000) throws {
      let server = PostgreSQLDatabase(try ConnectionString(address))
      let log = try AccessLog(path: logFile)
      let identity = try server.open().identity()
      storage = PooledStorage(server, identity, notices: nil, standing: Standing { _ in }, log: log)
      feed = NotificationFeed(storage, server, log: log, limit: limit)
      feed.start {
        true
      } tell: { [weak self] news in
        self?.told.withLock { $0.append(news) }
      }
    }

    deinit {
      feed.stop()
      storage.finish()
      unlink(logFile)
    }

    var log: String { (try? String(contentsOfFile: logFile, encoding: .utf8)) ?? "" }

    var news: [AnnouncedNews] { told.withLock { $0 } }
    /// How often it has begun to listen, or heard that anything may have changed.
    var unknowns: Int { news.count { $0 == .unknown } }
    var accounts: [Int64] {
      news.flatMap { news -> [Int64] in
        if case .changed(let accounts) = news { accounts } else { [] }
      }
    }
  }

  @Test("R62: changes reach other servers in batches, each once, and not the one that made them")
  func batches() throws {
    let (one, other) = (try Listening(address), try Listening(address))
    #expect(eventually { one.unknowns == 1 && other.unknowns == 1 })
    // The second announcement, of 20,000 accounts, needs several payloads.
    for accounts in [Array(Int64(1)...1000), Array(1_000_000...1_020_000)] {
      let before = other.news.count
      for account in accounts + accounts { one.feed.publish(account) }
      let wanted = Set(accounts)
      #expect(eventually { Set(other.accounts).isSuperset(of: wanted) })
      // Not one by one: what is published within 15 ms is one announcement.
      #expect(other.news.count - before < accounts.count / 10)
    }
    #expect(one.accounts.isEmpty)
    // On a busy machine, publishing took more than 15 ms, and an account was announced again.
    let heard = other.accounts.count { $0 == 9 }
    other.feed.publish(9)
    #expect(eventually { one.accounts == [9] })
    #expect(other.accounts.count { $0 == 9 } == heard)
  }

  @Test(
    "R62: a feed whose connection is lost listens again, and says that it may have missed something"
  )
  func lostConnection() throws {
    let (one, other) = (try Listening(address), try Listening(address))
    #expect(eventually { one.unknowns == 1 && other.unknowns == 1 })
    for round in 1...3 {
      PostgreSQLShell.run(
        """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """, at: address)
      #expect(eventually { one.unknowns == round + 1 && other.unknowns == round + 1 })
      one.feed.publish(Int64(round))
      #expect(eventually { other.accounts.last == Int64(round) })
    }
  }

  @Test("R62: what cannot be announced is announced later; too much becomes `anything`")
  func refusedAnnouncements() throws {
    PostgreSQLShell.run(
      """
      DROP ROLE IF EXISTS feed;
      CREATE ROLE feed LOGIN;
      GRANT ALL ON ALL TABLES IN SCHEMA public TO feed;
      REVOKE EXECUTE ON FUNCTION pg_notify FROM PUBLIC;
      """, at: address)
    let one = try Listening(address.replacing("user=lisan", with: "user=feed"), limit: 100)
    let other = try Listening(address)
    #expect(eventually { one.unknowns == 1 && other.unknowns == 1 })
    for account in Int64(1)...50 { one.feed.publish(account) }
    #expect(eventually { one.log.contains("announcement.error") })
    PostgreSQLShell.run("GRANT EXECUTE ON FUNCTION pg_notify TO feed", at: address)
    #expect(eventually { Set(other.accounts) == Set(1...50) })
    #expect(other.unknowns == 1)
    PostgreSQLShell.run("REVOKE EXECUTE ON FUNCTION pg_notify FROM feed", at: address)
    for account in Int64(1)...150 { one.feed.publish(account) }
    PostgreSQLShell.run("GRANT EXECUTE ON FUNCTION pg_notify TO feed", at: address)
    #expect(eventually { other.unknowns == 2 })
    // And then as before.
    one.feed.publish(200)
    #expect(eventually { other.accounts.last == 200 })
    withExtendedLifetime(one) {}
    PostgreSQLShell.run("DROP OWNED BY feed; DROP ROLE feed", at: address)
  }

  @Test("R62, R66: after a failover a feed listens and announces at the new primary")
  func failover() throws {
    let (primary, standby) = try PostgreSQLCluster.accountsWithStandby()
    let hosts = PostgreSQLCluster.address("accounts", of: [primary, standby])
    let (one, other) = (try Listening(hosts), try Listening(hosts))
    #expect(eventually { one.unknowns == 1 && other.unknowns == 1 })
    one.feed.publish(1)
    #expect(eventually { other.accounts == [1] })
    primary.crash()
    try standby.promote()
    #expect(eventually { one.unknowns == 2 && other.unknowns == 2 })
    one.feed.publish(2)
    other.feed.publish(3)
    #expect(eventually { other.accounts == [1, 2] && one.accounts == [3] })
  }
}
