/// A text was to be filled with more or fewer values than it has placeholders.
public struct ArgumentMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key of the text.
  public let key: String
  /// How many numbers the key has placeholders for.
  public let expectedCounts: Int
  /// How many numbers were given.
  public let counts: Int
  /// How many texts the key has placeholders for.
  public let expectedTexts: Int
  /// How many texts were given.
  public let texts: Int

  /// A line in English.
  public var description: String {
    "\"\(key)\" takes \(expectedCounts) numbers and \(expectedTexts) texts, not \(counts) and \(texts)"
  }
}
