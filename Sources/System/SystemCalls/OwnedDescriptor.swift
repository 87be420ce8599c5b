import Glibc

/// An open file descriptor with one owner, closed exactly once at the end of the owner's lifetime.
///
/// ```swift
/// let file = try OwnedDescriptor(opening: path, O_RDONLY | O_NOFOLLOW)
/// let bytes = try readAll(from: file.number, limit: 4096)
/// ```
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The descriptor's number, for calls that borrow it.
  public let number: Int32

  /// Takes ownership of a descriptor.
  public init(owning number: Int32) { self.number = number }

  /// Takes ownership of a shim's result, which is `-errno` on failure.
  public init(checking result: Int32) throws(SystemError) {
    number = try SystemError.check(result)
  }

  /// Opens a file (open(2)) with close-on-exec.
  public init(opening path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) {
    let opened = open(path, flags | O_CLOEXEC, mode)
    guard opened >= 0 else { throw .last }
    // Set this only on success: once `number` is set, a throwing initializer closes it too.
    number = opened
  }

  /// Closes the descriptor now.
  public consuming func close() {}

  /// Gives up ownership without closing, for C code or another program.
  public consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  deinit { closeDescriptor(number) }
}

/// The C library's `close`, outside the type, where the method of this name would hide it.
private func closeDescriptor(_ number: Int32) { close(number) }
