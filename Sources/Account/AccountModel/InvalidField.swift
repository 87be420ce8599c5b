/// A missing or invalid field of a message, such as `sequence: out of range`.
public struct InvalidField: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: String, Sendable {
    case missing = "missing"
    /// The JSON value has another type, or does not fit it.
    case wrongType = "wrong type"
    /// The text or list is below its minimum length.
    case tooShort = "too short"
    /// The text or list exceeds its maximum length.
    case tooLong = "too long"
    case outOfRange = "out of range"
    /// The text does not have the form of the field.
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
