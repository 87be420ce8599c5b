/// A few values by their names, in the order in which they were first set.
///
///     var values = KeyValues()
///     values["theme"] = "dark"
///     values["recent"] = nil
///
/// In a file they take 3 bytes each besides their names and values, and 4,096 bytes together.
public struct KeyValues: StoredValue {
  private var keys: [String] = []
  private var values: [[UInt8]] = []

  /// Creates an empty collection.
  public init() {}

  /// The number of values.
  public var count: Int { keys.count }

  /// The names, in their order.
  public var names: [String] { keys }

  /// The bytes of a value; `nil` removes it.
  ///
  /// - Precondition: a name has 1 to 255 bytes in UTF-8, and a value at most 65,535.
  public subscript(bytes name: String) -> [UInt8]? {
    get { place(of: name).map { values[$0] } }
    set {
      precondition((1...255).contains(name.utf8.count), "a name has 1 to 255 bytes")
      precondition(newValue.map { $0.count <= 65_535 } ?? true, "a value has at most 65,535 bytes")
      switch (place(of: name), newValue) {
      case (let place?, let value?): values[place] = value
      case (let place?, nil):
        keys.remove(at: place)
        values.remove(at: place)
      case (nil, let value?):
        keys.append(name)
        values.append(value)
      case (nil, nil): break
      }
    }
  }

  /// A value as text; `nil` if there is none or it is not UTF-8. Setting `nil` removes it.
  public subscript(name: String) -> String? {
    get { self[bytes: name].flatMap { String(validating: $0, as: UTF8.self) } }
    set { self[bytes: name] = newValue.map { Array($0.utf8) } }
  }

  private func place(of name: String) -> Int? { keys.firstIndex(of: name) }

  /// For each value: the length of its name in one byte, the name in UTF-8, the length of the value
  /// in two bytes, the low one first, and the value.
  public var storedBytes: [UInt8] {
    var bytes: [UInt8] = []
    for (key, value) in zip(keys, values) {
      bytes.append(UInt8(key.utf8.count))
      bytes += key.utf8
      bytes.append(UInt8(value.count & 255))
      bytes.append(UInt8(value.count >> 8))
      bytes += value
    }
    return bytes
  }

  /// `nil` if the bytes end early, or a name is empty, doubled or not UTF-8.
  public init?(storedBytes: [UInt8]) {
    var rest = storedBytes[...]
    func consume(_ count: Int) -> ArraySlice<UInt8>? {
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    while let length = rest.popFirst() {
      guard length > 0, let name = consume(Int(length)),
        let key = String(validating: name, as: UTF8.self), place(of: key) == nil,
        let size = consume(2), let value = consume(Int(size.first!) | Int(size.last!) << 8)
      else { return nil }
      keys.append(key)
      values.append(Array(value))
    }
  }
}
