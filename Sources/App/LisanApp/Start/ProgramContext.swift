import Glibc
import LisanPreferences
import Localization

/// The parts that every command and the screen share: the configuration, the log, the trace, the
/// preference file.
@MainActor
struct ProgramContext {
  let configuration: Configuration
  let environment: (String) -> String?
  let log: Log
  let trace: Trace?
  let preferences: PreferenceFile
  /// The directory of the account's files, and of the person's languages.
  let dataDirectory: String
  /// The directory of the machine's settings and languages.
  let machineDirectory: String
  /// The directory of the log and of the detected terminals.
  let stateDirectory: String
  /// The start of the program in nanoseconds of the monotonic clock.
  let start: Int64
  /// A language of a folder that is shown without a choice (R77); nil for the one in effect.
  var preview: Language?

  /// The folders with files that add languages (R76): of the installation, the machine, the person.
  var dropInFolders: [String] {
    [configuration.resources, machineDirectory, dataDirectory].map {
      "\($0)/\(LanguageDropIn.folder)"
    }
  }

  /// The languages of the installation and those that files add to them.
  func languageList() throws(CatalogError) -> LanguageList {
    let list = try LanguageList(directory: configuration.resources, dropInsIn: dropInFolders)
    guard let preview else { return list }
    return LanguageList(list.languages.filter { $0.code != preview.code } + [preview])
  }
}
