/// Whether the account has the last choice of this device.
public struct SyncReport: Hashable, Codable, Sendable {
  /// The degree to which the account and this device agree.
  public enum State: String, Hashable, Codable, Sendable {
    /// The account has it, or there is no choice, and an answer of the account has confirmed that.
    case synced
    /// There is nothing to send, but no answer has confirmed that the account is unchanged: `Not
    /// synced yet`.
    case unconfirmed
    /// The account does not have it, and nothing is in progress: `Not synced yet`.
    case pending
    /// A choice is being sent, or a comparison is in progress.
    case sending
  }

  public var state: State
  /// When the account last answered, in milliseconds since 1970; nil if it never did.
  public var syncedAt: Int64?
  /// The failure since then, if any.
  public var failure: AccountFailure?
  /// The number of the app's last request that may have told of a choice. A report with a former
  /// number does not know the choice yet.
  public var request: Int?

  private enum CodingKeys: String, CodingKey {
    case state
    case syncedAt = "synced_at"
    case failure, request
  }

  public init(
    state: State, syncedAt: Int64? = nil, failure: AccountFailure? = nil, request: Int? = nil
  ) {
    self.state = state
    self.syncedAt = syncedAt
    self.failure = failure
    self.request = request
  }
}
