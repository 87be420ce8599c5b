import Glibc
import LisanPreferences

/// The parts that every command and the screen share: the configuration, the log, the trace, the
/// preference file.
@MainActor
struct ProgramContext {
  let configuration: Configuration
  let environment: (String) -> String?
  let log: Log
  let trace: Trace?
  let preferences: PreferenceFile
  /// The directory of the account's files.
  let dataDirectory: String
  /// The directory of the log and of the detected terminals.
  let stateDirectory: String
  /// The start of the program in nanoseconds of the monotonic clock.
  let start: Int64
}
