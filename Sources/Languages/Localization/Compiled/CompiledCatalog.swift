import CSystem
import Glibc

/// The texts of a language in a compiled file, `Localizable.compiled`. A small file is read; a larger
/// one is mapped, so that opening it takes equal time for 1,000 texts and for 100,000.
///
/// ```swift
/// if let texts = try CompiledCatalog(of: arabic, in: "Resources") {
///   try texts.text("Language")
/// }
/// ```
///
/// `lisan compile`, `CatalogChecker.compile` and `Catalog.compile` write it next to the sources. It
/// is used only if it was made of exactly these sources. `Catalog.load` uses it automatically; this
/// type is for keys that are known only at run time, as with `StringTable`.
///
/// The checksum of a small file is checked when it is opened. In a map, every offset and each text's
/// checksum is checked when it is used, and the map is read only with a guard, so neither a damaged
/// file nor one that shrinks meanwhile does any harm.
public struct CompiledCatalog: Sendable {
  private let source: Source
  private let header: CompiledHeader
  private let path: String

  private enum Source: Sendable {
    case bytes([UInt8])
    case map(FileMap)
  }

  /// Opens a language's compiled catalog; nil if there is none, or if a source has been edited since.
  ///
  /// - Throws: if it is damaged.
  public init?(of code: LanguageCode, in directory: String) throws(CatalogError) {
    try self.init(of: code, in: directory, mapsLargerThan: CompiledFile.smallSize)
  }

  /// - Parameter limit: the size up to which a file is read.
  init?(
    of code: LanguageCode, in directory: String, mapsLargerThan limit: Int
  ) throws(CatalogError) {
    guard let file = try CompiledFile.open(in: "\(directory)/\(code).lproj") else { return nil }
    (header, path) = (file.header, file.path)
    let count = Int(file.header.fileSize)
    if count <= limit {
      do throws(CompiledFault) {
        source = .bytes(try file.bytes())
      } catch {
        throw CatalogError(file: file.path, kind: .damaged(error))
      }
      return
    }
    let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.descriptor.number, 0)
    guard let start, start != MAP_FAILED else {
      throw CatalogError(file: file.path, kind: .unreadable(errno: errno))
    }
    source = .map(FileMap(start, count: count))
  }

  /// The number of texts.
  public var count: Int { Int(header.count) }

  /// The text of a key, with its placeholders as written; nil if there is none or if it has plural
  /// forms.
  ///
  /// - Throws: if the file is damaged where it is read.
  public func text(_ key: String) throws(CatalogError) -> String? {
    do throws(CompiledFault) {
      switch source {
      case .bytes(let bytes): return try find(key, in: bytes)
      case .map(let map): return try find(key, in: map)
      }
    } catch {
      throw CatalogError(file: path, kind: .damaged(error))
    }
  }

  private func find(_ key: String, in bytes: [UInt8]) throws(CompiledFault) -> String? {
    guard let entry = try header.entry(of: key, in: bytes), entry.kind != .plural else {
      return nil
    }
    return String(copying: bytes.span, entry.value)
  }

  private func find(_ key: String, in map: FileMap) throws(CompiledFault) -> String? {
    let hash = key.keyHash
    let mask = Int(header.slotCount) - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    for _ in 0...mask {
      let slot = try map.number(at: header.slotsStart + place * CompiledFormat.slotSize)
      if slot == 0 { break }
      if slot >> 32 == hash >> 32 {
        let number = Int(slot & 0xFFFF_FFFF) - 1
        guard number >= 0, number < Int(header.count) else { throw .index }
        let start = CompiledHeader.size + number * CompiledFormat.entrySize
        let fields = try map.bytes(start..<(start + CompiledFormat.entrySize))
        let entry = try CompiledEntry(fields, at: 0, within: header.textsStart..<map.count)
        let bytes = try map.bytes(entry.key.lowerBound..<entry.value.upperBound)
        // Before the keys are compared: a damaged key is not another key.
        guard entry.sum(of: bytes) == entry.sum else { throw .texts }
        let keyLength = Int(entry.keyLength)
        if key.hasBytes(bytes, 0..<keyLength) {
          guard entry.kind != .plural else { return nil }
          return String(copying: bytes.span, keyLength..<bytes.count)
        }
      }
      place = (place + 1) & mask
    }
    // A damaged slot hides a text, so "there is none" is said only of a sound index.
    let index = try map.bytes(CompiledHeader.size..<header.textsStart)
    guard checksum(index) == header.indexSum else { throw .index }
    return nil
  }
}

/// A file's bytes, mapped.
private final class FileMap: @unchecked Sendable {
  private let start: UnsafeRawPointer
  let count: Int

  init(_ start: UnsafeMutableRawPointer, count: Int) {
    (self.start, self.count) = (UnsafeRawPointer(start), count)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: start), count) }

  /// Copies a part; it must be within the file.
  func bytes(_ range: Range<Int>) throws(CompiledFault) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      isWhole = cs_guarded_copy(buffer.baseAddress, start + range.lowerBound, range.count)
      filled = isWhole ? range.count : 0
    }
    guard isWhole else { throw .unreadable }
    return bytes
  }

  /// The eight bytes at a place.
  func number(at place: Int) throws(CompiledFault) -> UInt64 {
    precondition(place >= 0 && place + 8 <= count)
    var number: UInt64 = 0
    guard cs_guarded_copy(&number, start + place, 8) else { throw .unreadable }
    return UInt64(littleEndian: number)
  }
}
