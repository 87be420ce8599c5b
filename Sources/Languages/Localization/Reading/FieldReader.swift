/// Takes named fields out of a small `.strings` file, and rejects fields that were not taken.
package struct FieldReader {
  private let table: StringTable
  private var isTaken: [Bool]

  package init(_ table: StringTable) {
    self.table = table
    isTaken = Array(repeating: false, count: table.count)
  }

  mutating func consume(_ name: String) -> String? {
    guard let index = table.index(of: name) else { return nil }
    isTaken[index] = true
    return table.value(at: index)
  }

  /// Takes all fields whose names begin with a prefix; returns the rest of their names.
  mutating func consume(prefixedWith prefix: String) -> [(rest: String, value: String)] {
    var taken: [(rest: String, value: String)] = []
    for index in 0..<table.count {
      let key = table.key(at: index)
      guard key.utf8.starts(with: prefix.utf8) else { continue }
      isTaken[index] = true
      taken.append((String(key.dropFirst(prefix.count)), table.value(at: index)))
    }
    return taken
  }

  mutating func require(_ name: String) throws(CatalogError) -> String {
    guard let value = consume(name) else {
      throw table.source.error(.missingField(name), at: 0)
    }
    return value
  }

  func error(_ name: String, _ kind: CatalogError.Kind) -> CatalogError {
    let offset = table.index(of: name).map { table.valueOffset(at: $0) } ?? 0
    return table.source.error(kind, at: offset)
  }

  package func invalid(_ name: String, allowed: String) -> CatalogError {
    let value = table.index(of: name).map { table.value(at: $0) } ?? ""
    return error(name, .invalidField(name, value: value, allowed: allowed))
  }

  func refuseRest() throws(CatalogError) {
    for index in 0..<table.count where !isTaken[index] { throw unknown(index) }
  }

  /// The error for a field that has no meaning.
  package func unknown(_ index: Int) -> CatalogError {
    table.source.error(.unknownField(table.key(at: index)), at: table.keyOffset(at: index))
  }
}
