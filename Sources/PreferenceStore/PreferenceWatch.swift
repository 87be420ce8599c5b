import Glibc
import SystemCalls

/// Wakes whoever polls it when a preference file is written, replaced, deleted or made, also
/// where its directory is made first:
///
///     let watch = try PreferenceWatch(path: file.path)
///     _ = file.read()                      // after the watch began, so that nothing falls between
///     // poll watch.descriptor for POLLIN, then
///     if let answer = watch.news(of: file) { … }
///
/// One thread uses it. It neither writes to the file nor locks it.
public final class PreferenceWatch {
  /// An inotify descriptor, close-on-exec and non-blocking, readable when something happened.
  ///
  /// Closing one can take the kernel 15 ms. A program that is about to replace itself clears its
  /// close-on-exec instead, passes its number on, and adopts it in `init(path:adopting:)`.
  public var descriptor: Int32 { events.number }

  private let events: OwnedDescriptor
  private let path: String
  /// The watch on the file, and the one on its directory or the nearest one that exists.
  private var file: Int32?
  private var directory: Int32?

  /// Begins to watch; neither the file nor its directory need exist.
  public convenience init(path: String) throws(ReadFailure) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw ReadFailure(path: path, errno: errno) }
    self.init(path: path, adopting: descriptor)
  }

  /// Goes on with the descriptor of a watch of the same path, from the program before.
  public init(path: String, adopting descriptor: Int32) {
    self.path = path
    events = OwnedDescriptor(owning: descriptor)
    watchAgain()
  }

  /// Takes what happened off the descriptor and reads `file` again: the answer, if it is another
  /// than its last `read()`, `commit(_:)` or `news(of:)` gave. So a commit of one's own is no news.
  public func news(of file: PreferenceFile) -> ReadAnswer? {
    drain()
    watchAgain()
    return file.readNews()
  }

  private func drain() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { events in
      while read(descriptor, events.baseAddress, events.count) > 0 {}
    }
  }

  /// Puts the watches on what stands at the path now.
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
