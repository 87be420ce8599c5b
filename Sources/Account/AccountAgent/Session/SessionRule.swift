import AccountModel
import AccountProtocol

/// The rule for a session: which databases may answer it, what ends it, and whether its account is
/// known to be current (R38, R40).
///
/// A server names its database in each answer. The identity of the database that began the session
/// is kept. A refusal by that database ends the session at once; a refusal by another one, such as
/// a new database that replaces a lost one, never does. A refusal without an identity may come from
/// anywhere. It ends only a session whose database is unknown too, as with servers of an earlier
/// version, and only the second time, at least half a minute after the first, with no successful
/// answer to this token in between.
///
/// The findings are in a file because each command is a separate process.
struct SessionRule: Sendable {
  /// The minimum time between two refusals without an identity, in milliseconds.
  static let interval: Int64 = 30_000

  /// The findings about a session.
  private struct Record: Hashable, JSONMessage {
    /// A hash that distinguishes tokens without revealing them.
    var token: String
    /// The identity of the session's database; nil until an answer has named it.
    var database: String?
    /// The time of the first refusal without an identity, in milliseconds since 1970.
    var since: Int64?
    /// Why the last request did not reach the account; nil if it was answered.
    var failure: AccountFailure?

    init(_ token: String) { self.token = token }

    mutating func validate() throws(InvalidField) {
      if let database { self.database = try FieldRules.device(database) }
      if let since { self.since = try FieldRules.number(since, "since", Bounds.time) }
    }
  }

  private let file: RememberedFile<Record>

  init(_ places: AccountFiles, log: AgentLog) {
    file = RememberedFile(places.identity, log: log)
  }

  /// Whether another account database than the session's answered. An answer without an identity
  /// may be from a proxy, a page, a server of an earlier version, or one whose database is gone.
  func isOther(_ database: String?, than token: String) -> Bool {
    guard let database, let own = record(token).database else { return false }
    return database != own
  }

  /// Records that a database has begun a session.
  func begin(_ token: String, in database: String?) {
    var record = Record(AccountFiles.hash(of: token))
    record.database = database
    file.write(record)
  }

  /// Records that an answer accepted the token.
  func accepted(_ token: String, by database: String?) {
    begin(token, in: record(token).database ?? database)
  }

  /// Records that an answer refused the token, and returns whether that ends the session.
  func isEnded(_ token: String, by database: String?, at now: Int64) -> Bool {
    var record = record(token)
    if let own = record.database { return database == own }
    // Ignore a time in the future: the clock was set back.
    if let first = record.since, first <= now { return now - first >= Self.interval }
    record.since = now
    file.write(record)
    return false
  }

  /// Records that the session's database did not answer a request.
  func failed(_ token: String, _ failure: AccountFailure) {
    var record = record(token)
    record.failure = AccountFailure(failure.reason, status: failure.status)
    file.write(record)
  }

  /// Why the account may have changed since it last answered; nil if it has not.
  func failure(of token: String) -> AccountFailure? { record(token).failure }

  /// Forgets a session.
  func forget() { file.remove() }

  private func record(_ token: String) -> Record {
    let mark = AccountFiles.hash(of: token)
    return file.read().flatMap { $0.token == mark ? $0 : nil } ?? Record(mark)
  }
}
