import Glibc
import PreferenceStore

/// The program's version, by Semantic Versioning.
let version = "0.1.0"

/// What every command and the screen work with: the settings, the log, the trace, the
/// preference file.
@MainActor
struct ProgramContext {
  let configuration: Configuration
  let environment: (String) -> String?
  let log: Log
  let trace: Trace?
  let preferences: PreferenceFile
  /// Where the account's files are.
  let dataDirectory: String
  /// When the program started, by the monotonic clock, in nanoseconds.
  let start: Int64
}
