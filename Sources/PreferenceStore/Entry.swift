/// One type-length-value entry of a record, such as the theme. Types that this version does not
/// know are kept and written back.
public struct Entry: Hashable, Sendable {
  /// What an entry holds; a number that later versions may add to, and never give a new meaning.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The theme's name in UTF-8.
    public static let theme = Kind(rawValue: 1)
    /// The bidi mode's name in UTF-8.
    public static let bidiMode = Kind(rawValue: 2)
  }

  public var kind: Kind
  /// Up to 255 bytes; all entries of a record together, with two bytes more for each, fit in 400.
  public var value: [UInt8]

  public init(_ kind: Kind, _ value: [UInt8]) {
    self.kind = kind
    self.value = value
  }

  public init(_ kind: Kind, _ text: String) {
    self.init(kind, Array(text.utf8))
  }

  /// The value as text; what is not UTF-8 becomes U+FFFD.
  public var text: String { String(decoding: value, as: UTF8.self) }
}
