import CTracer
import Glibc

/// A small file system of a test's own, there until `unmount()`.
final class Mount {
  let directory: String
  private let scratch = Scratch(onDisk: true)

  /// 1 MiB of memory; `nil` where mounting is not permitted.
  static func memory() -> Mount? { Mount(["-t", "tmpfs", "-o", "size=1m", "none"]) }

  /// The bytes of an image.
  static let imageLength = 4 << 20

  /// An ext4 image of 4 MiB by way of a loop device; `nil` where that is not permitted.
  static func ext4() -> Mount? {
    let image = Scratch(onDisk: true)
    // The mounted image outlives its name.
    return ext4(at: "\(image.directory)/image")
  }

  /// The same with the image at a path.
  static func ext4(at path: String) -> Mount? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    ftruncate(descriptor, off_t(imageLength))
    close(descriptor)
    return run("/sbin/mkfs.ext4", ["-q", "-F", path]) ? image(path) : nil
  }

  /// A file system in a file.
  static func image(_ path: String) -> Mount? { Mount(["-o", "loop", path]) }

  private init?(_ arguments: [String]) {
    directory = "\(scratch.directory)/mount"
    mkdir(directory, 0o700)
    guard geteuid() == 0, Mount.run("/bin/mount", arguments + [directory]) else { return nil }
  }

  /// At once out of the way, and gone with the last map of a file in it.
  func unmount() { _ = Mount.run("/bin/umount", ["-l", directory]) }

  func makeReadOnly() -> Bool {
    Mount.run("/bin/mount", ["-o", "remount,ro", directory])
  }

  private static func run(_ program: String, _ arguments: [String]) -> Bool {
    var pointers = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in pointers { Glibc.free(pointer) } }
    let process = tracer_spawn(&pointers, -1)
    return process > 0 && tracer_wait(process) == 0
  }
}
