/// A missing or invalid field of a message, such as `sequence: out of range`.
public struct InvalidField: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: String, Sendable {
    case missing = "missing"
    case wrongType = "wrong type"
    case tooShort = "too short"
    case tooLong = "too long"
    case outOfRange = "out of range"
    case malformed = "malformed"
  }

  /// The field's name in the message, such as `chosen_at`.
  public let field: String
  public let reason: Reason

  public init(_ field: String, _ reason: Reason) {
    self.field = field
    self.reason = reason
  }

  public var description: String { "\(field): \(reason.rawValue)" }
}
