import Glibc
import SystemCalls

/// The paths of the program's files: the XDG base directories and the installation directory.
struct Paths {
  let environment: (String) -> String?
  /// The settings of the machine, under those of the person.
  var machineFile = "/etc/lisan/config.json"
  /// The file of the system's accounts.
  var accounts = "/etc/passwd"

  /// The home directory; nil if neither `HOME` nor the system's accounts contain it.
  var home: String? {
    if let home = environment("HOME"), home.hasPrefix("/") { return home }
    return PasswordEntry(of: getuid(), in: accounts)?.home
  }

  /// Whether the home directory is needed, and unknown.
  var lackHome: Bool {
    home == nil
      && ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"].contains {
        environment($0)?.hasPrefix("/") != true
      }
  }

  /// A base directory from its variable, else its default under the home directory. Relative paths
  /// in the variable are ignored, as the XDG specification requires.
  private func base(_ variable: String, default path: String) -> String {
    if let value = environment(variable), value.hasPrefix("/") { return value }
    // Without a home directory, only help is shown (`lackHome`).
    let home = home ?? "/"
    return "\(home == "/" ? "" : home)/\(path)"
  }

  /// The directory of every program's configuration.
  var configurationBase: String { base("XDG_CONFIG_HOME", default: ".config") }
  var configurationDirectory: String { configurationBase + "/lisan" }
  var stateDirectory: String { base("XDG_STATE_HOME", default: ".local/state") + "/lisan" }

  var dataDirectory: String { base("XDG_DATA_HOME", default: ".local/share") + "/lisan" }

  /// The folder of the machine's settings and languages.
  var machineDirectory: String { parentDirectory(of: machineFile) }
  var configurationFile: String { "\(configurationDirectory)/config.json" }
  var preferenceFile: String { "\(configurationDirectory)/preferences" }
  var logFile: String { "\(stateDirectory)/lisan.log" }
}
