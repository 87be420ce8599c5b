import Glibc
import SystemCalls

/// Reports when a file in a directory is replaced, as `PrivateFile` does, on a separate thread.
enum ReplacementWatch {
  /// Watches until the process ends (inotify), or until the directory can no longer be watched.
  static func begin(
    _ directory: String, tell: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let opened = inotify_init1(Int32(IN_CLOEXEC))
    guard opened >= 0 else { throw .last }
    let events = OwnedDescriptor(owning: opened)
    try watch(directory, events.number)
    let number = events.release()
    try SystemThread.start {
      let events = OwnedDescriptor(owning: number)
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(events.number, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        // If the directory itself was replaced, continue with the new one.
        guard count > 0, (try? watch(directory, events.number)) != nil else { return }
        tell()
      }
    }
  }

  private static func watch(_ directory: String, _ events: Int32) throws(SystemError) {
    try makeDirectories(directory)
    let mask = UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_ONLYDIR)
    guard inotify_add_watch(events, directory, mask) >= 0 else { throw .last }
  }
}
