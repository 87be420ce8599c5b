import Glibc
import SystemCalls

/// Reads a resource file's bytes.
enum ResourceFile {
  /// The maximum size of a file in bytes: 16 MiB.
  static let limit = 16 << 20

  /// Reads a regular file, also through links; never blocks on a FIFO or a device.
  static func read(_ path: String) throws(CatalogError) -> [UInt8] {
    var status = stat()
    let file = try open(path, limit: limit, &status)
    do throws(SystemError) {
      return try readAll(from: file.number, limit: limit, expected: Int(status.st_size))
    } catch {
      let isTooLarge = error.errno == EFBIG
      throw CatalogError(
        file: path, kind: isTooLarge ? .tooLarge(limit: limit) : .unreadable(errno: error.errno))
    }
  }

  /// Opens a regular file of at most `limit` bytes, and describes it.
  static func open(
    _ path: String, _ flags: Int32 = 0, limit: Int, _ status: inout stat
  ) throws(CatalogError) -> OwnedDescriptor {
    func failure(_ kind: CatalogError.Kind) -> CatalogError { CatalogError(file: path, kind: kind) }
    let file: OwnedDescriptor
    do throws(SystemError) {
      // open(2): O_NONBLOCK matters for FIFOs only and has no effect on a regular file.
      file = try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY | flags)
    } catch {
      throw failure(.unreadable(errno: error.errno))
    }
    guard fstat(file.number, &status) == 0 else { throw failure(.unreadable(errno: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw failure(.notRegularFile) }
    guard status.st_size <= limit else { throw failure(.tooLarge(limit: limit)) }
    return file
  }
}

/// The error number for a missing file.
let noSuchFile = ENOENT
