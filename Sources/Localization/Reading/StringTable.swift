/// A `.strings` file, read strictly: texts by key, such as `"Language" = "Ngôn ngữ";`.
///
/// ```swift
/// let table = try StringTable(contentsOf: "vi.lproj/Localizable.strings")
/// table["Language"]  // "Ngôn ngữ"
/// ```
///
/// The file is UTF-8, or UTF-16 with byte order mark, of at most 16 MiB. Keys and values are in
/// quotation marks; `/* */` and `//` comments may stand between. The escapes are `\n`, `\r`, `\t`,
/// `\"`, `\'`, `\\`, `\U` with four hexadecimal digits (two for a surrogate pair) and three octal
/// digits of ASCII. Whatever else is found is refused with its place: see `CatalogError.Kind`.
///
/// A look-up costs one hash of the key and as a rule one comparison, however large the table is.
public struct StringTable: Sendable {
  let source: SourceText
  /// The source's bytes, then those of every string that had escapes.
  private let storage: [UInt8]
  private let entries: [Entry]
  private let index: KeyIndex

  /// A key and its value as places in `storage`, and where they are written in the source.
  struct Entry {
    var key: Range<UInt32>
    var value: Range<UInt32>
    /// The opening quotation marks.
    var keyOffset: UInt32
    var valueOffset: UInt32
  }

  public init(contentsOf path: String) throws(CatalogError) {
    try self.init(SourceText(contentsOf: path))
  }

  /// Reads what a file holds; `file` is the name for errors.
  public init(bytes: [UInt8], file: String) throws(CatalogError) {
    try self.init(SourceText(bytes, file: file))
  }

  private init(_ source: SourceText) throws(CatalogError) {
    var reader = StringsReader(source)
    try reader.readAll()
    self.source = source
    storage = reader.storage
    entries = reader.entries
    index = try KeyIndex(entries, in: storage, source: source)
  }

  public var count: Int { entries.count }

  /// The text of a key, or nil if the file does not have it.
  public subscript(key: String) -> String? {
    index(of: key).map(value(at:))
  }

  /// The key at a place in the file's order, from 0.
  public func key(at place: Int) -> String { string(entries[place].key) }

  /// The text at a place in the file's order, from 0.
  public func value(at place: Int) -> String { string(entries[place].value) }

  func index(of key: String) -> Int? {
    var key = key
    return key.withUTF8 { index.find($0, entries: entries, storage: storage) }
  }

  func keyOffset(at place: Int) -> Int { Int(entries[place].keyOffset) }
  func valueOffset(at place: Int) -> Int { Int(entries[place].valueOffset) }

  private func string(_ range: Range<UInt32>) -> String {
    storage.withUnsafeBufferPointer {
      String(decoding: $0[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    }
  }
}
