import AccountModel
import AccountProtocol
import AgentProtocol
import Synchronization

/// The rule for a session: who answers it, what ends it, and whether its account is known as it is
/// (R38, R40).
///
/// A server names the database behind each of its answers. The identity of the database that began
/// the session is kept. A refusal of that database ends the session at once; that of another one,
/// such as a new database in place of a lost one, never does. A refusal without an identity may come
/// from anybody. It ends only a session whose database is not known either, as with servers of an
/// earlier version, and only the second time, at least half a minute after the first, with no
/// successful answer to this token in between.
///
/// What was learnt is in a file because each command is a separate process.
final class SessionRule: Sendable {
  /// The minimum time between two refusals without an identity, in milliseconds.
  static let interval: Int64 = 30_000

  /// Who answered a request.
  enum Answerer: Hashable {
    /// The database that the session is of.
    case ownDatabase
    /// Another account database.
    case otherDatabase
    /// Nobody knows: a proxy, a page, a server of an earlier version, or one whose database is gone.
    case stranger
  }

  enum Verdict: Hashable {
    /// Ask again later.
    case doubted
    case ended
  }

  /// What is known of a session.
  private struct Record: Hashable, JSONMessage {
    /// A hash that tells tokens apart without revealing them.
    var token: String
    /// The identity of the session's database; nil until an answer has named it.
    var database: String?
    /// The time of the first refusal without an identity, in milliseconds since 1970.
    var since: Int64?
    /// Why the last request says nothing about the account; nil if it was answered.
    var failure: AccountFailure?

    init(_ token: String) { self.token = token }

    mutating func validate() throws(InvalidField) {
      if let database { self.database = try FieldRules.device(database) }
      if let since { self.since = try FieldRules.number(since, "since", Bounds.time) }
    }
  }

  private let file: RememberedFile<Record>
  /// The last record, if it could not be written.
  private let unsaved = Mutex<Record?>(nil)

  init(_ places: AccountFiles, log: AgentLog) {
    file = RememberedFile(places.identity, log: log)
  }

  func answerer(_ database: String?, to token: String) -> Answerer {
    guard let database, let own = record(token).database else { return .stranger }
    return database == own ? .ownDatabase : .otherDatabase
  }

  /// Records that a database has begun a session.
  func begin(_ token: String, in database: String?) {
    var record = Record(Self.mark(of: token))
    record.database = database
    write(record)
  }

  /// Records that an answer accepted the token.
  func accepted(_ token: String, by database: String?) {
    begin(token, in: record(token).database ?? database)
  }

  /// Records that an answer refused the token.
  func refused(_ token: String, by database: String?, at now: Int64) -> Verdict {
    var record = record(token)
    if let own = record.database { return database == own ? .ended : .doubted }
    // Ignore a time in the future: the clock was set back.
    if let first = record.since, first <= now {
      return now - first >= Self.interval ? .ended : .doubted
    }
    record.since = now
    write(record)
    return .doubted
  }

  /// Records that a request was not answered by the session's database.
  func failed(_ token: String, _ failure: AccountFailure) {
    var record = record(token)
    record.failure = AccountFailure(failure.reason, status: failure.status)
    write(record)
  }

  /// Why it is not known whether the account is still as it was last heard; nil if it is.
  func failure(of token: String) -> AccountFailure? { record(token).failure }

  /// Forgets a session.
  func forget() {
    unsaved.withLock { $0 = nil }
    file.remove()
  }

  private func record(_ token: String) -> Record {
    let mark = Self.mark(of: token)
    let kept = unsaved.withLock { $0 } ?? file.read()
    return kept.flatMap { $0.token == mark ? $0 : nil } ?? Record(mark)
  }

  private func write(_ record: Record) {
    let isSaved = file.write(record)
    unsaved.withLock { $0 = isSaved ? nil : record }
  }

  /// A 64-bit hash (FNV-1a).
  private static func mark(of token: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in token.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
