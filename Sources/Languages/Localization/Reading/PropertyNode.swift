/// A value of a property list and its position: a text, or a dictionary in the file's order.
struct PropertyNode: Sendable {
  enum Value: Sendable {
    case string(String)
    case dictionary([Member])
  }

  /// A key of a dictionary and its value.
  struct Member: Sendable {
    let key: String
    /// The byte offset of `<key>` in the source.
    let keyOffset: Int
    let node: PropertyNode
  }

  let value: Value
  /// The byte offset of the element in the source.
  let offset: Int
  /// The byte offset after the element.
  let end: Int
}
