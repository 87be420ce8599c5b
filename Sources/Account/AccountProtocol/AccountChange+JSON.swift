import AccountModel

/// The body of `PATCH /rpc/me`.
///
/// `preferredLocale`, `device`, `sequence` and `chosen_at` form one choice: all or none are
/// present.
extension AccountChange: JSONMessage {
  private enum CodingKeys: String, CodingKey {
    case preferredLocale
    case device
    case sequence
    case chosenAt = "chosen_at"
    case note
    case analytics
    case diagnostics
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      choice: try Choice(from: fields, language: .preferredLocale, .device, .sequence, .chosenAt),
      note: try fields.optional(String.self, .note),
      analytics: try fields.optional(Bool.self, .analytics),
      diagnostics: try fields.optional(Bool.self, .diagnostics))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(choice?.language, forKey: .preferredLocale)
    try choice?.origin.encode(to: encoder)
    try fields.encodeIfPresent(note, forKey: .note)
    try fields.encodeIfPresent(analytics, forKey: .analytics)
    try fields.encodeIfPresent(diagnostics, forKey: .diagnostics)
  }
}

extension Choice {
  /// Reads the four fields of a choice; nil if all are missing.
  init?<Key: CodingKey>(
    from fields: KeyedDecodingContainer<Key>, language: Key, _ device: Key, _ sequence: Key,
    _ chosenAt: Key
  ) throws {
    let code = try fields.optional(String.self, language)
    let deviceID = try fields.optional(String.self, device)
    let number = try fields.optional(Int64.self, sequence)
    let time = try fields.optional(Int64.self, chosenAt)
    if code == nil, deviceID == nil, number == nil, time == nil { return nil }
    func require<T>(_ value: T?, _ key: Key) throws -> T {
      guard let value else {
        throw DecodingError.keyNotFound(
          key, DecodingError.Context(codingPath: fields.codingPath, debugDescription: ""))
      }
      return value
    }
    self.init(
      language: try require(code, language),
      origin: ChoiceOrigin(
        device: try require(deviceID, device), sequence: try require(number, sequence),
        chosenAt: try require(time, chosenAt)))
  }
}
