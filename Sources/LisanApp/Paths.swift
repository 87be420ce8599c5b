import Glibc

/// Where the program's files are: the XDG base directories and the place of the installation.
struct Paths {
  let environment: (String) -> String?

  private func home() -> String {
    if let home = environment("HOME"), home.hasPrefix("/") { return home }
    // Without HOME, the account database says where it is.
    var entry = passwd()
    var result: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getpwuid_r(getuid(), &entry, &buffer, buffer.count, &result) == 0, result != nil,
      let directory = entry.pw_dir
    else { return "/" }
    return String(cString: directory)
  }

  /// A base directory of its variable, or of its default under the home directory; relative
  /// paths in the variable do not count, as the specification of XDG demands.
  private func base(_ variable: String, default path: String) -> String {
    if let value = environment(variable), value.hasPrefix("/") { return "\(value)/lisan" }
    let home = home()
    return "\(home == "/" ? "" : home)/\(path)/lisan"
  }

  var configurationDirectory: String { base("XDG_CONFIG_HOME", default: ".config") }
  var stateDirectory: String { base("XDG_STATE_HOME", default: ".local/state") }

  var dataDirectory: String { base("XDG_DATA_HOME", default: ".local/share") }

  var configurationFile: String { "\(configurationDirectory)/config.json" }
  var preferenceFile: String { "\(configurationDirectory)/preferences" }
  var logFile: String { "\(stateDirectory)/lisan.log" }

  /// The running program's own file.
  static func executable() -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    return length > 0 ? String(decoding: buffer[..<length], as: UTF8.self) : "/proc/self/exe"
  }

  /// The languages that belong to the running program: `share/lisan` beside its `bin`, or the
  /// package's `Resources` where it runs from a build directory.
  static func installedResources() -> String {
    let path = executable()
    if let root = packageRoot(ofProgram: path) { return root + "/Resources" }
    return directory(of: directory(of: path)) + "/share/lisan"
  }

  /// The package in whose build directory a program is; nil for one that is installed.
  ///
  /// By bytes, like what follows: the library's search, joining and splitting cost the Swift runtime
  /// more at a start than all the rest.
  static func packageRoot(ofProgram path: String) -> String? {
    let bytes = Array(path.utf8)
    let build = Array("/.build/".utf8)
    var start = bytes.count - build.count
    while start >= 0 {
      var count = 0
      while count < build.count, bytes[start + count] == build[count] { count += 1 }
      if count == build.count { return String(decoding: bytes[..<start], as: UTF8.self) }
      start -= 1
    }
    return nil
  }

  /// What a path has before its last slash.
  static func directory(of path: String) -> String {
    let bytes = Array(path.utf8)
    var end = bytes.count
    while end > 0, bytes[end - 1] != UInt8(ascii: "/") { end -= 1 }
    return String(decoding: bytes[..<max(0, end - 1)], as: UTF8.self)
  }
}
