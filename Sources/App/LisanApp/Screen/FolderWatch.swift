import Glibc
import SystemCalls

/// Becomes readable when a file of a folder is saved, replaced or deleted (inotify).
final class FolderWatch {
  private let events: OwnedDescriptor

  var descriptor: Int32 { events.number }

  init(_ folder: String) throws(SystemError) {
    let opened = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard opened >= 0 else { throw .last }
    events = OwnedDescriptor(owning: opened)
    let mask = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)
    guard inotify_add_watch(events.number, folder, mask | UInt32(IN_ONLYDIR)) >= 0 else {
      throw .last
    }
  }

  /// Consumes the events.
  func drain() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { bytes in
      while read(descriptor, bytes.baseAddress, bytes.count) > 0 {}
    }
  }
}
