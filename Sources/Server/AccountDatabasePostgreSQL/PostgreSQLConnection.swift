import AccountDatabase
import CPostgreSQL
import Glibc
import SystemCalls

/// A connection to PostgreSQL with a cache of prepared statements; for one thread at a time.
///
/// A statement that has not ended at `deadline` is cancelled. Errors say what became of the
/// transaction: a commit that was interrupted may have happened.
public final class PostgreSQLConnection: DatabaseConnection {
  private let handle: OpaquePointer
  /// The names of prepared statements.
  private var statements: [String: String] = [:]
  /// What the server warned of during the current statement.
  private let warnings = Warnings()
  package var depth = 0
  /// When statements are cancelled, in nanoseconds of the monotonic clock.
  package var deadline = Int64.max

  package var engine: Engine { .postgresql }

  /// How long a connection that does not answer may take, in seconds and for each host.
  private static let connectSeconds = "3"
  /// How long the server may take to end a statement that was cancelled, in nanoseconds.
  private static let cancelLimit: Int64 = 1_000_000_000

  /// Connects (PQconnectdbParams), only if the host accepts writes where the address does not ask for
  /// something else.
  ///
  /// - Parameter host: which of several hosts.
  package init(_ place: ConnectionString, host: Int = 0) throws(DatabaseError) {
    // The later ones win, so the address decides over these.
    let parameters: [(String, String)] =
      [
        ("target_session_attrs", "read-write"), ("connect_timeout", Self.connectSeconds),
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "15000"), ("dbname", place.text), ("client_encoding", "UTF8"),
        ("fallback_application_name", "lisan-server"),
      ] + place.only(host)
    let handle = withCStrings(parameters.map(\.0)) { keywords in
      withCStrings(parameters.map(\.1)) { values in pq_connect(keywords, values) }
    }
    guard let handle else { throw .server(ServerFailure(state: nil, message: "no memory")) }
    guard PQstatus(handle) == CONNECTION_OK else {
      let message = trimmed(PQerrorMessage(handle))
      PQfinish(handle)
      throw .server(ServerFailure(state: nil, message: message))
    }
    self.handle = handle
    // In any other, texts could be cut within a character, and letters have no case.
    let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) }
    guard encoding == "UTF8" else {
      throw .notUnicode(path: place.description, encoding: encoding ?? "unknown")
    }
    PQsetNoticeReceiver(
      handle,
      { context, result in
        let severity = PQresultErrorField(result, Int32(pq_severity))
        guard let severity, strcmp(severity, "WARNING") == 0 else { return }
        let text = PQresultErrorField(result, Int32(pq_primary_message))
        Unmanaged<Warnings>.fromOpaque(context!).takeUnretainedValue().last =
          text.map { trimmed($0) } ?? "a warning"
      }, Unmanaged.passUnretained(warnings).toOpaque())
    // A commit is on disk, and on the standby where there is one, before it is acknowledged (R47).
    // A transaction whose program is gone must not keep its locks.
    try execute(
      """
      SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') IN ('off', 'local');
      SET idle_in_transaction_session_timeout = '15s';
      """)
  }

  deinit { PQfinish(handle) }

  /// Whether the connection is lost for good.
  package var isBroken: Bool { PQstatus(handle) != CONNECTION_OK }

  package var isInTransaction: Bool {
    let status = PQtransactionStatus(handle)
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
  }

  package func begin(writes: Bool) throws(DatabaseError) {
    try execute(writes ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  }

  package func commit() throws(DatabaseError) {
    let result = try finish(isCommit: true, PQsendQuery(handle, "COMMIT"))
    defer { PQclear(result) }
    // A transaction with a failed statement is rolled back without an error.
    if String(cString: PQcmdStatus(result)) == "ROLLBACK" {
      throw .server(ServerFailure(state: "25P02", message: "the transaction was rolled back"))
    }
  }

  package func execute(_ sql: String) throws(DatabaseError) {
    PQclear(try finish(isCommit: false, PQsendQuery(handle, sql)))
  }

  package func perform(
    _ sql: String, _ values: [StoredValue], _ read: (any Row) -> Void
  ) throws(DatabaseError) -> Int {
    let name = try prepared(sql)
    let parameters = try Parameters(values)
    // Outside of a transaction a statement commits by itself.
    let isCommit = !isInTransaction
    let result = try finish(
      isCommit: isCommit,
      parameters.withPointers { texts, lengths, formats in
        PQsendQueryPrepared(handle, name, Int32(values.count), texts, lengths, formats, 0)
      })
    defer { PQclear(result) }
    for row in 0..<PQntuples(result) { read(PostgreSQLRow(result: result, row: row)) }
    return Int(String(cString: PQcmdTuples(result))) ?? 0
  }

  private func prepared(_ sql: String) throws(DatabaseError) -> String {
    if let name = statements[sql] { return name }
    let name = "s\(statements.count)"
    let text = numbered(sql)
    PQclear(try finish(isCommit: false, PQsendPrepare(handle, name, text, 0, nil)))
    statements[sql] = name
    return name
  }

  // MARK: Waiting

  /// Waits for the result of a statement that was sent, with a status of 1 if that succeeded. The
  /// caller clears it.
  ///
  /// - Parameter isCommit: whether the statement ends a transaction, so that one that is
  ///   interrupted may have happened.
  private func finish(isCommit: Bool, _ status: Int32) throws(DatabaseError) -> OpaquePointer {
    guard status == 1 else { throw lost(isCommit: false) }
    warnings.last = nil
    var last: OpaquePointer?
    var failed: OpaquePointer?
    while true {
      guard waitForResult() else {
        PQclear(last)
        PQclear(failed)
        throw lost(isCommit: isCommit)
      }
      guard let result = PQgetResult(handle) else { break }
      let status = PQresultStatus(result)
      if status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY {
        PQclear(last)
        last = result
      } else {
        PQclear(failed)
        failed = result
      }
    }
    if let failed {
      defer {
        PQclear(failed)
        PQclear(last)
      }
      if isBroken { throw lost(isCommit: isCommit, failed) }
      throw .server(
        ServerFailure(state: state(of: failed), message: message(of: failed)))
    }
    guard let last else { throw lost(isCommit: isCommit) }
    // A synchronous commit whose wait was cancelled succeeds with a warning: it is on this machine
    // only. The text depends on the server's language, so any warning counts.
    if isCommit, let warning = warnings.last {
      PQclear(last)
      throw .server(ServerFailure(state: "01000", message: warning, isUncertain: true))
    }
    return last
  }

  /// Waits until PQgetResult need not wait. At the deadline it asks the server to end the statement;
  /// false if that is not answered in time either.
  private func waitForResult() -> Bool {
    var limit = deadline
    var isCancelled = false
    while true {
      // PQflush returns 1 while something is left to send.
      let unsent = PQflush(handle)
      // A lost connection has no socket. PQgetResult reports the loss at once.
      if isBroken || unsent < 0 || (unsent == 0 && PQisBusy(handle) == 0) { return true }
      let left = limit == .max ? Int64.max : limit - SystemClock.monotonic()
      if left <= 0 {
        if isCancelled { return false }
        cancel()
        isCancelled = true
        limit = SystemClock.monotonic() + Self.cancelLimit
        continue
      }
      let count = awaitReady(
        PQsocket(handle), POLLIN | (unsent == 1 ? POLLOUT : 0),
        within: left == .max ? nil : .nanoseconds(left))
      guard count > 0 || errno == EINTR else { continue }
      PQconsumeInput(handle)
    }
  }

  // MARK: Notifications

  /// The payloads of the notifications that have arrived, outside of a statement; waits for the first
  /// one.
  func notifications(within limit: Duration) throws(DatabaseError) -> [String] {
    let payloads = drainNotifications()
    guard payloads.isEmpty else { return payloads }
    guard awaitReady(PQsocket(handle), within: limit) > 0 else { return [] }
    guard PQconsumeInput(handle) == 1 else { throw lost(isCommit: false) }
    return drainNotifications()
  }

  /// The payloads of the notifications that were read.
  private func drainNotifications() -> [String] {
    var payloads: [String] = []
    while let notification = PQnotifies(handle) {
      payloads.append(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    return payloads
  }

  // MARK: Errors

  /// Asks the server to end the current statement (PQcancel).
  private func cancel() {
    guard let cancel = PQgetCancel(handle) else { return }
    var reason = [CChar](repeating: 0, count: 256)
    PQcancel(cancel, &reason, Int32(reason.count))
    PQfreeCancel(cancel)
  }

  private func state(of result: OpaquePointer) -> String? {
    PQresultErrorField(result, Int32(pq_sqlstate)).map { String(cString: $0) }
  }

  /// The primary message alone: details quote what people entered.
  private func message(of result: OpaquePointer) -> String {
    PQresultErrorField(result, Int32(pq_primary_message)).map { trimmed($0) }
      ?? trimmed(PQresultErrorMessage(result))
  }

  /// The error for a connection that ended or does not answer.
  private func lost(isCommit: Bool, _ result: OpaquePointer? = nil) -> DatabaseError {
    let reason = result.map { message(of: $0) } ?? trimmed(PQerrorMessage(handle))
    return .server(
      ServerFailure(
        state: result.flatMap { state(of: $0) },
        message: reason.isEmpty ? "no answer in time" : reason,
        isUncertain: isCommit))
  }
}

/// The latest warning that a connection was sent.
private final class Warnings {
  var last: String?
}

/// A row of a result in text form.
private struct PostgreSQLRow: Row {
  let result: OpaquePointer
  let row: Int32

  func isNull(_ column: Int32) -> Bool { PQgetisnull(result, row, column) == 1 }
  func integer(_ column: Int32) -> Int64 { strtoll(PQgetvalue(result, row, column), nil, 10) }
  func flag(_ column: Int32) -> Bool {
    PQgetvalue(result, row, column).pointee == CChar(bitPattern: UInt8(ascii: "t"))
  }
  func text(_ column: Int32) -> String { String(cString: PQgetvalue(result, row, column)) }

  func blob(_ column: Int32) -> [UInt8] {
    var count = 0
    let text = PQgetvalue(result, row, column)!
    guard
      let bytes = text.withMemoryRebound(
        to: UInt8.self, capacity: 1, { PQunescapeBytea($0, &count) })
    else { return [] }
    defer { PQfreemem(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

/// Parameters as libpq takes them: texts that end with a zero byte, and blobs in binary form.
private struct Parameters {
  private var bytes: [UInt8] = []
  /// Where each begins; nil for NULL.
  private var starts: [Int?] = []
  /// libpq reads those of blobs.
  private var lengths: [Int32] = []
  /// 0 for a text, 1 for a blob.
  private var formats: [Int32] = []

  init(_ values: [StoredValue]) throws(DatabaseError) {
    for value in values {
      switch value {
      case .integer(let number): append(String(number).utf8)
      case .flag(let isOn): append((isOn ? "t" : "f").utf8)
      case .text(let text):
        guard !text.utf8.contains(0) else {
          throw .server(ServerFailure(state: "22021", message: "a text with a zero character"))
        }
        append(text.utf8)
      case .blob(let blob): append(blob, format: 1)
      case .null: append([], isNull: true)
      }
    }
  }

  private mutating func append(
    _ content: some Collection<UInt8>, format: Int32 = 0, isNull: Bool = false
  ) {
    starts.append(isNull ? nil : bytes.count)
    bytes += content
    bytes.append(0)
    lengths.append(Int32(content.count))
    formats.append(format)
  }

  /// Passes the lists to libpq. Without parameters it reads none of them, so that of the texts may be nil.
  func withPointers<T>(
    _ body: (
      UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>, UnsafePointer<Int32>
    ) -> T
  ) -> T {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        let texts = starts.map { start in
          start.flatMap { place in characters.baseAddress.map { UnsafePointer($0 + place) } }
        }
        return texts.withUnsafeBufferPointer { body($0.baseAddress, lengths, formats) }
      }
    }
  }
}

/// The parameters `?1` or `?` of the common statements as PostgreSQL's `$1`.
func numbered(_ sql: String) -> String {
  var result: [UInt8] = []
  let bytes = Array(sql.utf8)
  var count = 0
  for (place, byte) in bytes.enumerated() {
    guard byte == UInt8(ascii: "?") else {
      result.append(byte)
      continue
    }
    result.append(UInt8(ascii: "$"))
    let next = place + 1 < bytes.count ? bytes[place + 1] : 0
    if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) {
      count += 1
      result += Array(String(count).utf8)
    }
  }
  return String(decoding: result, as: UTF8.self)
}
