import Glibc

/// The location of the running program and of its files.
///
/// An installed program has its files next to its `bin`. A program that runs from a build directory
/// has them in its package: the nearest parent directory with a `Package.swift`.
public struct ProgramLocation: Sendable {
  /// The program's executable, with links resolved.
  public let path: String

  public init(path: String) { self.path = path }

  /// The running program (/proc/self/exe). After an upgrade while it runs, it is the new program.
  public static var running: ProgramLocation {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0 else { return ProgramLocation(path: "/proc/self/exe") }
    return ProgramLocation(link: String(decoding: buffer[..<length], as: UTF8.self))
  }

  /// - Parameter link: the target of the link to a running program. The kernel adds a word to it
  ///   when the file is gone or another one has taken its place.
  public init(link: String) {
    let note = " (deleted)"
    let isReplaced = link.hasSuffix(note) && !fileExists(link)
    path = isReplaced ? String(link.dropLast(note.utf8.count)) : link
  }

  /// The program's directory, such as `/usr/bin`.
  public var directory: String { parentDirectory(of: path) }

  /// The installation prefix, such as `/usr`.
  public var prefix: String {
    let prefix = parentDirectory(of: directory)
    return prefix == "/" ? "" : prefix
  }

  /// The directory of its data files: `share/NAME` below its prefix, else its package's
  /// `Resources`.
  public func resources(named name: String) -> String {
    let installed = prefix + "/share/" + name
    if fileExists(installed) { return installed }
    guard let package else { return installed }
    return package + "/Resources"
  }

  /// The package of a program in its build directory; nil for an installed program.
  private var package: String? {
    var directory = directory
    while directory.utf8.count > 1 {
      if fileExists(directory + "/Package.swift") {
        // In a world-writable directory, such as /tmp, anybody could have created it.
        var status = stat()
        let isShared = stat(directory, &status) != 0 || status.st_mode & S_IWOTH != 0
        return isShared ? nil : directory
      }
      directory = parentDirectory(of: directory)
    }
    return nil
  }
}
