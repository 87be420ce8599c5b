import CTracer
import Glibc

/// The system calls of a process that change files or sync them.
public enum SystemCalls {
  /// Names of those that a script of commits makes, in order (see `Child`); its own lines on its
  /// output are left out.
  public static func ofScript(_ words: [String], _ path: String) throws -> [String] {
    var recorder = DiskRecorder(path: path)
    try recorder.run(words)
    return recorder.names
  }
}
