/// Whether the account has the last choice of this device.
public struct SyncReport: Hashable, Sendable {
  public enum State: String, Hashable, Sendable {
    /// It has, or there is none.
    case synced
    /// It has not, and nothing is under way: `Not synced yet`.
    case pending
    /// The choice or the comparison is under way.
    case sending
  }

  public var state: State
  /// When the account last answered, in milliseconds since 1970; nil if it never did.
  public var syncedAt: Int64?
  /// What went wrong since, if anything did.
  public var failure: AccountFailure?

  public init(state: State, syncedAt: Int64? = nil, failure: AccountFailure? = nil) {
    self.state = state
    self.syncedAt = syncedAt
    self.failure = failure
  }
}
