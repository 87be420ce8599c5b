import CSystem
import Glibc
import SystemCalls

/// Replaces and removes files whole.
enum WholeFile {
  /// Removes a file, if there is one.
  static func remove(_ path: String) { unlink(path) }

  /// Writes a file beside `path` and renames it over that, mode 0644. A kill leaves the old file or
  /// the new one.
  ///
  /// - Parameter prepare: gets the descriptor of the written file before it has its name.
  static func replace(
    _ path: String, with bytes: [UInt8], prepare: (Int32) -> Void = { _ in }
  ) throws(SystemError) {
    let folder = parentDirectory(of: path)
    let new = "\(path).\(getpid()).new"
    unlink(new)
    // A file without a name leaves nothing behind.
    let unnamed = cs_open_unnamed(folder)
    let file =
      unnamed >= 0
      ? OwnedDescriptor(owning: unnamed) : try OwnedDescriptor(checking: cs_open_new(new))
    do throws(SystemError) {
      try writeAll(bytes, to: file.number)
      guard fchmod(file.number, 0o644) == 0 else { throw .last }
      prepare(file.number)
      guard fsync(file.number) == 0 else { throw .last }
      if unnamed >= 0 { try SystemError.check(cs_link_open_file(file.number, new)) }
      guard rename(new, path) == 0 else { throw .last }
      try syncDirectory(folder)
    } catch {
      unlink(new)
      throw error
    }
  }
}
