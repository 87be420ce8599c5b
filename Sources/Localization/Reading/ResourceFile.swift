import Glibc

/// A resource file's bytes, read whole.
enum ResourceFile {
  /// The most bytes that a file may have: 16 MiB.
  static let limit = 16 << 20

  /// Reads a regular file, through links too, and never waits on a FIFO or a device.
  static func read(_ path: String) throws(CatalogError) -> [UInt8] {
    // open(2): O_NONBLOCK is for FIFOs alone and means nothing to a regular file.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw CatalogError(file: path, kind: .unreadable(errno: errno))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw CatalogError(file: path, kind: .unreadable(errno: errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CatalogError(file: path, kind: .notRegularFile)
    }
    guard status.st_size <= limit else {
      throw CatalogError(file: path, kind: .tooLarge(limit: limit))
    }
    // The size is a hint: the file may grow or shrink meanwhile, so it is read to its end.
    var bytes: [UInt8] = []
    var room = Int(status.st_size) + 1
    while true {
      var failure: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        let count = Glibc.read(descriptor, buffer.baseAddress, room)
        if count < 0 { failure = errno } else { filled = count }
      }
      if failure == EINTR { continue }
      guard failure == 0 else {
        throw CatalogError(file: path, kind: .unreadable(errno: failure))
      }
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      guard bytes.count <= limit else {
        throw CatalogError(file: path, kind: .tooLarge(limit: limit))
      }
      room = max(4096, room - chunk.count)
    }
  }
}

/// strerror(3) for a log line.
func systemMessage(_ errno: Int32) -> String {
  String(cString: strerror(errno))
}

/// The error number of a file that is not there.
let noSuchFile = ENOENT
