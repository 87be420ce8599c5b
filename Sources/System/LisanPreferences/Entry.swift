/// One type-length-value entry of a record, such as the theme. Types unknown to this version are
/// kept and written back.
public struct Entry: Hashable, Sendable {
  /// The type of an entry. Later versions may add numbers but never change the meaning of one.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The theme's name in UTF-8.
    public static let theme = Kind(rawValue: 1)
    /// The bidi mode's name in UTF-8.
    public static let bidiMode = Kind(rawValue: 2)
    /// `on` or `off`: whether questions replace the screen.
    public static let plainMode = Kind(rawValue: 3)
    /// `on` or `off`: whether options show pictures of the screen in other languages.
    public static let previews = Kind(rawValue: 4)
  }

  public var kind: Kind
  /// At most 255 bytes. All entries of a record, with two additional bytes each, fit in 400.
  public var value: [UInt8]

  public init(_ kind: Kind, _ value: [UInt8]) {
    self.kind = kind
    self.value = value
  }

  public init(_ kind: Kind, _ text: String) {
    self.init(kind, Array(text.utf8))
  }

  /// The value as text; invalid UTF-8 becomes U+FFFD.
  public var text: String { String(decoding: value, as: UTF8.self) }
}
