/// Finds entries by key. It uses open addressing, is at most half full, and stores a part of the
/// hash with each entry, so that different keys are rarely compared.
struct KeyIndex: Sendable {
  /// The upper half is the upper half of the key's hash; the lower half is the entry's number plus
  /// one; 0 is free.
  private(set) var slots: [UInt64]

  init(capacity count: Int) {
    var capacity = 8
    while capacity < count * 2 { capacity *= 2 }
    slots = Array(repeating: 0, count: capacity)
  }

  /// The number of the entry with a key; `isEqual` compares the key with that of a candidate.
  @inline(__always)
  func find(hash: UInt64, isEqual: (Int) -> Bool) -> Int? {
    let slots = slots.span
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[place]
      if slot == 0 { return nil }
      if slot >> 32 == hash >> 32 {
        let number = Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) - 1
        if isEqual(number) { return number }
      }
      place = (place + 1) & mask
    }
  }

  /// Inserts an entry, or returns the number of the existing entry with its key.
  @inline(__always)
  mutating func insert(_ number: Int, hash: UInt64, isEqual: (Int) -> Bool) -> Int? {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while slots[place] != 0 {
      if slots[place] >> 32 == hash >> 32 {
        let other = Int(truncatingIfNeeded: slots[place] & 0xFFFF_FFFF) - 1
        if isEqual(other) { return other }
      }
      place = (place + 1) & mask
    }
    slots[place] = hash & ~0xFFFF_FFFF | UInt64(number + 1)
    return nil
  }
}

extension RawSpan {
  /// The hash of the bytes: eight at a time are multiplied and folded, together with the length.
  /// Tables belong to the program and are not from an attacker, so the seed is not secret.
  @inline(__always)
  var keyHash: UInt64 {
    func fold(_ value: UInt64) -> UInt64 {
      let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      return product.high ^ product.low
    }
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset + 8 <= byteCount {
      state = fold(state ^ unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest = UInt64(byteCount) << 56
    while offset < byteCount {
      rest = rest << 8 ^ UInt64(unsafeLoad(fromByteOffset: offset, as: UInt8.self))
      offset += 1
    }
    return fold(state ^ rest)
  }

  /// Whether a range of `other` has equal bytes.
  @inline(__always)
  func isEqual(to other: RawSpan, in range: Range<Int>) -> Bool {
    guard byteCount == range.count else { return false }
    var offset = 0
    while offset + 8 <= byteCount {
      if unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != other.unsafeLoadUnaligned(fromByteOffset: range.lowerBound + offset, as: UInt64.self)
      {
        return false
      }
      offset += 8
    }
    while offset < byteCount {
      if unsafeLoad(fromByteOffset: offset, as: UInt8.self)
        != other.unsafeLoad(fromByteOffset: range.lowerBound + offset, as: UInt8.self)
      {
        return false
      }
      offset += 1
    }
    return true
  }
}

extension Range<UInt32> {
  var asInt: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
