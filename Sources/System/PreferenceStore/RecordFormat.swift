/// The layout of a program's records in its file.
///
///     let format = RecordFormat(name: "org.example.editor")
///
/// Records of one format are never taken for those of another: a file of another program is neither
/// read as this one nor changed.
public struct RecordFormat: Sendable {
  /// The number of payload bytes that a record can hold.
  public static let payloadLimit = 4096

  /// The number of bytes that a disk writes at once. A record has at least one sector.
  static let sector = 512

  /// The first bytes of every record.
  let magic: UInt64
  /// The version of the payload's format. A program never writes a file with a higher major
  /// version; it keeps a higher minor version.
  public let major: UInt16
  /// The minor version, which grows with compatible additions.
  public let minor: UInt16

  /// The distance between the two records in the file: whole pages.
  let stride: Int
  /// The length of every record; `nil` if it depends on the payload.
  let fixedLength: Int?
  /// Decodes and validates what a program keeps in a record.
  private(set) var decode: Decoder?

  package typealias Decoder =
    @Sendable (RecordHeader, UnsafeRawBufferPointer) throws(SlotFault)
    -> any AnyObject & Sendable

  /// A format for payloads of up to 4,096 bytes.
  ///
  /// - Parameters:
  ///   - name: a name that no other program uses, such as a reversed domain.
  ///   - major: the version, from 1. Increase it if older programs must not write the file.
  ///   - minor: the minor version, which grows with compatible additions.
  public init(name: String, major: UInt16 = 1, minor: UInt16 = 0) {
    precondition(major > 0, "versions start at 1")
    // FNV-1a. Unlike a name, a number is compared at once, and a few flipped bits in it can be
    // told from another format.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    magic = hash
    self.major = major
    self.minor = minor
    stride = 8192
    fixedLength = nil
  }

  /// A format whose records have a fixed length and other fields between those of the header.
  package init(magic: UInt64, major: UInt16, minor: UInt16, length: Int, decode: @escaping Decoder)
  {
    self.magic = magic
    self.major = major
    self.minor = minor
    stride = 4096
    fixedLength = length
    self.decode = decode
  }

  /// A format for payloads of up to 4,096 bytes, with a decoder.
  package init(name: String, decode: @escaping Decoder) {
    self.init(name: name)
    self.decode = decode
  }

  /// The decoder's result for a record; `nil` without a decoder.
  func decoded(
    _ header: RecordHeader, _ record: UnsafeRawBufferPointer
  ) throws(SlotFault) -> (any AnyObject & Sendable)? {
    guard let decode else { return nil }
    return try decode(header, record)
  }

  var fileLength: Int { Slots.count * stride }

  /// The length of the longest record.
  var maximumLength: Int { fixedLength ?? Self.length(payload: Self.payloadLimit) }

  /// The length of a record by its first sector, which may be damaged.
  func length(ofRecord sector: UnsafeRawBufferPointer) -> Int {
    fixedLength ?? min(Self.length(payload: Self.payloadLength(in: sector)), maximumLength)
  }

  /// The length of a record of variable length: whole sectors.
  static func length(payload: Int) -> Int {
    (RecordHeader.Offset.payload + payload + sector - 1) / sector * sector
  }

  /// The record of a payload, its header still empty.
  package static func image(payload: [UInt8]) throws(StoreError) -> RecordImage {
    guard payload.count <= payloadLimit else {
      throw .tooLong(field: .payload, bytes: payload.count, limit: payloadLimit)
    }
    var bytes = [UInt8](repeating: 0, count: length(payload: payload.count))
    bytes[RecordHeader.Offset.payloadLength] = UInt8(payload.count & 255)
    bytes[RecordHeader.Offset.payloadLength + 1] = UInt8(payload.count >> 8)
    let start = RecordHeader.Offset.payload
    bytes.replaceSubrange(start..<start + payload.count, with: payload)
    return RecordImage(bytes: bytes)
  }
}

extension RecordFormat {
  /// The payload of a valid record of variable length.
  package static func payload(of record: UnsafeRawBufferPointer) -> [UInt8] {
    let start = RecordHeader.Offset.payload
    return Array(record[start..<start + payloadLength(in: record)])
  }

  /// The length of the payload according to a record.
  static func payloadLength(in record: UnsafeRawBufferPointer) -> Int {
    let offset = RecordHeader.Offset.payloadLength
    return Int(record[offset]) | Int(record[offset + 1]) << 8
  }
}

/// The fields that all records have, at fixed offsets, little-endian.
package struct RecordHeader: Sendable {
  package var major: UInt16
  package var minor: UInt16
  /// The number of commits to the file, from 1.
  package var generation: UInt64
  /// Milliseconds since 1970.
  package var committedAt: Int64
  package var identifier: FileIdentifier

  enum Offset {
    static let magic = 0
    static let checksum = 8
    static let major = 12
    static let minor = 14
    static let generation = 16
    static let committedAt = 24
    static let identifier = 48
    static let kind = 64
    /// In records of variable length only.
    static let payloadLength = 66
    static let payload = 72
  }
}

/// A record to be written, without its header.
package struct RecordImage {
  /// The length of a record. The header's fields are ignored.
  package var bytes: [UInt8]
  /// Whether the file gets another identifier, and so becomes a new one to others.
  package var isNewIdentity = false

  package init(bytes: [UInt8], isNewIdentity: Bool = false) {
    self.bytes = bytes
    self.isNewIdentity = isNewIdentity
  }
}
