import Glibc
import SystemCalls

/// Folders for scripts: each is made for a run, and removed after it with its contents.
public enum Scratch {
  /// The path of a new folder in `TMPDIR`, which is not made yet; unique to each run.
  public static func newPath() -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let random = UInt64.random(in: .min ... .max)
    return Files.path("lisan-drive-\(getpid())-\(String(random, radix: 36))", in: parent)
  }

  /// Creates the folder, for this user alone. It must not exist.
  static func make(_ path: String) throws(DriveFailure) {
    guard mkdir(path, 0o700) == 0 else {
      throw DriveFailure(.cannotWrite, path, SystemError.last.description)
    }
  }

  /// Removes the folder with its contents; removes links in it without following them.
  static func remove(_ path: String) { remove(path, in: AT_FDCWD, depth: 0) }

  private static func remove(_ name: String, in folder: Int32, depth: Int) {
    if unlinkat(folder, name, 0) == 0 { return }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    if depth < 100, let stream = fdopendir(openat(folder, name, flags)) {
      while let entry = readdir(stream) {
        let inner = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if inner != ".", inner != ".." { remove(inner, in: dirfd(stream), depth: depth + 1) }
      }
      closedir(stream)
    }
    unlinkat(folder, name, AT_REMOVEDIR)
  }
}
