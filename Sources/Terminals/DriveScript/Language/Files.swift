import Glibc
import SystemCalls

/// Whole files, read and written with a bound.
enum Files {
  /// Reads a file of at most `limit` bytes; a pipe to its end. The first program that writes into a pipe has a
  /// minute to come.
  static func bytes(at path: String, limit: Int = 1 << 22) throws(DriveFailure) -> [UInt8] {
    do throws(SystemError) {
      let file = try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
      // A pipe that nobody has written into yet would seem to be at its end.
      let count = awaitReady(file.number, within: .seconds(60))
      guard count > 0 else { throw count == 0 ? SystemError(ETIMEDOUT) : .last }
      guard fcntl(file.number, F_SETFL, 0) == 0 else { throw .last }
      return try readAll(from: file.number, limit: limit)
    } catch {
      throw DriveFailure(.cannotRead, path, error.description)
    }
  }

  /// Reads a text, which has to be UTF-8.
  static func text(at path: String) throws(DriveFailure) -> String {
    guard let text = String(validating: try bytes(at: path), as: UTF8.self) else {
      throw DriveFailure(.cannotRead, path, SystemError(EILSEQ).description)
    }
    return text
  }

  /// Replaces a file once the new one is whole.
  static func write(_ text: String, to path: String) throws(DriveFailure) {
    try write(Array(text.utf8), to: path)
  }

  /// Replaces a file once the new one is whole.
  static func write(_ bytes: [UInt8], to path: String) throws(DriveFailure) {
    do throws(SystemError) {
      try replaceFile(path, with: bytes, mode: 0o666)
    } catch {
      throw DriveFailure(.cannotWrite, path, error.description)
    }
  }

  /// Creates a folder and its missing parents.
  static func makeFolder(_ path: String) throws(DriveFailure) {
    do throws(SystemError) {
      try makeDirectories(path)
    } catch {
      throw DriveFailure(.cannotWrite, path, error.description)
    }
  }

  /// Creates the folder of a file that a script or a tape names.
  static func makeFolder(of file: String) throws(DriveFailure) {
    if let folder = folder(of: file) { try makeFolder(folder) }
  }

  /// The folder in a path; nil for a name alone.
  static func folder(of path: String) -> String? {
    path.contains("/") ? parentDirectory(of: path) : nil
  }

  /// A file's name without the ending: `menu` of `tests/menu.drive`.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// A path that begins at a folder, unless it is absolute.
  static func path(_ path: String, in folder: String?) -> String {
    guard let folder, !path.hasPrefix("/") else { return path }
    return folder == "/" ? "/\(path)" : "\(folder)/\(path)"
  }
}

/// A screen in a separate file: a row a line.
enum ScreenFile {
  static func rows(at path: String) throws(DriveFailure) -> [String] {
    var rows = try Files.text(at: path).split(separator: "\n", omittingEmptySubsequences: false)
    if rows.last == "" { rows.removeLast() }
    return rows.map(String.init)
  }

  static func text(_ rows: [String]) -> String { rows.map { $0 + "\n" }.joined() }
}
