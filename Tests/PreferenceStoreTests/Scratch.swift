import Glibc
import PreferenceStore

/// A directory of a test's own, gone with the last reference.
final class Scratch: Sendable {
  let directory: String

  init() {
    var template = Array("/tmp/preference-store-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("mkdtemp: errno \(errno)") }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove(directory) }

  /// Where the tests keep their preference file.
  var path: String { "\(directory)/preferences" }

  /// The names in a directory, without `.` and `..`.
  func names(in folder: String? = nil) -> [String] {
    guard let stream = opendir(folder ?? directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func remove(_ folder: String) {
    for name in names(in: folder) {
      let path = "\(folder)/\(name)"
      if unlink(path) < 0 { remove(path) }
    }
    rmdir(folder)
  }
}

/// All bytes of a file; `nil` if there is none.
func contents(_ path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 65_536)
  let count = read(descriptor, &bytes, bytes.count)
  return Array(bytes.prefix(max(0, count)))
}

/// Writes a file anew, or over what is there with the inode kept.
func put(_ bytes: [UInt8], at path: String) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  precondition(descriptor >= 0, "\(path): errno \(errno)")
  defer { close(descriptor) }
  precondition(write(descriptor, bytes, bytes.count) == bytes.count)
}

extension PreferenceFile {
  /// Commits and waits for the disk.
  @discardableResult
  func set(_ changes: PreferenceChanges) throws -> Commit {
    let commit = try commit(changes)
    try makeDurable(commit)
    return commit
  }
}

extension PreferenceChanges {
  /// An explicit choice of a language.
  static func choice(_ language: String) -> PreferenceChanges {
    PreferenceChanges(language: language, followsSystemLanguage: false)
  }
}
