import CSystem
import Glibc
import SystemCalls

/// Becomes readable when a file is written, replaced, deleted or created, also if its
/// directory is created first:
///
///     let watch = try StoreWatch(path: file.path)
///     _ = file.read()                      // after the watch began, so that nothing falls between
///     // poll watch.descriptor for POLLIN, then
///     if let answer = watch.news(of: file) { … }
///
/// Use it on one thread only. It neither writes nor locks the file.
public final class StoreWatch {
  /// An inotify descriptor, close-on-exec and non-blocking, readable after an event.
  ///
  /// Closing one may take the kernel 15 ms. A program that replaces itself clears close-on-exec
  /// instead, passes the number on, and adopts it with `init(path:adopting:)`; one that ends leaves
  /// it to a child (`closeAside`).
  public var descriptor: Int32 { events.number }

  private let events: OwnedDescriptor
  private let path: String
  /// The watch on the file, and the one on its directory or the nearest existing ancestor.
  private var file: Int32?
  private var directory: Int32?

  /// Starts to watch; neither the file nor its directory need exist.
  public convenience init(path: String) throws(ReadFailure) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw ReadFailure(path: path, errno: errno) }
    self.init(path: path, adopting: descriptor)
  }

  /// Continues with the descriptor of a watch on the same path, from the previous program.
  public init(path: String, adopting descriptor: Int32) {
    self.path = path
    events = OwnedDescriptor(owning: descriptor)
    watchAgain()
  }

  /// Consumes the events and reads `file` again. Returns the answer if it differs from the last one
  /// of its `read()`, `update(_:)` or `news(of:)`; so it ignores this object's commits.
  public func news(of file: StoreFile) -> ReadAnswer<StoredRecord>? {
    drain()
    watchAgain()
    return file.readNews()
  }

  /// Ends the watch in a process that is about to end and must not wait for the kernel: a child
  /// holds the descriptor until this process is gone. If no child can be made, closes it as usual.
  package func closeAside() { _ = cs_close_aside(descriptor) }

  private func drain() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { events in
      while read(descriptor, events.baseAddress, events.count) > 0 {}
    }
  }

  /// Renews the watches for the current files at the path.
  private func watchAgain() {
    let content = IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    let names = IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF
    var above = parentDirectory(of: path)
    var watched = add(above, names)
    while watched == nil, parentDirectory(of: above) != above {
      above = parentDirectory(of: above)
      watched = add(above, names)
    }
    replace(&directory, by: watched)
    replace(&file, by: add(path, content))
  }

  private func add(_ path: String, _ events: Int32) -> Int32? {
    let watched = inotify_add_watch(descriptor, path, UInt32(events) | UInt32(IN_DONT_FOLLOW))
    return watched < 0 ? nil : watched
  }

  private func replace(_ old: inout Int32?, by new: Int32?) {
    if let former = old, former != new { inotify_rm_watch(descriptor, former) }
    old = new
  }
}
