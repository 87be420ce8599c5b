/// A choice of a language as its device tells it (R37): the device, the device's own number for
/// it, and when it was made, in milliseconds since 1970.
public struct Choice: Hashable, Sendable {
  public var language: String
  public var origin: ChoiceOrigin

  public init(language: String, origin: ChoiceOrigin) {
    self.language = language
    self.origin = origin
  }
}

/// Where and when a choice was made.
public struct ChoiceOrigin: Hashable, Sendable {
  /// 32 small hexadecimal digits.
  public var device: String
  /// Grows with each choice of the device.
  public var sequence: Int64
  public var chosenAt: Int64

  public init(device: String, sequence: Int64, chosenAt: Int64) {
    self.device = device
    self.sequence = sequence
    self.chosenAt = chosenAt
  }

  /// Checks each field against its bounds.
  ///
  /// - Throws: the first field that is out of its bounds.
  public mutating func validate() throws(InvalidField) {
    device = try FieldRules.device(device)
    sequence = try FieldRules.number(sequence, "sequence", Bounds.sequence)
    chosenAt = try FieldRules.number(chosenAt, "chosen_at", Bounds.time)
  }
}
