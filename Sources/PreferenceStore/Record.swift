import CFiles

/// One 512-byte record of a preference file: a preference and its role.
///
/// Little-endian, with every field at a fixed offset (see `Offset`), so that reading needs no
/// parsing.
struct Record: Hashable, Sendable {
  /// The role of a record in its slot.
  enum Kind: UInt8, Sendable {
    /// Written by a commit; durable once it is synced.
    case primary = 0
    /// A copy of a primary that is on the disk. It is never synced itself, so the next commit
    /// overwrites it.
    case mirror = 1
  }

  static let length = 512
  static let magic: UInt64 = 0x0A1A_0A0D_4652_5089
  static let major: UInt16 = 1
  static let minor: UInt16 = 0
  static let languageLimit = 35
  static let marketLimit = 7
  static let entriesLimit = length - Offset.entries

  enum Offset {
    static let magic = 0
    static let checksum = 8
    static let major = 12
    static let minor = 14
    static let generation = 16
    static let committedAt = 24
    static let languageChosenAt = 32
    static let sequence = 40
    static let device = 48
    static let kind = 64
    static let flags = 65
    static let entriesLength = 66
    static let language = 68
    static let market = 104
    static let entries = 112
  }

  enum Flag {
    static let followsSystemLanguage: UInt8 = 1
    static let appliesDirectionAtOnce: UInt8 = 2
    static let known = followsSystemLanguage | appliesDirectionAtOnce
  }

  var preference: Preference
  var kind: Kind
  var major: UInt16 = Record.major
}

/// Why a slot contains no valid record.
public enum SlotFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file ends before the slot does, or the disk cannot read it.
  case beyondEnd
  /// The first eight bytes are not the magic of a preference record.
  case notARecord
  case badChecksum(stored: UInt32, computed: UInt32)
  /// The checksum is right, but the named field is invalid.
  case malformed(String)

  public var description: String {
    switch self {
    case .beyondEnd: "the file ends before it"
    case .notARecord: "no record"
    case .badChecksum(let stored, let computed):
      "checksum \(String(stored, radix: 16)), its bytes have \(String(computed, radix: 16))"
    case .malformed(let field): "\(field) makes no sense"
    }
  }
}

