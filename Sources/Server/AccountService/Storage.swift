import AccountDatabase

/// The database as the service uses it.
package protocol Storage: Sendable {
  /// Which database it is.
  var identity: String { get }

  /// Why the database must not be used any more; nil if nothing is known against it.
  var trouble: DatabaseError? { get }

  /// The storage itself where reading may wait for another machine; nil where it does not. Requests
  /// are then handled by `dispatch`, because the threads of connections must not wait, and sessions
  /// are looked up together.
  var pool: PooledStorage? { get }

  /// Runs work on a thread that may wait for the database; false if too much is waiting already.
  func dispatch(_ work: @escaping @Sendable () -> Void) -> Bool

  /// Runs reads, or one change whose caller may wait for it.
  func read<Value>(
    _ body: (AccountDatabase) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value

  /// Runs a change in a transaction later, and reports when it is on disk or has failed.
  ///
  /// - Parameters:
  ///   - isRepeatable: whether the change may be made twice with the same result, so that it can be
  ///     tried again if nobody knows whether it was made.
  ///   - isWhole: whether `body` is atomic by itself, so that it needs no transaction around it:
  ///     with PostgreSQL, its beginning and end are ways to another machine.
  ///   - body: has no effect but on the database: it may run again if its transaction failed.
  func submit<Value: Sendable>(
    isRepeatable: Bool, isWhole: Bool,
    _ body: @escaping @Sendable (AccountDatabase) throws(DatabaseError) -> Value,
    then finish: @escaping @Sendable (Result<Value, DatabaseError>) -> Void)

  /// A feed of what others change in the database.
  func makeFeed() -> any ChangeFeed

  /// What an operator wants to know of its connections.
  var metrics: [MetricFamily] { get }

  /// Waits for all changes, and closes the database.
  func finish()
}
