import Glibc

/// Why a system call failed: its error number, such as ENOSPC.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  public let errno: Int32

  public init(_ errno: Int32) { self.errno = errno }

  /// The calling thread's `errno`, right after a call that failed.
  public static var last: SystemError { SystemError(Glibc.errno) }

  /// The system's words for it, such as `Permission denied` (strerror).
  public var description: String { String(cString: strerror(errno)) }

  /// Passes on the result of a shim that fails with `-errno`.
  @discardableResult
  public static func check(_ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(-result) }
    return result
  }
}