extension Record {
  /// Decodes the 512 bytes of a slot. Invalid fields of a later major version are ignored.
  init(decoding bytes: UnsafeRawBufferPointer) throws(SlotFault) {
    func integer<T: FixedWidthInteger>(_ offset: Int, _ type: T.Type) -> T {
      T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
    guard integer(Offset.magic, UInt64.self) == Record.magic else { throw .notARecord }
    let stored = integer(Offset.checksum, UInt32.self)
    let computed = Record.checksum(of: bytes)
    guard stored == computed else { throw .badChecksum(stored: stored, computed: computed) }

    let major = integer(Offset.major, UInt16.self)
    guard major >= 1 else { throw .malformed("major version") }
    let isNewer = major > Record.major
    guard let kind = Kind(rawValue: bytes[Offset.kind]) else { throw .malformed("kind") }
    let generation = integer(Offset.generation, UInt64.self)
    // The highest number has no successor; rejecting it keeps the counter usable.
    guard generation > 0, generation < .max else { throw .malformed("generation") }
    guard integer(Offset.sequence, UInt64.self) < .max else { throw .malformed("sequence") }

    func code(at offset: Int, limit: Int, _ name: String) throws(SlotFault) -> String {
      let length = Int(bytes[offset])
      if length <= limit {
        let value = UnsafeRawBufferPointer(rebasing: bytes[offset + 1..<offset + 1 + length])
        if value.allSatisfy(isCodeByte) { return String(decoding: value, as: UTF8.self) }
      }
      if isNewer { return "" }
      throw .malformed(name)
    }
    let language = try code(at: Offset.language, limit: Record.languageLimit, "language")
    let market = try code(at: Offset.market, limit: Record.marketLimit, "market")

    var entries: [Entry] = []
    let entriesEnd = Offset.entries + Int(integer(Offset.entriesLength, UInt16.self))
    var next = Offset.entries
    while next < entriesEnd {
      guard entriesEnd <= Record.length, next + 2 <= entriesEnd,
        next + 2 + Int(bytes[next + 1]) <= entriesEnd
      else {
        if isNewer { break }
        throw .malformed("entries")
      }
      let value = bytes[next + 2..<next + 2 + Int(bytes[next + 1])]
      entries.append(Entry(Entry.Kind(rawValue: bytes[next]), Array(value)))
      next += 2 + value.count
    }

    let flags = bytes[Offset.flags]
    preference = Preference(
      Preference.Fields(
        language: language,
        followsSystemLanguage: flags & Flag.followsSystemLanguage != 0,
        appliesDirectionAtOnce: flags & Flag.appliesDirectionAtOnce != 0,
        market: market,
        languageChosenAt: integer(Offset.languageChosenAt, Int64.self),
        sequence: integer(Offset.sequence, UInt64.self),
        device: DeviceIdentifier(
          low: integer(Offset.device, UInt64.self), high: integer(Offset.device + 8, UInt64.self)),
        generation: generation,
        committedAt: integer(Offset.committedAt, Int64.self),
        entries: entries,
        unknownFlags: flags & ~Flag.known,
        minorVersion: integer(Offset.minor, UInt16.self)))
    self.kind = kind
    self.major = major
  }

  /// Encodes a preference as a 512-byte record of this version; throws if a value does not fit.
  static func encode(
    _ preference: Preference, as kind: Kind
  ) throws(PreferenceError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    func put(_ value: some FixedWidthInteger, at offset: Int) {
      withUnsafeBytes(of: value.littleEndian) { source in
        for index in source.indices { bytes[offset + index] = source[index] }
      }
    }
    func put(
      code: String, at offset: Int, limit: Int, _ field: PreferenceError.Field
    ) throws(PreferenceError) {
      let value = Array(code.utf8)
      guard value.count <= limit else {
        throw .tooLong(field: field, bytes: value.count, limit: limit)
      }
      guard value.allSatisfy(isCodeByte) else { throw .malformed(field: field) }
      bytes[offset] = UInt8(value.count)
      bytes.replaceSubrange(offset + 1..<offset + 1 + value.count, with: value)
    }
    try put(code: preference.language, at: Offset.language, limit: languageLimit, .language)
    try put(code: preference.market, at: Offset.market, limit: marketLimit, .market)

    var next = Offset.entries
    for entry in preference.entries {
      let count = entry.value.count
      guard count <= Int(UInt8.max) else {
        throw .tooLong(field: .entries, bytes: count, limit: Int(UInt8.max))
      }
      guard next + 2 + count <= length else {
        let all = preference.entries.reduce(0) { $0 + 2 + $1.value.count }
        throw .tooLong(field: .entries, bytes: all, limit: entriesLimit)
      }
      bytes[next] = entry.kind.rawValue
      bytes[next + 1] = UInt8(count)
      bytes.replaceSubrange(next + 2..<next + 2 + count, with: entry.value)
      next += 2 + count
    }

    put(magic, at: Offset.magic)
    put(major, at: Offset.major)
    put(max(minor, preference.fields.minorVersion), at: Offset.minor)
    put(preference.generation, at: Offset.generation)
    put(preference.committedAt, at: Offset.committedAt)
    put(preference.languageChosenAt, at: Offset.languageChosenAt)
    put(preference.sequence, at: Offset.sequence)
    put(preference.device.low, at: Offset.device)
    put(preference.device.high, at: Offset.device + 8)
    bytes[Offset.kind] = kind.rawValue
    bytes[Offset.flags] =
      (preference.followsSystemLanguage ? Flag.followsSystemLanguage : 0)
      | (preference.appliesDirectionAtOnce ? Flag.appliesDirectionAtOnce : 0)
      | preference.fields.unknownFlags & ~Flag.known
    put(UInt16(next - Offset.entries), at: Offset.entriesLength)
    put(bytes.withUnsafeBytes { checksum(of: $0) }, at: Offset.checksum)
    return bytes
  }

  /// CRC-32C of a record's bytes from `Offset.major` on.
  static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    cs_crc32c(bytes.baseAddress! + Offset.major, length - Offset.major)
  }
}

/// Whether a byte is allowed in a language or market code: an ASCII letter, digit or hyphen.
private func isCodeByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
    true
  default: false
  }
}
