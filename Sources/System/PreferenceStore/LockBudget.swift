/// How long a writer waits for other holders of a file's lock before it fails with
/// `StoreError.locked`.
///
///     StoreFile(path: path, format: format, budget: LockBudget(commit: .seconds(1), durable: .seconds(5)))
///
/// A writer that follows the protocol holds the lock for microseconds. The exception is a commit
/// after a crash, which has to wait for the disk.
public struct LockBudget: Hashable, Sendable {
  /// The total waiting time of `commit(_:)` and `setAside()`.
  public var commit: Duration
  /// The total waiting time of `makeDurable(_:)`, in addition to the disk.
  public var durable: Duration

  /// A budget for each of the two.
  public init(commit: Duration, durable: Duration) {
    self.commit = commit
    self.durable = durable
  }

  /// For a thread that draws: a commit delays the next frame by at most 5 ms.
  public static let drawing = LockBudget(commit: .milliseconds(5), durable: .milliseconds(250))
  /// For a command or a helper that draws nothing.
  public static let patient = LockBudget(commit: .seconds(1), durable: .seconds(1))

  /// How many times a commit may find another file at the path before it gives up.
  static let rounds = 8
}

extension Duration {
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
