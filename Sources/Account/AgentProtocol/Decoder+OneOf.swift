extension Decoder {
  /// Reads an object with exactly one name, which determines its type.
  ///
  /// - Returns: the name, and the object's container.
  /// - Throws: `DecodingError` if there is no such name, or more than one.
  func oneOf<Name: CodingKey>(
    _ names: Name.Type
  ) throws -> (Name, KeyedDecodingContainer<Name>) {
    let fields = try container(keyedBy: names)
    guard fields.allKeys.count == 1 else {
      throw DecodingError.typeMismatch(
        Name.self,
        DecodingError.Context(codingPath: codingPath, debugDescription: "one name is expected"))
    }
    return (fields.allKeys[0], fields)
  }
}
