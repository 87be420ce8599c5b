import Glibc
import LisanPreferences
import SystemCalls

/// Watches a preference file for commits by other instances, on a separate thread.
enum CommitWatch {
  /// Reports the number of each new choice, until the process ends.
  static func begin(_ path: String, tell: @escaping @Sendable (UInt64) -> Void) throws {
    // Created here, then used only by the thread.
    nonisolated(unsafe) let watch = try PreferenceWatch(path: path)
    let file = PreferenceFile(path: path)
    try SystemThread.start {
      // Report a commit from before the watch began.
      if let preference = file.read().preference { tell(preference.sequence) }
      while true {
        awaitReady(watch.descriptor)
        if let preference = watch.news(of: file)?.preference { tell(preference.sequence) }
      }
    }
  }
}
