/// How long a writer waits for others that hold a preference file's lock, before it gives up with
/// `PreferenceError.locked`.
///
///     PreferenceFile(path: path, budget: LockBudget(commit: .seconds(1), durable: .seconds(5)))
///
/// Whoever keeps to the protocol holds the lock for microseconds, but for a commit after a crash,
/// which has to wait for the disk.
public struct LockBudget: Hashable, Sendable {
  /// What `commit(_:)` and `setAside()` wait in all.
  public var commit: Duration
  /// What `makeDurable(_:)` waits in all, besides the disk.
  public var durable: Duration

  public init(commit: Duration, durable: Duration) {
    self.commit = commit
    self.durable = durable
  }

  /// For a thread that draws: a commit holds up the next frame by 5 ms at most.
  public static let drawing = LockBudget(commit: .milliseconds(5), durable: .milliseconds(250))
  /// For a command or a helper, which nobody waits to see draw.
  public static let patient = LockBudget(commit: .seconds(1), durable: .seconds(1))

  /// Times that a commit finds another file at the path before it gives up.
  static let rounds = 8
}

extension Duration {
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
