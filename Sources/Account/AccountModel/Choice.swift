/// A language choice with its origin (R37).
public struct Choice: Hashable, Sendable {
  /// The code of the language, such as `ar`.
  public var language: String
  /// Where and when it was chosen.
  public var origin: ChoiceOrigin

  public init(language: String, origin: ChoiceOrigin) {
    self.language = language
    self.origin = origin
  }
}

/// Where and when a choice was made.
public struct ChoiceOrigin: Hashable, Codable, Sendable {
  /// 32 lower-case hexadecimal digits.
  public var device: String
  /// The device's number of the choice, which increases with each choice.
  public var sequence: Int64
  /// In milliseconds since 1970.
  public var chosenAt: Int64

  private enum CodingKeys: String, CodingKey {
    case device, sequence
    case chosenAt = "chosen_at"
  }

  public init(device: String, sequence: Int64, chosenAt: Int64) {
    self.device = device
    self.sequence = sequence
    self.chosenAt = chosenAt
  }

  /// The device of a choice that no device made.
  public static let noDevice = String(repeating: "0", count: 32)

  /// The language that an administrator gave a new account. Any other choice is later.
  public static let given = ChoiceOrigin(device: noDevice, sequence: 1, chosenAt: 0)

  /// Whether no device has made a choice since the account was made.
  public var isGiven: Bool { self == .given }

  /// Checks each field against its bounds.
  public mutating func validate() throws(InvalidField) {
    device = try FieldRules.device(device)
    sequence = try FieldRules.number(sequence, "sequence", Bounds.sequence)
    chosenAt = try FieldRules.number(chosenAt, "chosen_at", Bounds.time)
  }
}
