import Glibc
import Localization
import SettingsCore
import SystemCalls

/// The installed programs that have texts in some language: those with a gettext catalog of their name.
enum TranslatedPrograms {
  /// - Parameter path: the folders of programs, such as the value of `PATH`.
  static func all(in path: String) -> [ProgramName] {
    let catalogs = LanguagePackages.folders.flatMap { folder in
      fileNames(in: folder).flatMap { fileNames(in: "\(folder)/\($0)/LC_MESSAGES") }
    }
    return Set(catalogs).filter { $0.hasSuffix(".mo") }
      .compactMap { ProgramName(rawValue: String($0.dropLast(3))) }
      .filter { executable(named: $0.rawValue, in: path) != nil }.sorted()
  }

  /// Whether some program has texts in a language.
  static func exist(in code: LanguageCode) -> Bool {
    let name = LanguageEnvironment.gettextName(of: code)
    return LanguagePackages.folders.contains { fileExists("\($0)/\(name)/LC_MESSAGES") }
  }
}
