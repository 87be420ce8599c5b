/// A value with its text in some language.
public struct FormattedText: Hashable, Codable, Sendable {
  public let value: FormattedValue
  public let text: String

  public init(_ value: FormattedValue, _ text: String) {
    self.value = value
    self.text = text
  }
}
