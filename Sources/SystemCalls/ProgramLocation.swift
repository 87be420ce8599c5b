import Glibc

/// The location of the running program and of its files.
///
/// An installed program has its files next to its `bin`. A program that runs from a build directory
/// has them in its package: the nearest parent directory with a `Package.swift`.
public struct ProgramLocation: Sendable {
  /// The program's executable, with links resolved.
  public let path: String

  public init(path: String) { self.path = path }

  /// The running program (/proc/self/exe).
  public static var running: ProgramLocation {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    return ProgramLocation(
      path: length > 0 ? String(decoding: buffer[..<length], as: UTF8.self) : "/proc/self/exe")
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
    if access(installed, F_OK) == 0 { return installed }
    guard let package else { return installed }
    return package + "/Resources"
  }

  /// The package of a program in its build directory; nil for an installed program.
  private var package: String? {
    var directory = directory
    while directory.utf8.count > 1 {
      if access(directory + "/Package.swift", F_OK) == 0 {
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
