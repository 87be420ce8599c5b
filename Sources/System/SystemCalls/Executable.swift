import Glibc

/// The file that a shell runs for a command's name: the name itself if it contains a slash, else the
/// first executable file of that name in the folders of `path`. An empty folder is the current one.
///
/// - Parameter path: folders separated by colons, such as the value of `PATH`.
/// - Returns: nil if no folder has such a file.
public func executable(named name: String, in path: String) -> String? {
  if name.contains("/") { return name }
  var rest = path.utf8[...]
  while true {
    let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
    let folder = String(rest[..<end]) ?? ""
    let candidate = (folder.isEmpty ? "." : folder) + "/" + name
    var status = stat()
    if access(candidate, X_OK) == 0, stat(candidate, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    {
      return candidate
    }
    if end == rest.endIndex { return nil }
    rest = rest[rest.index(after: end)...]
  }
}
