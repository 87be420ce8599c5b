/// A value of a property list and where it stands: a text, or a dictionary in the file's order.
struct PropertyNode: Sendable {
  enum Value: Sendable {
    case string(String)
    case dictionary([Member])
  }

  /// A key of a dictionary and its value.
  struct Member: Sendable {
    let key: String
    /// Where `<key>` begins, in bytes of the source.
    let keyOffset: Int
    let node: PropertyNode
  }

  let value: Value
  /// Where the element begins, in bytes of the source.
  let offset: Int
}
