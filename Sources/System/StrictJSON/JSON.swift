/// A JSON value (RFC 8259). The members of an object keep their order.
///
/// ```swift
/// let value = JSON.members(["name": "Ana", "age": .number(41), "phone": nil])
/// value.text  // {"name":"Ana","age":41}
/// ```
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Number)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A number as it is written, so that no digit is lost.
  public struct Number: Hashable, Sendable {
    public let text: String

    /// - Parameter text: a number in the grammar of RFC 8259, section 6.
    public init(written text: String) { self.text = text }

    public init(_ value: some BinaryInteger) { text = String(value) }

    /// nil if the number is infinite or not a number.
    public init?(_ value: Double) {
      guard value.isFinite else { return nil }
      text = Int64(exactly: value).map { String($0) } ?? value.description
    }

    /// The nearest double-precision number; nil if it is too large for one.
    public var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    /// The number as an integer, also if it is written as `1.0` or `1e3`; nil if it does not fit.
    public func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
      Integer(text) ?? double.flatMap { Integer(exactly: $0) }
    }
  }

  /// A name and a value in an object.
  public struct Member: Hashable, Sendable {
    public let name: String
    public let value: JSON
    /// The index of the name's first byte in the text that was read, for `JSON.Place`; 0 in a value
    /// that was not read.
    public let offset: Int

    public init(_ name: String, _ value: JSON, offset: Int = 0) {
      self.name = name
      self.value = value
      self.offset = offset
    }

    /// Equal members have equal names and values. Where they were read makes no difference.
    public static func == (left: Member, right: Member) -> Bool {
      left.name == right.name && left.value == right.value
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(value)
    }
  }

  /// An object with the members that have a value.
  public static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// An object with these members in this order.
  public static func object(_ members: [(String, JSON)]) -> JSON {
    .object(members.map { Member($0, $1) })
  }

  public static func number(_ value: some BinaryInteger) -> JSON { .number(Number(value)) }

  /// `null` if the number is infinite or not a number.
  public static func number(_ value: Double) -> JSON { Number(value).map { .number($0) } ?? .null }
}

extension JSON {
  /// The value of a member; nil if there is none, or this is not an object.
  public subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var array: [JSON]? { if case .array(let values) = self { values } else { nil } }
  public var number: Double? { if case .number(let value) = self { value.double } else { nil } }
  public var integer: Int? {
    if case .number(let value) = self { value.integer(Int.self) } else { nil }
  }
}
