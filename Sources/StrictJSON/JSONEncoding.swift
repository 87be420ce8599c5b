extension JSON {
  /// Encodes a value. The members of its objects are sorted by name.
  ///
  /// - Throws: what the type's `encode(to:)` throws, and `EncodingError` for a number that is
  ///   infinite or not a number.
  public init(encoding value: some Encodable) throws {
    let node = Node()
    try value.encode(to: ValueEncoder(node: node, codingPath: []))
    self = node.json
  }
}

/// A value while it is encoded: containers may be filled after others were begun.
private final class Node {
  enum Content {
    case scalar(JSON)
    case array([Node])
    case object([String: Node])
  }

  var content = Content.object([:])

  var json: JSON {
    switch content {
    case .scalar(let value): value
    case .array(let nodes): .array(nodes.map(\.json))
    case .object(let nodes):
      .object(
        nodes.map { JSON.Member($0.key, $0.value.json) }.sorted { $0.name < $1.name })
    }
  }

  /// The node of a member, in place of one that was there.
  func member(_ name: String) -> Node {
    let node = Node()
    guard case .object(var nodes) = content else { return node }
    content = .object([:])
    nodes[name] = node
    content = .object(nodes)
    return node
  }

  /// The node of a new last value.
  func next() -> Node {
    let node = Node()
    guard case .array(var nodes) = content else { return node }
    content = .array([])
    nodes.append(node)
    content = .array(nodes)
    return node
  }

  var count: Int { if case .array(let nodes) = content { nodes.count } else { 0 } }

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
  func encode(_ value: Int) { integer(value) }
  func encode(_ value: Int8) { integer(value) }
  func encode(_ value: Int16) { integer(value) }
  func encode(_ value: Int32) { integer(value) }
  func encode(_ value: Int64) { integer(value) }
  func encode(_ value: UInt) { integer(value) }
  func encode(_ value: UInt8) { integer(value) }
  func encode(_ value: UInt16) { integer(value) }
  func encode(_ value: UInt32) { integer(value) }
  func encode(_ value: UInt64) { integer(value) }
  func encode<T: Encodable>(_ value: T) throws { try value.encode(to: self) }

  private func integer(_ value: some BinaryInteger) { node.content = .scalar(.number(value)) }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  let codingPath: [any CodingKey]

  private func encoder(_ key: any CodingKey) -> ValueEncoder {
    ValueEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
  }

  func encodeNil(forKey key: Key) { encoder(key).encodeNil() }
  func encode(_ value: Bool, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: String, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: Double, forKey key: Key) throws { try encoder(key).encode(value) }
  func encode(_ value: Float, forKey key: Key) throws { try encoder(key).encode(value) }
  func encode(_ value: Int, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: Int8, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: Int16, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: Int32, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: Int64, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: UInt, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: UInt8, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: UInt16, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: UInt32, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: UInt64, forKey key: Key) { encoder(key).encode(value) }
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
    ValueEncoder(node: node.member("super"), codingPath: codingPath)
  }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]
  var count: Int { node.count }

  private func encoder() -> ValueEncoder {
    let index = Index(intValue: count)
    return ValueEncoder(node: node.next(), codingPath: codingPath + [index])
  }

  func encodeNil() { encoder().encodeNil() }
  func encode(_ value: Bool) { encoder().encode(value) }
  func encode(_ value: String) { encoder().encode(value) }
  func encode(_ value: Double) throws { try encoder().encode(value) }
  func encode(_ value: Float) throws { try encoder().encode(value) }
  func encode(_ value: Int) { encoder().encode(value) }
  func encode(_ value: Int8) { encoder().encode(value) }
  func encode(_ value: Int16) { encoder().encode(value) }
  func encode(_ value: Int32) { encoder().encode(value) }
  func encode(_ value: Int64) { encoder().encode(value) }
  func encode(_ value: UInt) { encoder().encode(value) }
  func encode(_ value: UInt8) { encoder().encode(value) }
  func encode(_ value: UInt16) { encoder().encode(value) }
  func encode(_ value: UInt32) { encoder().encode(value) }
  func encode(_ value: UInt64) { encoder().encode(value) }
  func encode<T: Encodable>(_ value: T) throws { try encoder().encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder() }
}
