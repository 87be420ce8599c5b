import Foundation

/// A file system of 1 MiB in memory, unmounted with the last reference.
package final class SmallDisk {
  package let path: String

  package static let isPermitted = SmallDisk() != nil

  /// nil if mounting is not permitted.
  package init?() {
    path = FileManager.default.temporaryDirectory
      .appending(path: "lisan-full-\(UUID().uuidString)").path(percentEncoded: false)
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let isMounted = Self.run("/bin/mount", ["-t", "tmpfs", "-o", "size=1m", "none", path])
    guard isMounted else {
      try? FileManager.default.removeItem(atPath: path)
      return nil
    }
  }

  deinit {
    _ = Self.run("/bin/umount", ["-l", path])
    try? FileManager.default.removeItem(atPath: path)
  }

  private static func run(_ program: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
