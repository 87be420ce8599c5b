import CSystem

/// The layout of a compiled catalog, `Localizable.compiled`. All numbers are little-endian.
///
/// A header of 96 bytes, an entry of 20 bytes for each text, the slots of a hash table with open
/// addressing (8 bytes each, as in `KeyIndex`), then the bytes of keys and texts. Offsets count
/// from the file's start. Nothing in it depends on a time, a place or a user: equal sources give
/// equal bytes.
enum CompiledFormat {
  static let file = "Localizable.compiled"
  static let magic = UInt64(0x5441_434E_4153_494C)  // "LISANCAT"
  static let version: UInt32 = 1
  /// The largest file that is mapped, in bytes: room for twice both sources at their limits, and the
  /// index.
  static let limit = 128 << 20
  static let entrySize = 20
  static let slotSize = 8

  /// The kind of a text.
  enum Kind: UInt8 {
    /// It is shown unchanged.
    case text
    /// It has placeholders, whose number and kinds were checked.
    case pattern
    /// It has plural forms, as `CompiledMessage` encodes them.
    case plural
  }
}

/// The header of a compiled catalog.
struct CompiledHeader: Equatable {
  static let size = 96

  /// The file's size.
  var fileSize: UInt64 = 0
  var count: UInt32 = 0
  /// A power of two above `count`.
  var slotCount: UInt32 = 0
  /// The plural categories that the texts were checked for, a bit for each.
  var categories: UInt32 = 0
  /// CRC-32C of entries and slots, and of the texts behind them.
  var indexSum: UInt32 = 0
  var textsSum: UInt32 = 0
  /// `Localizable.strings` and `Localizable.stringsdict`.
  var strings = SourceDigest.absent
  var plurals = SourceDigest.absent

  /// Where the slots and the texts begin.
  var slotsStart: Int { Self.size + Int(count) * CompiledFormat.entrySize }
  var textsStart: Int { slotsStart + Int(slotCount) * CompiledFormat.slotSize }

  init() {}

  /// Checks that the bytes begin with a sound header of a file of `size` bytes.
  init(_ bytes: [UInt8], size: Int) throws(CompiledFault) {
    guard bytes.count >= Self.size else { throw .truncated }
    let span = bytes.span.bytes
    guard span.number(at: 0, as: UInt64.self) == CompiledFormat.magic else { throw .foreign }
    guard span.number(at: 8, as: UInt32.self) == CompiledFormat.version else { throw .version }
    var unsummed = Array(bytes[..<Self.size])
    for place in 12..<16 { unsummed[place] = 0 }
    guard span.number(at: 12, as: UInt32.self) == checksum(unsummed) else { throw .header }
    fileSize = span.number(at: 16)
    count = span.number(at: 24)
    slotCount = span.number(at: 28)
    categories = span.number(at: 32)
    indexSum = span.number(at: 36)
    textsSum = span.number(at: 40)
    strings = SourceDigest(span, at: 48)
    plurals = SourceDigest(span, at: 72)
    guard fileSize == UInt64(size) else { throw .truncated }
    guard slotCount > count, slotCount & (slotCount - 1) == 0, textsStart <= size else {
      throw .header
    }
  }

  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(number: CompiledFormat.magic)
    bytes.append(number: CompiledFormat.version)
    bytes.append(number: UInt32(0))
    bytes.append(number: fileSize)
    for field in [count, slotCount, categories, indexSum, textsSum, 0] {
      bytes.append(number: field)
    }
    strings.append(to: &bytes)
    plurals.append(to: &bytes)
    let sum = checksum(bytes)
    for place in 0..<4 { bytes[12 + place] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * place)) }
    return bytes
  }
}

/// The place of a text: its key, followed by its value.
struct CompiledEntry {
  var offset: UInt32
  var keyLength: UInt32
  var valueLength: UInt32
  /// CRC-32C of key and value, with the other fields' flags in it.
  var sum: UInt32
  var kind: CompiledFormat.Kind
  /// Whether its placeholders were compared with those of its key, and not with another text's.
  var isCheckedByKey: Bool

  var key: Range<Int> { Int(offset)..<(Int(offset) + Int(keyLength)) }
  var value: Range<Int> { key.upperBound..<(key.upperBound + Int(valueLength)) }

  /// - Parameter bounds: the places where texts may be.
  init(_ bytes: [UInt8], at place: Int, within bounds: Range<Int>) throws(CompiledFault) {
    let span = bytes.span.bytes
    offset = span.number(at: place)
    keyLength = span.number(at: place + 4)
    valueLength = span.number(at: place + 8)
    sum = span.number(at: place + 12)
    let flags: UInt32 = span.number(at: place + 16)
    guard flags <= 0x1FF, let kind = CompiledFormat.Kind(rawValue: UInt8(flags & 0xFF)) else {
      throw .index
    }
    self.kind = kind
    isCheckedByKey = flags & 0x100 != 0
    guard key.lowerBound >= bounds.lowerBound, value.upperBound <= bounds.upperBound else {
      throw .index
    }
  }

  private var flags: UInt32 { UInt32(kind.rawValue) | (isCheckedByKey ? 0x100 : 0) }

  /// The value of `sum` for these bytes of key and value.
  func sum(of bytes: [UInt8]) -> UInt32 { checksum(bytes) ^ flags &* 0x9E37_79B1 }

  init(
    offset: Int, key: [UInt8], value: [UInt8], kind: CompiledFormat.Kind, isCheckedByKey: Bool
  ) {
    self.offset = UInt32(offset)
    keyLength = UInt32(key.count)
    valueLength = UInt32(value.count)
    self.kind = kind
    self.isCheckedByKey = isCheckedByKey
    sum = 0
    sum = sum(of: key + value)
  }

  func append(to bytes: inout [UInt8]) {
    for field in [offset, keyLength, valueLength, sum, flags] { bytes.append(number: field) }
  }
}

// MARK: Numbers and sums

/// CRC-32C.
func checksum(_ bytes: [UInt8]) -> UInt32 {
  bytes.withUnsafeBufferPointer { cs_crc32c($0.baseAddress, $0.count) }
}

/// CRC-32C of a part.
func checksum(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
  bytes.span.extracting(range).withUnsafeBufferPointer { cs_crc32c($0.baseAddress, $0.count) }
}

extension RawSpan {
  /// A little-endian number; the place must be within the span.
  @inline(__always)
  func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at place: Int, as type: Number.Type = Number.self
  ) -> Number {
    precondition(place >= 0 && place + MemoryLayout<Number>.size <= byteCount)
    return Number(littleEndian: unsafeLoadUnaligned(fromByteOffset: place, as: type))
  }
}

extension [UInt8] {
  mutating func append(number: some FixedWidthInteger & UnsignedInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
