/// What the database removed because a list had reached its limit. The server says so in its log.
public enum Dropped: Hashable, Sendable, CustomStringConvertible {
  /// The oldest sessions of an account, which had to make room for a new one.
  case sessions(Int, account: Int64)
  /// The remembered devices of an account that were seen longest ago.
  case devices(Int, account: Int64)
  /// The oldest keys of counted attempts.
  case attempts(Int)

  public var description: String {
    switch self {
    case .sessions(let count, let account): "\(count) oldest sessions of account \(account)"
    case .devices(let count, let account): "\(count) oldest devices of account \(account)"
    case .attempts(let count): "\(count) oldest keys of counted attempts"
    }
  }
}

extension AccountDatabase {
  /// What the changes of this transaction have removed for lack of room since it began or since the
  /// last call. Call it at the end of a change, and report it when the change is on disk.
  public func takeDropped() -> [Dropped] {
    defer { dropped = [] }
    return dropped
  }
}
