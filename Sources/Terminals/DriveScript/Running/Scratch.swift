import Glibc

/// Folders for scripts: each is made for a run, and removed after it with its contents.
public enum Scratch {
  /// The path of a new folder in `TMPDIR`, which is not made yet; unique to each run.
  public static func newPath() -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let random = UInt64.random(in: .min ... .max)
    return Files.path("lisan-drive-\(getpid())-\(String(random, radix: 36))", in: parent)
  }

  /// Creates the folder, for this user alone. It must not exist.
  static func make(_ path: String) throws(FileFailure) {
    guard mkdir(path, 0o700) == 0 else { throw FileFailure(path, errno) }
  }

  /// Removes the folder with its contents; removes links in it without following them.
  static func remove(_ path: String) {
    let parent = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if parent >= 0 {
      clear(parent, depth: 0)
      close(parent)
    }
    rmdir(path)
  }

  private static func clear(_ folder: Int32, depth: Int) {
    guard depth < 100, let stream = fdopendir(dup(folder)) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      if unlinkat(folder, name, 0) == 0 { continue }
      let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if inner >= 0 {
        clear(inner, depth: depth + 1)
        close(inner)
      }
      unlinkat(folder, name, AT_REMOVEDIR)
    }
  }
}
