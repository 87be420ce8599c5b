import Glibc

/// An open file descriptor with one owner: it is closed when the owner goes, once, on every path.
///
/// ```swift
/// let file = try OwnedDescriptor(opening: path, O_RDONLY | O_NOFOLLOW)
/// let bytes = try readAll(from: file.number, limit: 4096)
/// ```
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The descriptor's number, for calls that borrow it.
  public let number: Int32

  /// Takes over a descriptor that nobody else closes.
  public init(owning number: Int32) { self.number = number }

  /// Takes over the descriptor that a shim gave, which fails with `-errno`.
  public init(checking result: Int32) throws(SystemError) {
    number = try SystemError.check(result)
  }

  /// Opens a file (open(2)); the descriptor is closed on exec.
  public init(opening path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) {
    let opened = open(path, flags | O_CLOEXEC, mode)
    guard opened >= 0 else { throw .last }
    // Not before: an owner that has its number closes it, also where its initializer throws.
    number = opened
  }

  /// Closes the descriptor now.
  public consuming func close() {}

  /// Gives the descriptor to an owner outside of Swift, or to another program.
  public consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  deinit { Glibc.close(number) }
}
