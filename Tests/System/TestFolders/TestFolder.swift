import Glibc

/// A folder for the files of one test, removed with all that is in it when its last reference goes.
///
/// ```swift
/// let folder = try TestFolder()
/// let file = try folder.write("{}", to: "config/lisan.json")
/// ```
public final class TestFolder: Sendable {
  /// A system call that failed, and what for.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    init(_ path: String) { description = "\(path): \(String(cString: strerror(errno)))" }
  }

  public let path: String

  /// - Parameter parent: where the folder is made; `/tmp` suits most tests, `/dev/shm` those that write
  ///   a lot.
  public init(in parent: String = "/tmp") throws(Failure) {
    var template = Array("\(parent)/lisan-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(parent) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// The names in the folder, sorted, without `.` and `..`.
  public var names: [String] { Self.names(in: path) }

  /// Writes a file, and makes the folders that its name has before it.
  ///
  /// - Returns: its path.
  @discardableResult
  public func write(
    _ bytes: some Sequence<UInt8>, to name: String, mode: mode_t = 0o644
  ) throws(Failure) -> String {
    let folders = name.split(separator: "/").dropLast()
    for count in folders.indices.map({ $0 + 1 }) {
      mkdir("\(path)/\(folders.prefix(count).joined(separator: "/"))", 0o755)
    }
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Failure(file) }
    defer { close(descriptor) }
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw Failure(file) }
      written += count
    }
    return file
  }

  @discardableResult
  public func write(
    _ text: String, to name: String, mode: mode_t = 0o644
  ) throws(Failure) -> String {
    try write(text.utf8, to: name, mode: mode)
  }

  /// A file's text.
  public func read(_ name: String) throws(Failure) -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(file) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      guard count >= 0 else { throw Failure(file) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece[..<count]
    }
  }

  /// Removes all that is in the folder; links are removed and not followed.
  public func clear() {
    for name in names { Self.remove("\(path)/\(name)") }
  }

  /// The names in any folder, sorted, without `.` and `..`; none if it cannot be read.
  public static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func remove(_ path: String) {
    guard unlink(path) != 0 else { return }
    for name in names(in: path) { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
