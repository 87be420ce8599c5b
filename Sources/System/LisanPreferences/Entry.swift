/// One type-length-value entry of a record, such as the theme. Types unknown to this version are
/// kept and written back.
public struct Entry: Hashable, Sendable {
  /// The type of an entry. Later versions may add numbers but never change the meaning of one. The
  /// settings of the app have them (`StoredSetting.store`).
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }
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
