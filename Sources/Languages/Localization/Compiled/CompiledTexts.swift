/// The texts of a compiled catalog in the order of a program's keys, in memory and with all
/// checksums checked. A text becomes a string when it is used.
struct CompiledTexts: Sendable {
  private let bytes: [UInt8]
  /// By the case numbers of the keys.
  private let entries: [CompiledEntry]

  /// Reads a language's compiled catalog; nil unless there is one that was made of its present
  /// sources and checked against these keys and the language's plural categories.
  ///
  /// - Throws: if it is damaged.
  init?(
    _ expected: [CatalogReader.Expected], language: Language, folder: String
  ) throws(CatalogError) {
    guard let file = try CompiledFile.open(in: folder),
      file.header.count == UInt32(expected.count),
      file.header.categories == language.pluralRules.categoryMask
    else { return nil }
    do throws(CompiledFault) {
      let bytes = try file.bytes()
      guard let entries = try Self.entries(expected, file.header, bytes) else { return nil }
      (self.bytes, self.entries) = (bytes, entries)
    } catch {
      throw CatalogError(file: file.path, kind: .damaged(error))
    }
  }

  private static func entries(
    _ expected: [CatalogReader.Expected], _ header: CompiledHeader, _ bytes: [UInt8]
  ) throws(CompiledFault) -> [CompiledEntry]? {
    var entries: [CompiledEntry] = []
    entries.reserveCapacity(expected.count)
    // The texts are in the order of the keys at the time of compiling. Keys differ, so if each is
    // found, and there are as many, the keys are equal.
    for (number, message) in expected.enumerated() {
      var found = try header.entry(number, in: bytes)
      if !message.key.hasBytes(bytes, found.key) {
        guard let other = try header.entry(of: message.key, in: bytes) else { return nil }
        found = other
      }
      guard found.isCheckedByKey, (found.kind == .plural) == message.isPlural else { return nil }
      entries.append(found)
    }
    return entries
  }

  /// A text by the case number of its key.
  func message(_ number: Int) -> CatalogReader.Message {
    let entry = entries[number]
    switch entry.kind {
    case .text: return .text(String(copying: bytes.span, entry.value))
    case .pattern: return .pattern(String(copying: bytes.span, entry.value))
    case .plural:
      guard let (message, kinds) = CompiledMessage.decoded(bytes, entry.value) else {
        // The checksum holds, so a compiler has written this. The key is the English text.
        return .text(String(copying: bytes.span, entry.key))
      }
      return .plural(message, kinds: kinds)
    }
  }
}

extension CompiledHeader {
  /// A text's entry in the bytes of the whole file.
  func entry(_ number: Int, in bytes: [UInt8]) throws(CompiledFault) -> CompiledEntry {
    try CompiledEntry(
      bytes, at: Self.size + number * CompiledFormat.entrySize, within: textsStart..<bytes.count)
  }

  /// The entry with a key, in the bytes of the whole file; nil if there is none.
  func entry(of key: String, in bytes: [UInt8]) throws(CompiledFault) -> CompiledEntry? {
    let hash = key.keyHash
    let mask = Int(slotCount) - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    for _ in 0...mask {
      let slot: UInt64 = bytes.span.bytes.number(at: slotsStart + place * CompiledFormat.slotSize)
      if slot == 0 { return nil }
      if slot >> 32 == hash >> 32 {
        let number = Int(slot & 0xFFFF_FFFF) - 1
        guard number >= 0, number < Int(count) else { throw .index }
        let entry = try entry(number, in: bytes)
        if key.hasBytes(bytes, entry.key) { return entry }
      }
      place = (place + 1) & mask
    }
    return nil
  }
}

extension String {
  /// The hash by which the text is found as a key.
  var keyHash: UInt64 { utf8.span.bytes.keyHash }

  /// Whether a part of `bytes` is this text.
  func hasBytes(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    utf8.span.bytes.isEqual(to: bytes.span.bytes, in: range)
  }
}

extension PluralRules {
  /// A bit for each category of the language.
  var categoryMask: UInt32 { categories.reduce(0) { $0 | 1 << UInt32($1.index) } }
}
