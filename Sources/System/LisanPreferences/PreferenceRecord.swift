import PreferenceStore
import SystemCalls

/// The 512-byte record of the preference file.
///
/// Little-endian, with every field at a fixed offset (see `Offset`), so that reading needs no
/// parsing. The fields of `RecordHeader` are between these.
enum PreferenceRecord {
  static let length = 512
  static let major: UInt16 = 1
  static let minor: UInt16 = 0
  static let languageLimit = 35
  static let marketLimit = 7
  static let entriesLimit = length - Offset.entries

  enum Offset {
    static let languageChosenAt = 32
    static let sequence = 40
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

  /// Decodes a record. Invalid fields of a later major version are ignored.
  static func decode(
    _ header: RecordHeader, _ bytes: UnsafeRawBufferPointer
  ) throws(SlotFault) -> any AnyObject & Sendable {
    let isNewer = header.major > major
    guard integer(bytes, Offset.sequence, UInt64.self) < .max else { throw .malformed("sequence") }

    func code(at offset: Int, limit: Int, _ name: String) throws(SlotFault) -> String {
      let length = Int(bytes[offset])
      if length <= limit {
        let value = UnsafeRawBufferPointer(rebasing: bytes[offset + 1..<offset + 1 + length])
        if value.allSatisfy(isCodeByte) { return String(decoding: value, as: UTF8.self) }
      }
      if isNewer { return "" }
      throw .malformed(name)
    }
    let language = try code(at: Offset.language, limit: languageLimit, "language")
    let market = try code(at: Offset.market, limit: marketLimit, "market")

    var entries: [Entry] = []
    let entriesEnd = Offset.entries + Int(integer(bytes, Offset.entriesLength, UInt16.self))
    var next = Offset.entries
    while next < entriesEnd {
      guard entriesEnd <= length, next + 2 <= entriesEnd,
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
    var fields = Preference.Fields()
    fields.language = language
    fields.followsSystemLanguage = flags & Flag.followsSystemLanguage != 0
    fields.appliesDirectionAtOnce = flags & Flag.appliesDirectionAtOnce != 0
    fields.market = market
    fields.languageChosenAt = integer(bytes, Offset.languageChosenAt, Int64.self)
    fields.sequence = integer(bytes, Offset.sequence, UInt64.self)
    fields.device = header.identifier
    fields.generation = header.generation
    fields.committedAt = header.committedAt
    fields.entries = entries
    fields.unknownFlags = flags & ~Flag.known
    return Preference.Storage(fields)
  }

  /// Encodes a preference; throws if a value does not fit.
  static func encode(_ preference: Preference) throws(PreferenceError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    func putCode(
      _ code: String, at offset: Int, limit: Int, _ field: PreferenceError.Field
    ) throws(PreferenceError) {
      let value = Array(code.utf8)
      guard value.count <= limit else {
        throw .tooLong(field: field, bytes: value.count, limit: limit)
      }
      guard value.allSatisfy(isCodeByte) else { throw .malformed(field: field) }
      bytes[offset] = UInt8(value.count)
      bytes.replaceSubrange(offset + 1..<offset + 1 + value.count, with: value)
    }
    try putCode(preference.language, at: Offset.language, limit: languageLimit, .language)
    try putCode(preference.market, at: Offset.market, limit: marketLimit, .market)

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

    put(preference.languageChosenAt, at: Offset.languageChosenAt, of: &bytes)
    put(preference.sequence, at: Offset.sequence, of: &bytes)
    bytes[Offset.flags] =
      (preference.followsSystemLanguage ? Flag.followsSystemLanguage : 0)
      | (preference.appliesDirectionAtOnce ? Flag.appliesDirectionAtOnce : 0)
      | preference.fields.unknownFlags & ~Flag.known
    put(UInt16(next - Offset.entries), at: Offset.entriesLength, of: &bytes)
    return bytes
  }
}

/// Whether a byte is allowed in a language or market code: an ASCII letter, digit or hyphen.
private func isCodeByte(_ byte: UInt8) -> Bool {
  byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-")
}
