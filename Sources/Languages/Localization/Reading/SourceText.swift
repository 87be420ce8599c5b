import Synchronization

/// A resource file as UTF-8 without a byte order mark, whatever its encoding on disk, and the
/// positions of its characters.
struct SourceText: Sendable {
  let file: String
  /// Valid UTF-8 without control characters other than tab and line breaks.
  let bytes: [UInt8]
  private let places = Places()

  /// Accepts UTF-8, with or without a byte order mark, or UTF-16 with one.
  init(_ raw: [UInt8], file: String) throws(CatalogError) {
    self.file = file
    switch (raw.first, raw.dropFirst().first) {
    case (0xFE, 0xFF): bytes = try Self.utf8(fromUTF16: raw, bigEndian: true, file: file)
    case (0xFF, 0xFE): bytes = try Self.utf8(fromUTF16: raw, bigEndian: false, file: file)
    case (0, _?), (_?, 0):
      throw CatalogError(file: file, kind: .missingByteOrderMark)
    default: bytes = raw.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(raw.dropFirst(3)) : raw
    }
    if let offset = Self.invalidUTF8(in: bytes) { throw self.error(.invalidUTF8, at: offset) }
    if let offset = bytes.span.bytes.firstControlCharacter {
      let scalar = Unicode.Scalar(UInt32(bytes[offset] == 0xC2 ? bytes[offset + 1] : bytes[offset]))
      throw self.error(.controlCharacter(scalar!), at: offset)
    }
  }

  /// The offset of the first invalid UTF-8; nil if all is valid.
  ///
  /// Only the non-ASCII pieces are validated: an ASCII byte is always a character, and a resource
  /// file is mostly ASCII.
  private static func invalidUTF8(in bytes: [UInt8]) -> Int? {
    let span = bytes.span
    var place = 0
    while let start = span.bytes.firstNonASCII(from: place) {
      var end = start + 1
      while end < span.count, span[end] >= 0x80 { end += 1 }
      do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: span.extracting(start..<end))
      } catch {
        return start + error.byteOffsets.lowerBound
      }
      place = end
    }
    return nil
  }

  init(contentsOf path: String) throws(CatalogError) {
    try self.init(try ResourceFile.read(path), file: path)
  }

  /// An error at a byte's position in the text.
  func error(_ kind: CatalogError.Kind, at offset: Int) -> CatalogError {
    let place = place(of: offset)
    return CatalogError(file: file, line: place.line, column: place.column, kind: kind)
  }

  /// The line and the column of a byte, both from 1.
  func place(of offset: Int) -> (line: Int, column: Int) {
    places.place(of: offset, in: bytes)
  }

  func line(of offset: Int) -> Int { place(of: offset).line }

  /// The places of some bytes, counted at the first question, so that each of many answers is near one
  /// of them.
  private final class Places: Sendable {
    private static let distance = 256
    private let known = Mutex<[(line: Int, column: Int)]>([])

    func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
      let offset = min(offset, bytes.count)
      return known.withLock { known in
        if known.isEmpty {
          var place = (line: 1, column: 1)
          known.append(place)
          for end in stride(from: Self.distance, through: bytes.count, by: Self.distance) {
            place = SourceText.place(of: end, in: bytes, from: (end - Self.distance, place))
            known.append(place)
          }
        }
        let near = offset / Self.distance
        return SourceText.place(of: offset, in: bytes, from: (near * Self.distance, known[near]))
      }
    }
  }

  /// Lines end with LF, CR or both.
  ///
  /// - Parameter start: an offset before it, and its place.
  private static func place(
    of offset: Int, in bytes: [UInt8],
    from start: (offset: Int, place: (line: Int, column: Int)) = (0, (1, 1))
  ) -> (line: Int, column: Int) {
    var (line, column) = start.place
    for index in start.offset..<min(offset, bytes.count) {
      switch bytes[index] {
      case 0x0A, 0x0D:
        let isFirstOfPair =
          bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
        if !isFirstOfPair { line += 1 }
        column = 1
      case 0x80..<0xC0: break
      default: column += 1
      }
    }
    return (line, column)
  }

  private static func utf8(
    fromUTF16 raw: [UInt8], bigEndian: Bool, file: String
  ) throws(CatalogError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    func failure() -> CatalogError {
      let place = place(of: bytes.count, in: bytes)
      return CatalogError(file: file, line: place.line, column: place.column, kind: .invalidUTF16)
    }
    func unit(_ index: Int) -> UInt16 {
      let (first, second) = (UInt16(raw[index]), UInt16(raw[index + 1]))
      return bigEndian ? first << 8 | second : second << 8 | first
    }
    var units = stride(from: 2, to: raw.count - 1, by: 2).lazy.map(unit).makeIterator()
    var decoder = UTF16()
    while true {
      switch decoder.decode(&units) {
      case .scalarValue(let scalar): bytes += UTF8.encode(scalar)!
      case .emptyInput where raw.count.isMultiple(of: 2): return bytes
      case .emptyInput, .error: throw failure()
      }
    }
  }
}
