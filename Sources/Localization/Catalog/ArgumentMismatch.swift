/// A text was to be filled with more or fewer values than it has placeholders.
public struct ArgumentMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key of the text.
  public let key: String
  /// The numbers that the key has placeholders for, and those that were given.
  public let expectedCounts: Int
  public let counts: Int
  /// The same for texts.
  public let expectedTexts: Int
  public let texts: Int

  /// A line in English.
  public var description: String {
    "\"\(key)\" takes \(expectedCounts) numbers and \(expectedTexts) texts, not \(counts) and \(texts)"
  }
}
