import AccountDatabasePostgreSQL

/// Tells a server which accounts others have changed: other servers on the same database, and
/// administration commands.
package protocol ChangeFeed: AnyObject, Sendable {
  /// Begins to report. A feed that has to poll asks `isNeeded` first. `tell` may be called on any
  /// thread, and must not be called for long.
  func start(
    isNeeded: @escaping @Sendable () -> Bool, tell: @escaping @Sendable (AnnouncedNews) -> Void)

  /// Passes on that this server has committed a change of an account. It never blocks: it may
  /// collect several, and a failure is only logged, because followers compare at long intervals.
  func publish(_ account: Int64)

  /// Ends; `tell` is not called any more.
  func stop()
}
