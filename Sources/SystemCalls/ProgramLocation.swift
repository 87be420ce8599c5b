import Glibc

/// Where the running program is, and the files that belong to it.
///
/// An installed program has them beside its `bin`. One that was built in its package, and runs from
/// there, has them in the package: the nearest folder above it with a `Package.swift`.
public struct ProgramLocation: Sendable {
  /// The program's own file, without links.
  public let path: String

  public init(path: String) { self.path = path }

  /// The running program (/proc/self/exe).
  public static var running: ProgramLocation {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    return ProgramLocation(
      path: length > 0 ? String(decoding: buffer[..<length], as: UTF8.self) : "/proc/self/exe")
  }

  /// The folder that it is in, such as `/usr/bin`.
  public var directory: String { parentDirectory(of: path) }

  /// The folder that it is installed in, such as `/usr`.
  public var prefix: String {
    let prefix = parentDirectory(of: directory)
    return prefix == "/" ? "" : prefix
  }

  /// The folder of its data files: `share/NAME` below its prefix, else its package's `Resources`.
  public func resources(named name: String) -> String {
    let installed = prefix + "/share/" + name
    if access(installed, F_OK) == 0 { return installed }
    guard let package else { return installed }
    return package + "/Resources"
  }

  /// The package that it was built in; nil for an installed program.
  private var package: String? {
    var directory = directory
    while directory.utf8.count > 1 {
      if access(directory + "/Package.swift", F_OK) == 0 {
        // Where everybody can write, such as in /tmp, anybody can have put it.
        var status = stat()
        let isShared = stat(directory, &status) != 0 || status.st_mode & S_IWOTH != 0
        return isShared ? nil : directory
      }
      directory = parentDirectory(of: directory)
    }
    return nil
  }
}
