/// Whether the account has the last choice of this device.
public struct SyncReport: Hashable, Codable, Sendable {
  public enum State: String, Hashable, Codable, Sendable {
    /// It has, or there is none.
    case synced
    /// It has not, and nothing is under way: `Not synced yet` (R38).
    case pending
    /// The choice or the comparison is under way.
    case sending
  }

  public var state: State
  /// When the account last answered, in milliseconds since 1970; nil if it never did.
  public var syncedAt: Int64?
  /// What went wrong since, if anything did.
  public var failure: AgentFailure?

  public init(state: State, syncedAt: Int64? = nil, failure: AgentFailure? = nil) {
    self.state = state
    self.syncedAt = syncedAt
    self.failure = failure
  }

  enum CodingKeys: String, CodingKey {
    case state
    case syncedAt = "synced_at"
    case failure
  }
}
