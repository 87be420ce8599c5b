extension Decoder {
  /// Reads an object whose one name says what is in it.
  ///
  /// - Returns: the name, and the object that it stands in.
  /// - Throws: `DecodingError` where there is no such name, or more than one.
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
