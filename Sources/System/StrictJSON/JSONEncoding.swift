extension JSON {
  /// Encodes a value. The members of its objects are sorted by name.
  ///
  /// - Throws: an error of the type's `encode(to:)`, and `EncodingError` for a number that is
  ///   infinite or not a number.
  public init(encoding value: some Encodable) throws {
    let node = Node()
    try value.encode(to: ValueEncoder(node: node, codingPath: []))
    self = node.json
  }
}

/// A value while it is encoded: containers may be filled after others were begun.
private final class Node {
  /// A value inside a container: already final, or filled by another encoder.
  enum Value {
    case final(JSON)
    case open(Node)

    var json: JSON {
      switch self {
      case .final(let json): json
      case .open(let node): node.json
      }
    }
  }

  enum Content {
    case scalar(JSON)
    case array([Value])
    case object([(name: String, value: Value)])
  }

  var content = Content.object([])

  var json: JSON {
    switch content {
    case .scalar(let value): return value
    case .array(let values): return .array(values.map(\.json))
    case .object(let members):
      // The sort is stable, so the last of several values for one name comes last.
      var sorted: [JSON.Member] = []
      sorted.reserveCapacity(members.count)
      for (name, value) in members.sorted(by: { $0.name < $1.name }) {
        if sorted.last?.name == name { sorted.removeLast() }
        sorted.append(JSON.Member(name, value.json))
      }
      return .object(sorted)
    }
  }

  /// Adds a member. It replaces one with the same name.
  func add(_ value: Value, named name: String) {
    guard case .object(var members) = content else { return }
    content = .object([])
    members.append((name, value))
    content = .object(members)
  }

  /// Adds a last value.
  func add(_ value: Value) {
    guard case .array(var values) = content else { return }
    content = .array([])
    values.append(value)
    content = .array(values)
  }

  var count: Int { if case .array(let values) = content { values.count } else { 0 } }

  func beginArray() {
    if case .array = content { return }
    content = .array([])
  }
}

private struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedContainer(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.beginArray()
    return UnkeyedContainer(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { node.content = .scalar(.null) }
  func encode(_ value: Bool) { node.content = .scalar(.bool(value)) }
  func encode(_ value: String) { node.content = .scalar(.string(value)) }

  func encode(_ value: Double) throws {
    guard let number = JSON.Number(value) else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: codingPath, debugDescription: "not a number in JSON"))
    }
    node.content = .scalar(.number(number))
  }

  func encode(_ value: Float) throws { try encode(Double(value)) }
  func encode<T: Encodable>(_ value: T) throws { try value.encode(to: self) }

  /// The protocol's functions for each type of integers.
  func encode<T: Encodable & FixedWidthInteger>(_ value: T) {
    node.content = .scalar(.number(value))
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  let codingPath: [any CodingKey]

  private func encoder(_ key: any CodingKey) -> ValueEncoder {
    let member = Node()
    node.add(.open(member), named: key.stringValue)
    return ValueEncoder(node: member, codingPath: codingPath + [key])
  }

  private func add(_ value: JSON, _ key: Key) { node.add(.final(value), named: key.stringValue) }

  func encodeNil(forKey key: Key) { add(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { add(.bool(value), key) }
  func encode(_ value: String, forKey key: Key) { add(.string(value), key) }
  func encode(_ value: Int, forKey key: Key) { add(.number(value), key) }
  func encode(_ value: Int64, forKey key: Key) { add(.number(value), key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encoder(key).encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let member = Node()
    node.add(.open(member), named: "super")
    return ValueEncoder(node: member, codingPath: codingPath)
  }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]
  var count: Int { node.count }

  private func encoder() -> ValueEncoder {
    let (value, index) = (Node(), Index(intValue: count))
    node.add(.open(value))
    return ValueEncoder(node: value, codingPath: codingPath + [index])
  }

  private func add(_ value: JSON) { node.add(.final(value)) }

  func encodeNil() { add(.null) }
  func encode(_ value: Bool) { add(.bool(value)) }
  func encode(_ value: String) { add(.string(value)) }
  func encode(_ value: Int) { add(.number(value)) }
  func encode<T: Encodable>(_ value: T) throws { try encoder().encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder() }
}
