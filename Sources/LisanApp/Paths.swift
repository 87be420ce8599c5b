import Glibc

/// The paths of the program's files: the XDG base directories and the installation directory.
struct Paths {
  let environment: (String) -> String?

  private func home() -> String {
    if let home = environment("HOME"), home.hasPrefix("/") { return home }
    // Without HOME, use the home directory from the passwd database.
    var entry = passwd()
    var result: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getpwuid_r(getuid(), &entry, &buffer, buffer.count, &result) == 0, result != nil,
      let directory = entry.pw_dir
    else { return "/" }
    return String(cString: directory)
  }

  /// A base directory from its variable, else its default under the home directory. Relative paths
  /// in the variable are ignored, as the XDG specification requires.
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
}
