import CSystem
import SystemCalls

/// The contents of a file at one moment: generation 7, with a payload of 40 bytes.
///
/// This is a value: it does not change when the file does. Copying one costs only a reference
/// count.
public struct StoredRecord: Hashable, Sendable {
  fileprivate final class Storage: Sendable {
    let header: RecordHeader
    /// The record; its checksum and kind, which differ between the slots, are 0.
    let bytes: [UInt8]
    let hasPayload: Bool
    let decoded: (any AnyObject & Sendable)?

    init(
      _ header: RecordHeader, _ bytes: [UInt8], hasPayload: Bool,
      decoded: (any AnyObject & Sendable)?
    ) {
      self.header = header
      self.bytes = bytes
      self.hasPayload = hasPayload
      self.decoded = decoded
    }
  }

  fileprivate let storage: Storage

  /// The number of commits to the file, from 1.
  public var generation: UInt64 { storage.header.generation }

  /// When this generation was committed, in milliseconds since 1970.
  public var committedAt: Int64 { storage.header.committedAt }

  /// Distinguishes this file from others of its format, also from an earlier one at its path.
  public var identifier: FileIdentifier { storage.header.identifier }

  /// The version of the format that wrote it.
  public var major: UInt16 { storage.header.major }
  /// The minor version of the format that wrote it.
  public var minor: UInt16 { storage.header.minor }

  /// The bytes that the program stored; empty for a format with other fields.
  public var payload: [UInt8] {
    guard storage.hasPayload else { return [] }
    return storage.bytes.withUnsafeBytes { RecordFormat.payload(of: $0) }
  }

  /// The result of the format's decoder.
  package var decoded: (any AnyObject & Sendable)? { storage.decoded }

  package var header: RecordHeader { storage.header }

  fileprivate var bytes: [UInt8] { storage.bytes }

  public static func == (a: StoredRecord, b: StoredRecord) -> Bool {
    a.storage === b.storage || a.storage.bytes == b.storage.bytes
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(storage.bytes) }
}

/// A valid record in a slot, and its role there.
struct SlotContent: Sendable {
  enum Kind: UInt8, Sendable {
    /// Written by a commit; durable once it is synced.
    case primary = 0
    /// A copy of a primary that is on the disk. It is never synced itself, so the next commit
    /// overwrites it.
    case mirror = 1
  }

  let record: StoredRecord
  let kind: Kind
}

/// Why a slot contains no valid record.
public enum SlotFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file ends before the slot does, or the disk cannot read it.
  case beyondEnd
  /// The first eight bytes are not the format's.
  case notARecord
  /// The bytes do not have the checksum that is stored with them.
  case badChecksum(stored: UInt32, computed: UInt32)
  /// The checksum is right, but the named field is invalid.
  case malformed(String)

  /// One line in English, such as `no record`.
  public var description: String {
    switch self {
    case .beyondEnd: "the file ends before it"
    case .notARecord: "no record"
    case .badChecksum(let stored, let computed):
      "checksum \(String(stored, radix: 16)), its bytes have \(String(computed, radix: 16))"
    case .malformed(let field): "\(field) is invalid"
    }
  }
}

