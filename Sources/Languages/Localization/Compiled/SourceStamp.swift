import CSystem
import Glibc

/// Both sources of a compiled catalog as the file system describes them.
///
/// A compiled catalog carries a stamp: a hash of this, as an extended attribute. While the stamp is
/// right, no source has changed since it was compiled, so its bytes need not be read. The kernel
/// sets a file's time of change (`ctime`) at every write and at every `touch`; no program can set
/// it. The stamp of a copy is wrong, because the copied files have other inode numbers. Loading
/// then compares the digests, which takes longer, and stamps the copy.
struct SourceStamp {
  private static let attribute = "user.lisan.sources"

  /// The sizes; `nil` if there is no such file.
  private(set) var sizes: [UInt64?] = []
  private var bytes: [UInt8] = []
  /// The latest change of a source.
  private var latest = timespec()

  /// - Parameter paths: of the sources, in their order.
  init(_ paths: [String]) throws(CatalogError) {
    bytes.reserveCapacity(128)
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else {
        guard errno == ENOENT else {
          throw CatalogError(file: path, kind: .unreadable(errno: errno))
        }
        sizes.append(nil)
        bytes.append(0)
        continue
      }
      sizes.append(UInt64(status.st_size))
      bytes.append(1)
      for number in [
        UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_size),
        UInt64(bitPattern: Int64(status.st_mtim.tv_sec)),
        UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
        UInt64(bitPattern: Int64(status.st_ctim.tv_sec)),
        UInt64(bitPattern: Int64(status.st_ctim.tv_nsec)),
      ] {
        bytes.append(number: number)
      }
      if Self.isEarlier(latest, than: status.st_ctim) { latest = status.st_ctim }
    }
  }

  private static func isEarlier(_ one: timespec, than other: timespec) -> Bool {
    (one.tv_sec, one.tv_nsec) < (other.tv_sec, other.tv_nsec)
  }

  /// Whether a change from now on would get a later time of change. The kernel's clock for files
  /// ticks a few hundred times a second, so two changes can have equal times.
  var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    return Self.isEarlier(latest, than: now)
  }

  /// Whether a compiled catalog has this stamp.
  func isOn(_ descriptor: Int32, inode: ino_t) -> Bool {
    var found: UInt64 = 0
    return cs_get_attribute(descriptor, Self.attribute, &found, 8)
      && UInt64(littleEndian: found) == value(inode)
  }

  /// Stamps a compiled catalog, if its file system keeps attributes.
  func put(on descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    var value = value(status.st_ino).littleEndian
    _ = cs_set_attribute(descriptor, Self.attribute, &value, 8)
  }

  /// The stamp also has the number of the compiled file, so a copy of that does not have it.
  private func value(_ inode: ino_t) -> UInt64 {
    var all = bytes
    all.append(number: UInt64(inode))
    return all.span.bytes.keyHash
  }
}
