import Glibc
import SystemCalls

/// An open compiled catalog that has passed the cheap checks: header, size, and that its sources are
/// those that it was made of.
struct CompiledFile: ~Copyable {
  let path: String
  let descriptor: OwnedDescriptor
  let header: CompiledHeader
  /// The file's first bytes: all of a small file, or those of the header.
  private let beginning: [UInt8]

  /// The size up to which a file is read at once, in bytes: a second call of the system takes longer.
  static let smallSize = 1 << 16

  /// Opens a language's compiled catalog; nil if there is none, or if a source has been edited since.
  ///
  /// - Parameter folder: the language's folder, such as `Resources/ar.lproj`.
  /// - Throws: `CatalogError.Kind.damaged` if it cannot be used.
  static func open(in folder: String) throws(CatalogError) -> CompiledFile? {
    let path = "\(folder)/\(CompiledFormat.file)"
    var status = stat()
    let descriptor: OwnedDescriptor
    do throws(CatalogError) {
      descriptor = try ResourceFile.open(path, O_NOFOLLOW, limit: CompiledFormat.limit, &status)
    } catch {
      if error.kind == .unreadable(errno: noSuchFile) { return nil }
      throw error
    }
    let size = Int(status.st_size)
    let beginning: [UInt8]
    let header: CompiledHeader
    do throws(CompiledFault) {
      beginning = try read(size <= smallSize ? size : CompiledHeader.size, of: descriptor.number)
      header = try CompiledHeader(beginning, size: size)
    } catch {
      throw CatalogError(file: path, kind: .damaged(error))
    }
    let file = CompiledFile(
      path: path, descriptor: descriptor, header: header, beginning: beginning)
    guard try file.isCurrent(folder, inode: status.st_ino) else { return nil }
    return file
  }

  /// The names of the sources, in the order of the header.
  static func sources(in folder: String) -> [String] {
    ["\(folder)/\(CatalogReader.plainFile)", "\(folder)/\(CatalogReader.pluralFile)"]
  }

  private borrowing func isCurrent(
    _ folder: String, inode: ino_t
  ) throws(CatalogError) -> Bool {
    let paths = Self.sources(in: folder)
    let stamp = try SourceStamp(paths)
    let isSettled = stamp.isSettled
    let digests = [header.strings, header.plurals]
    for (size, digest) in zip(stamp.sizes, digests) where (size ?? .max) != digest.size {
      return false
    }
    if stamp.isOn(descriptor.number, inode: inode) { return true }
    for (path, digest) in zip(paths, digests) where digest != .absent {
      guard try SourceDigest(ResourceFile.read(path)) == digest else { return false }
    }
    // A copy is stamped by the first who may write to it, so that no later start reads its sources.
    if isSettled { stamp.put(on: descriptor.number) }
    return true
  }

  /// The whole file, with all checksums checked.
  borrowing func bytes() throws(CompiledFault) -> [UInt8] {
    let size = Int(header.fileSize)
    let bytes = beginning.count == size ? beginning : try Self.read(size, of: descriptor.number)
    guard checksum(bytes, CompiledHeader.size..<header.textsStart) == header.indexSum else {
      throw .index
    }
    guard checksum(bytes, header.textsStart..<bytes.count) == header.textsSum else {
      throw .texts
    }
    return bytes
  }

  /// The first bytes of a file.
  private static func read(
    _ length: Int, of descriptor: Int32
  ) throws(CompiledFault) -> [UInt8] {
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
      while filled < length {
        let count = pread(descriptor, buffer.baseAddress! + filled, length - filled, filled)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          isWhole = false
          return
        }
        filled += count
      }
    }
    guard isWhole else { throw .unreadable }
    return bytes
  }
}
