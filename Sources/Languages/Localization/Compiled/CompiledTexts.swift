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
    let texts = header.textsStart..<bytes.count
    func entry(_ number: Int) throws(CompiledFault) -> CompiledEntry {
      let place = CompiledHeader.size + number * CompiledFormat.entrySize
      return try CompiledEntry(bytes, at: place, within: texts)
    }
    func search(_ key: String) throws(CompiledFault) -> Int? {
      let hash = key.keyHash
      let mask = Int(header.slotCount) - 1
      var place = Int(truncatingIfNeeded: hash) & mask
      for _ in 0...mask {
        let slot: UInt64 = bytes.span.bytes.number(
          at: header.slotsStart + place * CompiledFormat.slotSize)
        if slot == 0 { return nil }
        if slot >> 32 == hash >> 32 {
          let candidate = Int(slot & 0xFFFF_FFFF) - 1
          guard candidate >= 0, candidate < Int(header.count) else { throw .index }
          if key.hasBytes(bytes, try entry(candidate).key) { return candidate }
        }
        place = (place + 1) & mask
      }
      return nil
    }
    var entries: [CompiledEntry] = []
    entries.reserveCapacity(expected.count)
    // The texts are in the order of the keys at the time of compiling. Keys differ, so if each is
    // found, and there are as many, the keys are equal.
    for (number, message) in expected.enumerated() {
      var found = try entry(number)
      if !message.key.hasBytes(bytes, found.key) {
        guard let other = try search(message.key) else { return nil }
        found = try entry(other)
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
    case .text: return .text(string(entry.value))
    case .pattern: return .pattern(string(entry.value))
    case .plural:
      guard let (message, kinds) = CompiledMessage.decoded(bytes, entry.value) else {
        // The checksum holds, so a compiler has written this. The key is the English text.
        return .text(string(entry.key))
      }
      return .plural(message, kinds: kinds)
    }
  }

  private func string(_ range: Range<Int>) -> String {
    bytes.span.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
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
