import CSystem
import Glibc

/// The texts of a language in a compiled file, `Localizable.compiled`, which is mapped: opening it
/// takes equal time for ten texts and for 100,000.
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
/// Every offset and each text's checksum is checked when it is used, and the map is read only with
/// a guard, so neither a damaged file nor one that shrinks meanwhile does any harm.
public struct CompiledCatalog: Sendable {
  private let map: FileMap
  private let header: CompiledHeader
  private let path: String

  /// Opens a language's compiled catalog; nil if there is none, or if a source has been edited since.
  ///
  /// - Throws: if it is damaged.
  public init?(of code: LanguageCode, in directory: String) throws(CatalogError) {
    guard let opened = try Self.open(in: "\(directory)/\(code).lproj") else { return nil }
    self = opened
  }

  private init(_ map: FileMap, _ header: CompiledHeader, path: String) {
    (self.map, self.header, self.path) = (map, header, path)
  }

  private static func open(in folder: String) throws(CatalogError) -> CompiledCatalog? {
    guard let file = try CompiledFile.open(in: folder) else { return nil }
    let count = Int(file.header.fileSize)
    let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.descriptor.number, 0)
    guard let start, start != MAP_FAILED else {
      throw CatalogError(file: file.path, kind: .unreadable(errno: errno))
    }
    return CompiledCatalog(FileMap(start, count: count), file.header, path: file.path)
  }

  /// The number of texts.
  public var count: Int { Int(header.count) }

  /// The text of a key, with its placeholders as written; nil if there is none or if it has plural
  /// forms.
  ///
  /// - Throws: if the file is damaged where it is read.
  public func text(_ key: String) throws(CatalogError) -> String? {
    do throws(CompiledFault) {
      return try find(key)
    } catch {
      throw CatalogError(file: path, kind: .damaged(error))
    }
  }

  private func find(_ key: String) throws(CompiledFault) -> String? {
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
        if key.hasBytes(bytes, 0..<Int(entry.keyLength)) {
          return entry.kind == .plural
            ? nil : String(decoding: bytes[Int(entry.keyLength)...], as: UTF8.self)
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
