/// A `.strings` file, read strictly: texts by key, such as `"Language" = "Ngôn ngữ";`.
///
/// ```swift
/// let table = try StringTable(contentsOf: "vi.lproj/Localizable.strings")
/// table["Language"]  // "Ngôn ngữ"
/// ```
///
/// The file is UTF-8, or UTF-16 with a byte order mark, of at most 16 MiB. Keys and values are
/// quoted; `/* */` and `//` comments may be between them. The escapes are `\n`, `\r`, `\t`, `\"`,
/// `\'`, `\\`, `\U` with four hexadecimal digits (two for a surrogate pair), and three octal digits
/// for ASCII. Anything else is rejected with its position: see `CatalogError.Kind`.
///
/// A lookup costs one hash of the key and usually one comparison, whatever the table's size.
public struct StringTable: Sendable {
  let source: SourceText
  /// The source's bytes, followed by every string that had escapes.
  private let storage: [UInt8]
  private let entries: [Entry]
  private let values: [String]
  private let keys: KeyIndex

  /// A key and its value as ranges in `storage`, and their offsets in the source.
  struct Entry {
    var key: Range<UInt32>
    var value: Range<UInt32>
    /// The opening quotation marks.
    var keyOffset: UInt32
    var valueOffset: UInt32
    /// Signs that may occur in the key or in the value; all others occur in neither.
    var signs: PlainTextSigns
  }

  /// Reads a file.
  public init(contentsOf path: String) throws(CatalogError) {
    try self.init(SourceText(contentsOf: path))
  }

  /// Parses the bytes of a file; `file` is the name for errors.
  public init(bytes: [UInt8], file: String) throws(CatalogError) {
    try self.init(SourceText(bytes, file: file))
  }

  /// Parses the texts of a program, which may have the control characters that C has escapes for.
  init(texts bytes: [UInt8], file: String) throws(CatalogError) {
    try self.init(SourceText(bytes, file: file), takesControls: true)
  }

  private init(_ source: SourceText, takesControls: Bool = false) throws(CatalogError) {
    var reader = StringsReader(source, takesControls: takesControls)
    try reader.readAll()
    self.source = source
    storage = reader.storage
    entries = reader.entries
    values = Self.values(reader.entries, in: reader.storage)
    keys = try Self.index(entries, in: storage, source: source)
    try refuseTwins()
  }

  /// The number of texts.
  public var count: Int { entries.count }

  /// The text of a key, or nil if there is none.
  public subscript(key: String) -> String? {
    index(of: key).map { values[$0] }
  }

  /// The key at an index in the file's order, from 0.
  public func key(at place: Int) -> String {
    String(decoding: storage[entries[place].key.asInt], as: UTF8.self)
  }

  /// The text at an index in the file's order, from 0.
  public func value(at place: Int) -> String { values[place] }

  func index(of key: String) -> Int? {
    let wanted = key.utf8.span.bytes
    let stored = storage.span.bytes
    let entries = entries.span
    return keys.find(hash: wanted.keyHash) { number in
      wanted.isEqual(to: stored, in: entries[number].key.asInt)
    }
  }

  /// The index of a key that is probably at `guess`, because files and programs usually have the
  /// same order.
  func index(of key: String, near guess: Int) -> Int? {
    guard entries.indices.contains(guess) else { return index(of: key) }
    let range = entries[guess].key.asInt
    return key.utf8.span.bytes.isEqual(to: storage.span.bytes, in: range) ? guess : index(of: key)
  }

  func signs(at place: Int) -> PlainTextSigns { entries[place].signs }

  func keyOffset(at place: Int) -> Int { Int(entries[place].keyOffset) }
  func valueOffset(at place: Int) -> Int { Int(entries[place].valueOffset) }

  /// The range of a value in the source, with its quotation marks.
  func valueRange(at place: Int) -> Range<Int> {
    let start = valueOffset(at: place)
    var end = start + 1
    while source.bytes[end] != UInt8(ascii: "\"") {
      end += source.bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return start..<(end + 1)
  }

  /// The comments between an entry and the one before it.
  func gap(before place: Int) -> Range<Int> {
    (place == 0 ? 0 : valueRange(at: place - 1).upperBound)..<keyOffset(at: place)
  }

  /// The format that a comment gives a text.
  func format(at place: Int) -> TextFormat? { source.format(in: gap(before: place)) }

  private static func values(_ entries: [Entry], in storage: [UInt8]) -> [String] {
    let bytes = storage.span
    return entries.map { String(copyingValid: bytes.extracting($0.value.asInt)) }
  }

  private static func index(
    _ entries: [Entry], in storage: [UInt8], source: SourceText
  ) throws(CatalogError) -> KeyIndex {
    var index = KeyIndex(capacity: entries.count)
    let stored = storage.span.bytes
    let span = entries.span
    for number in span.indices {
      let key = stored.extracting(span[number].key.asInt)
      let first = index.insert(number, hash: key.keyHash) { other in
        key.isEqual(to: stored, in: span[other].key.asInt)
      }
      if let first {
        throw source.error(
          .duplicateKey(
            String(decoding: storage[span[number].key.asInt], as: UTF8.self),
            firstLine: source.line(of: Int(span[first].keyOffset))),
          at: Int(span[number].keyOffset))
      }
    }
    return index
  }

  /// Rejects a key that is canonically equivalent to another one.
  private func refuseTwins() throws(CatalogError) {
    // At least one of two such keys is not in NFC.
    let bytes = storage.span.bytes
    let suspects = entries.indices.filter { bytes.mayBeDecomposed(in: entries[$0].key.asInt) }
    guard !suspects.allSatisfy({ key(at: $0).isNFC }) else { return }
    let keys = (0..<count).map(key(at:))
    // Swift's strings are equal if they are canonically equivalent.
    var first: [String: Int] = [:]
    for (number, key) in keys.enumerated() {
      if let twin = first.updateValue(number, forKey: key) {
        throw source.error(
          .equivalentKey(key, firstLine: source.line(of: keyOffset(at: twin))),
          at: keyOffset(at: number))
      }
    }
  }
}
