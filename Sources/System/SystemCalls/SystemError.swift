import Glibc

/// A system call's error number, such as ENOSPC.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  public let errno: Int32

  public init(_ errno: Int32) { self.errno = errno }

  /// The calling thread's `errno`; read it right after a failed call.
  public static var last: SystemError { SystemError(lastNumber) }

  /// The system's message, such as `Permission denied` (strerror).
  public var description: String { String(cString: strerror(errno)) }

  /// Returns the result of a shim, or throws if it is `-errno`.
  @discardableResult
  public static func check(_ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(-result) }
    return result
  }
}

/// The C library's `errno`, outside the type, where the property of this name would hide it.
private var lastNumber: Int32 { errno }
