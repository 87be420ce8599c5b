import Glibc
import PreferenceStore
import SystemCalls

/// Notices what other instances commit to a preference file, on a thread of its own.
enum CommitWatch {
  /// Tells the number of each new choice, for as long as the process lives.
  static func begin(_ path: String, tell: @escaping @Sendable (UInt64) -> Void) throws(ReadFailure)
  {
    // Made here, used by the thread alone from then on.
    nonisolated(unsafe) let watch = try PreferenceWatch(path: path)
    let file = PreferenceFile(path: path)
    SystemThread.mustStart {
      // What came before the watch began.
      if let preference = file.read().preference { tell(preference.sequence) }
      while true {
        var ready = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, -1)
        if let preference = watch.news(of: file)?.preference { tell(preference.sequence) }
      }
    }
  }
}
