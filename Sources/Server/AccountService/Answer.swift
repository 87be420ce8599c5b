import AccountProtocol

/// What a request is answered with, and when. Public, because the compiler specializes functions of
/// another module only if they are public and inlinable.
public enum Answer<Value: Sendable, Failure: Error>: Sendable {
  public typealias Tell = @Sendable (Result<Value, Failure>) -> Void
  public typealias Work = @Sendable (_ tell: @escaping Tell) -> Void

  case now(Result<Value, Failure>)
  /// By slow work off the caller's thread.
  case later(Work)
  /// When something happens, perhaps long after. The service limits such requests itself.
  case held(Work)

  /// The answer, with its result changed.
  @inlinable public func mapResult<NewValue, NewFailure>(
    _ change: @escaping @Sendable (Result<Value, Failure>) -> Result<NewValue, NewFailure>
  ) -> Answer<NewValue, NewFailure> {
    func changed(_ work: @escaping Work) -> Answer<NewValue, NewFailure>.Work {
      { tell in work { tell(change($0)) } }
    }
    return switch self {
    case .now(let result): .now(change(result))
    case .later(let work): .later(changed(work))
    case .held(let work): .held(changed(work))
    }
  }

  /// The answer, with its value changed.
  @inlinable public func map<NewValue>(
    _ change: @escaping @Sendable (Value) throws(Failure) -> NewValue
  ) -> Answer<NewValue, Failure> {
    mapResult { result in
      Result { () throws(Failure) in try change(try result.get()) }
    }
  }
}

/// Why a request is refused.
package struct Refused: Error {
  package let code: RefusalCode
  package var field: String?
  /// Seconds to wait before a retry.
  package var retryAfter: Int64 = 1

  package init(_ code: RefusalCode, field: String? = nil, retryAfter: Int64 = 1) {
    self.code = code
    self.field = field
    // A client that waits for an operator need not retry every second.
    self.retryAfter = code == .outOfService ? 60 : retryAfter
  }
}
