import Glibc

/// The parent directory of a path: `/home/ana` for `/home/ana/notes`, `.` for `notes`, `/` for `/`.
public func parentDirectory(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The path at the end of a chain of links, which need not exist. Links to directories on the way
/// are followed by the system.
public func followingLinks(_ path: String) -> String {
  var path = path
  // The system's limit for a chain of links.
  for _ in 0..<40 {
    let target = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
      let count = readlink(path, buffer.baseAddress!, buffer.count)
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
    guard let target else { return path }
    path =
      target.utf8.first == UInt8(ascii: "/") ? target : "\(parentDirectory(of: path))/\(target)"
  }
  return path
}

/// Whether there is a file at a path, following links (access(2)). False if that cannot be seen.
public func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// The names in a directory, without `.` and `..`, in no order; empty if it cannot be read.
public func fileNames(in directory: String) -> [String] {
  guard let stream = opendir(directory) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// Creates a directory and its missing parents with mode 0700.
///
/// - Returns: the directories that got a new entry, topmost first.
@discardableResult
public func makeDirectories(_ directory: String) throws(SystemError) -> [String] {
  if fileExists(directory) { return [] }
  let above = parentDirectory(of: directory)
  var changed: [String] = above == directory ? [] : try makeDirectories(above)
  if mkdir(directory, S_IRWXU) == 0 {
    changed.append(above)
  } else if errno != EEXIST {
    throw .last
  }
  return changed
}

/// Writes a directory's entries to disk (fsync).
public func syncDirectory(_ directory: String) throws(SystemError) {
  let opened = try OwnedDescriptor(opening: directory, O_RDONLY | O_DIRECTORY)
  guard fsync(opened.number) == 0 else { throw .last }
}
