/// A value that a program keeps in a file: a string, `KeyValues`, or another type.
public protocol StoredValue: Hashable, Sendable {
  /// The value with these bytes; `nil` if they are invalid.
  init?(storedBytes: [UInt8])
  /// At most `RecordFormat.payloadLimit` bytes.
  var storedBytes: [UInt8] { get }
}

extension String: StoredValue {
  /// `nil` for bytes that are not UTF-8.
  public init?(storedBytes: [UInt8]) { self.init(validating: storedBytes, as: UTF8.self) }

  /// The text in UTF-8.
  public var storedBytes: [UInt8] { Array(utf8) }
}

extension StoredRecord {
  /// The payload as a value; `nil` if it is not of this type.
  public func value<Value: StoredValue>(as type: Value.Type = Value.self) -> Value? {
    Value(storedBytes: payload)
  }
}

extension StoreFile {
  /// Reads the file's value, changes it and writes it, as `update(_:)` does with bytes.
  ///
  ///     try file.update(KeyValues()) { $0["theme"] = "dark" }
  ///
  /// - Parameters:
  ///   - initial: the value if there is no file yet.
  ///   - change: changes the value; it may be called several times.
  /// - Throws: `StoreError.malformed` if the file's payload is not a value of this type; the file
  ///   is then unchanged.
  public func update<Value: StoredValue>(
    _ initial: Value, _ change: (inout Value) throws(StoreError) -> Void
  ) throws(StoreError) -> Commit {
    try update { (record: StoredRecord?) throws(StoreError) in
      var value = initial
      if let record {
        guard let stored = record.value(as: Value.self) else { throw .malformed(field: .payload) }
        value = stored
      }
      try change(&value)
      return value.storedBytes
    }
  }
}
