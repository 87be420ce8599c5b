/// Finds entries by key: open addressing, at most half full, a part of the hash beside each entry
/// so that a foreign key is hardly ever compared.
struct KeyIndex: Sendable {
  /// The upper half is the upper half of the key's hash, the lower the entry's number plus one; 0
  /// is free.
  private var slots: [UInt64]

  /// Refuses a key that is there already, also in other characters that read the same.
  init(
    _ entries: [StringTable.Entry], in storage: [UInt8], source: SourceText
  ) throws(CatalogError) {
    var capacity = 8
    while capacity < entries.count * 2 { capacity *= 2 }
    slots = Array(repeating: 0, count: capacity)
    let failure = storage.withUnsafeBufferPointer { bytes -> CatalogError? in
      var maybeDecomposed = false
      for (number, entry) in entries.enumerated() {
        let key = UnsafeBufferPointer(rebasing: bytes[entry.key.asInt])
        // Below U+0300 everything is in NFC; UTF-8 leads those characters in with 0xCC and more.
        if key.contains(where: { $0 >= 0xCC }) { maybeDecomposed = true }
        if let first = insert(key, number: number, entries: entries, bytes: bytes) {
          return source.error(
            .duplicateKey(
              String(decoding: key, as: UTF8.self),
              firstLine: source.line(of: Int(entries[first].keyOffset))),
            at: Int(entry.keyOffset))
        }
      }
      return maybeDecomposed ? Self.twin(entries, bytes: bytes, source: source) : nil
    }
    if let failure { throw failure }
  }

  /// The number of the entry with this key.
  func find(
    _ key: UnsafeBufferPointer<UInt8>, entries: [StringTable.Entry], storage: [UInt8]
  ) -> Int? {
    let hash = Self.hash(key)
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    return storage.withUnsafeBufferPointer { bytes in
      while slots[place] != 0 {
        if slots[place] >> 32 == hash >> 32 {
          let number = Int(slots[place] & 0xFFFF_FFFF) - 1
          if Self.equal(key, UnsafeBufferPointer(rebasing: bytes[entries[number].key.asInt])) {
            return number
          }
        }
        place = (place + 1) & mask
      }
      return nil
    }
  }

  /// Puts an entry in, or returns the number of the one that has its key already.
  private mutating func insert(
    _ key: UnsafeBufferPointer<UInt8>, number: Int, entries: [StringTable.Entry],
    bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let hash = Self.hash(key)
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while slots[place] != 0 {
      if slots[place] >> 32 == hash >> 32 {
        let other = Int(slots[place] & 0xFFFF_FFFF) - 1
        if Self.equal(key, UnsafeBufferPointer(rebasing: bytes[entries[other].key.asInt])) {
          return other
        }
      }
      place = (place + 1) & mask
    }
    slots[place] = hash & ~0xFFFF_FFFF | UInt64(number + 1)
    return nil
  }

  /// Of two keys that are canonically equivalent at least one is not in NFC, so where all are there
  /// is nothing to compare.
  private static func twin(
    _ entries: [StringTable.Entry], bytes: UnsafeBufferPointer<UInt8>, source: SourceText
  ) -> CatalogError? {
    let keys = entries.map { String(decoding: bytes[$0.key.asInt], as: UTF8.self) }
    guard !keys.allSatisfy(\.isNFC) else { return nil }
    // Swift's strings are equal where they are canonically equivalent.
    var first: [String: Int] = [:]
    for (number, key) in keys.enumerated() {
      if let twin = first.updateValue(number, forKey: key) {
        return source.error(
          .equivalentKey(key, firstLine: source.line(of: Int(entries[twin].keyOffset))),
          at: Int(entries[number].keyOffset))
      }
    }
    return nil
  }

  @inline(__always)
  private static func equal(
    _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard one.count == other.count else { return false }
    var index = 0
    while index < one.count {
      if one[index] != other[index] { return false }
      index += 1
    }
    return true
  }

  /// Eight bytes at a time are multiplied in and folded, the length with the rest. Tables come with
  /// the program and not from an adversary, so the seed need not be secret.
  @inline(__always)
  private static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(key)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= raw.count {
      state = fold(state ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < raw.count {
      rest = rest << 8 | UInt64(raw[index])
      index += 1
    }
    state = fold(state ^ rest)
    return fold(state ^ UInt64(raw.count))
  }

  @inline(__always)
  private static func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}

extension Range<UInt32> {
  var asInt: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}

extension String {
  /// Whether the text is in Unicode's Normalization Form C.
  var isNFC: Bool {
    var span = utf8Span
    return span.checkForNFC(quickCheck: false)
  }
}
