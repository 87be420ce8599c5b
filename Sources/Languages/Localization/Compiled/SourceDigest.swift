/// A compiled catalog's record of a source: enough to notice any edit of it.
///
/// The size, a hash of 64 bits and CRC-32C, which by construction differs after any edit within
/// four bytes. It does not protect from people with write access to the folder, who could edit the
/// texts themselves.
struct SourceDigest: Equatable {
  var size: UInt64
  var hash: UInt64
  var sum: UInt32

  /// The digest of a file that does not exist.
  static let absent = SourceDigest(size: .max, hash: 0, sum: 0)
}

extension SourceDigest {
  init(_ bytes: [UInt8]) {
    self.init(
      size: UInt64(bytes.count), hash: bytes.span.bytes.keyHash, sum: checksum(bytes))
  }

  init(_ span: RawSpan, at place: Int) {
    self.init(
      size: span.number(at: place), hash: span.number(at: place + 8),
      sum: span.number(at: place + 16))
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(number: size)
    bytes.append(number: hash)
    bytes.append(number: sum)
    bytes.append(number: UInt32(0))
  }
}