extension SlotContent {
  /// Decodes the bytes of a record (`RecordFormat.length(ofRecord:)`).
  init(decoding bytes: UnsafeRawBufferPointer, _ format: RecordFormat) throws(SlotFault) {
    typealias Offset = RecordHeader.Offset
    guard integer(bytes, Offset.magic, UInt64.self) == format.magic else { throw .notARecord }
    let stored = integer(bytes, Offset.checksum, UInt32.self)
    let computed = checksum(of: bytes)
    guard stored == computed else { throw .badChecksum(stored: stored, computed: computed) }
    if format.fixedLength == nil {
      let payload = RecordFormat.payloadLength(in: bytes)
      guard payload <= RecordFormat.payloadLimit,
        RecordFormat.length(payload: payload) == bytes.count
      else { throw .malformed("length") }
    }

    let major = integer(bytes, Offset.major, UInt16.self)
    guard major >= 1 else { throw .malformed("major version") }
    guard let kind = Kind(rawValue: bytes[Offset.kind]) else { throw .malformed("kind") }
    let generation = integer(bytes, Offset.generation, UInt64.self)
    // The highest number has no successor; rejecting it keeps the counter usable.
    guard generation > 0, generation < .max else { throw .malformed("generation") }
    let header = RecordHeader(
      major: major, minor: integer(bytes, Offset.minor, UInt16.self), generation: generation,
      committedAt: integer(bytes, Offset.committedAt, Int64.self),
      identifier: FileIdentifier(
        low: integer(bytes, Offset.identifier, UInt64.self),
        high: integer(bytes, Offset.identifier + 8, UInt64.self)))
    var copy = Array(bytes)
    for place in Offset.checksum..<Offset.major { copy[place] = 0 }
    copy[Offset.kind] = 0
    self.record = StoredRecord(
      storage: .init(
        header, copy, hasPayload: format.fixedLength == nil,
        decoded: try format.decoded(header, bytes)))
    self.kind = kind
  }
}

extension StoredRecord {
  /// The bytes to write into a slot.
  func encoded(as kind: SlotContent.Kind) -> [UInt8] {
    var bytes = bytes
    bytes[RecordHeader.Offset.kind] = kind.rawValue
    let checksum = bytes.withUnsafeBytes { PreferenceStore.checksum(of: $0) }
    put(checksum, at: RecordHeader.Offset.checksum, of: &bytes)
    return bytes
  }
}

extension RecordImage {
  /// Copies the contents of a record.
  init(_ record: StoredRecord) { self.init(bytes: record.bytes) }

  /// The next generation after `old`, in the same file unless it is the first or a new one.
  func succeeding(
    _ old: StoredRecord?, _ format: RecordFormat
  ) throws(StoreError) -> StoredRecord {
    typealias Offset = RecordHeader.Offset
    let kept = old?.identifier ?? .none
    let header = RecordHeader(
      major: format.major, minor: max(format.minor, old?.minor ?? 0),
      generation: (old?.generation ?? 0) + 1, committedAt: SystemClock.millisecondsSince1970(),
      identifier: isNewIdentity || kept == .none ? .random() : kept)
    var bytes = bytes
    put(format.magic, at: Offset.magic, of: &bytes)
    put(UInt32(0), at: Offset.checksum, of: &bytes)
    put(header.major, at: Offset.major, of: &bytes)
    put(header.minor, at: Offset.minor, of: &bytes)
    put(header.generation, at: Offset.generation, of: &bytes)
    put(header.committedAt, at: Offset.committedAt, of: &bytes)
    put(header.identifier.low, at: Offset.identifier, of: &bytes)
    put(header.identifier.high, at: Offset.identifier + 8, of: &bytes)
    bytes[Offset.kind] = 0
    let decoded = bytes.withUnsafeBytes { record in
      Result { () throws(SlotFault) in try format.decoded(header, record) }
    }
    // A record that cannot be decoded would be damaged in the file.
    guard case .success(let decoded) = decoded else { throw .malformed(field: .payload) }
    return StoredRecord(
      storage: .init(header, bytes, hasPayload: format.fixedLength == nil, decoded: decoded))
  }
}

/// The number at an offset in a record's bytes, lowest byte first.
@inlinable
package func integer<T: FixedWidthInteger>(
  _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ type: T.Type
) -> T {
  T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
}

/// Writes a number into a record's bytes, lowest byte first.
@inlinable
package func put(_ value: some FixedWidthInteger, at offset: Int, of bytes: inout [UInt8]) {
  withUnsafeBytes(of: value.littleEndian) { source in
    for index in source.indices { bytes[offset + index] = source[index] }
  }
}

/// CRC-32C of a record's bytes from `Offset.major` on.
private func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
  cs_crc32c(
    bytes.baseAddress! + RecordHeader.Offset.major, bytes.count - RecordHeader.Offset.major)
}
