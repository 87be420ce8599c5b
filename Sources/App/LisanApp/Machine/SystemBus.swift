import Glibc
import SettingsCore
import StrictJSON
import SystemCalls

/// Why a setting of the machine cannot be read or changed.
enum MachineFailure: Error, Equatable {
  /// No folder of `PATH` has the program.
  case notFound(program: String)
  /// A service or a program refused, for its reason.
  case refused(String)
  case file(path: String, SystemError)
  case system(SystemError)

  /// The reason; what a program said is in its words.
  var text: Text {
    switch self {
    case .notFound(let program): SystemError(ENOENT).text(of: program)
    case .refused(let reason): .argument(reason)
    case .file(let path, let error): error.text(of: path)
    case .system(let error): error.text
    }
  }
}

/// The services of the system's D-Bus, through the programs of systemd.
struct SystemBus {
  /// The folders of programs, such as the value of `PATH`.
  let path: String

  /// How long a person may take to type a password, and a service to make a locale, in seconds.
  static let patience = 300

  /// Whether systemd runs the machine (sd_booted(3)).
  static var isBooted: Bool { fileExists("/run/systemd/system") }

  /// Whether a service is installed, so that a call starts it.
  static func hasService(_ name: String) -> Bool {
    ["/usr/share", "/usr/local/share", "/etc"].contains {
      fileExists("\($0)/dbus-1/system-services/\(name).service")
    }
  }

  /// Calls `busctl`, and gives what it answers.
  func call(_ words: [String]) throws(MachineFailure) -> JSON? {
    let answer = try run(["busctl", "--json=short"] + words)
    return (try? JSON(reading: answer))?["data"]
  }

  /// Runs a program, and gives what it writes.
  ///
  /// - Throws: what it says, if it fails.
  func run(_ words: [String]) throws(MachineFailure) -> [UInt8] {
    let run = try ProgramRun(words, in: path, asks: true, seconds: Self.patience)
    guard run.status == 0 else { throw .refused(run.reason) }
    return run.output
  }
}
