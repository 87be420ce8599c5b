extension JSON {
  /// Decodes a value from JSON.
  ///
  /// Members that the type does not know are ignored. A name that an object has twice is refused,
  /// because readers disagree about which member counts.
  ///
  /// - Throws: `DecodingError`, or an error of the type's `init(from:)`.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: ValueDecoder(value: self, codingPath: []))
  }
}

private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let value: JSON
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch([String: JSON].self) }
    var values: [String: JSON] = [:]
    for member in members where values.updateValue(member.value, forKey: member.name) != nil {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: codingPath, debugDescription: "a name is there twice"))
    }
    return KeyedDecodingContainer(KeyedContainer(values: values, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let values) = value else { throw mismatch([JSON].self) }
    return UnkeyedContainer(values: values, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let flag) = value else { throw mismatch(type) }
    return flag
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let text) = value else { throw mismatch(type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard case .number(let number) = value else { throw mismatch(type) }
    guard let double = number.double else { throw unfit }
    return double
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

  /// The protocol's functions for each type of integers.
  func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard case .number(let number) = value else { throw mismatch(type) }
    guard let integer = number.integer(type) else { throw unfit }
    return integer
  }

  private func mismatch(_ type: any Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "another type of value")
    return value == .null
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private var unfit: DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: "the number does not fit"))
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let values: [String: JSON]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { values.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

  private func decoder(_ key: Key) throws -> ValueDecoder {
    guard let value = values[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "no such member"))
    }
    return ValueDecoder(value: value, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try T(from: decoder(key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    ValueDecoder(value: values["super"] ?? .null, codingPath: codingPath)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct UnkeyedContainer: UnkeyedDecodingContainer {
  let values: [JSON]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  /// The decoder of the next value, which then counts as read.
  private mutating func next() throws -> ValueDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSON.self, DecodingError.Context(codingPath: codingPath, debugDescription: "no more values")
      )
    }
    defer { currentIndex += 1 }
    return ValueDecoder(
      value: values[currentIndex], codingPath: codingPath + [Index(intValue: currentIndex)])
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, values[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: next()) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}

/// The index of a value in an array, as part of a coding path.
struct Index: CodingKey {
  let index: Int

  init(intValue: Int) { index = intValue }
  init?(stringValue: String) { return nil }

  var intValue: Int? { index }
  var stringValue: String { "Index \(index)" }
}
