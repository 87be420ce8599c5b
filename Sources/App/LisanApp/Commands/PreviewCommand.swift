import Glibc
import LisanPreferences
import Localization
import SettingsCore
import SystemCalls

/// `lisan preview`: the screen in a language of a folder, for translators (R77).
extension Commands {
  /// Shows a screen that stores nothing: its preference file and its account are in a folder that is
  /// removed at the end, and no server is asked.
  ///
  /// - Parameters:
  ///   - word: the language's code.
  ///   - given: the folder with the language's texts; nil for the one that is in use.
  ///   - open: opens the screen.
  func preview(
    _ word: String, from given: String?, open: (ProgramContext) -> ExitCode
  ) -> ExitCode {
    guard let code = language(word) else { return .wrongUsage }
    var template = Array("\(context.environment("TMPDIR") ?? "/tmp")/lisan-XXXXXX".utf8CString)
    let failure = mkdtemp(&template) == nil ? SystemError.last : nil
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if let failure {
      complain(.message(.logUnavailable, .path(path), failure.text))
      return .failed
    }
    defer { removeFolder(path) }
    let previewed: ProgramContext
    do throws(CatalogError) {
      let language = try language(code, in: given ?? folder(of: code))
      previewed = context.previewing(language, storingIn: path)
      _ = try Launch.load(language, previewed)
    } catch {
      return unavailable(code.rawValue, error)
    }
    return open(previewed)
  }

  /// A language, with the data of CLDR if its folder has none yet.
  private func language(
    _ code: LanguageCode, in folder: String
  ) throws(CatalogError) -> Language {
    do throws(CatalogError) {
      return try Language(code, directory: folder)
    } catch {
      guard error.kind == .unreadable(errno: ENOENT),
        let known = Language(known: code, directory: folder)
      else { throw error }
      return known
    }
  }

  private func removeFolder(_ folder: String) {
    for name in fileNames(in: folder) {
      let path = "\(folder)/\(name)"
      if unlink(path) != 0 { removeFolder(path) }
    }
    rmdir(folder)
  }
}

extension ProgramContext {
  /// The context of a preview of a language, whose choices are stored in a folder.
  fileprivate func previewing(_ language: Language, storingIn folder: String) -> ProgramContext {
    ProgramContext(
      configuration: configuration.withoutServer, environment: environment, log: log, trace: trace,
      preferences: PreferenceFile(path: "\(folder)/preferences", ownsPath: false),
      dataDirectory: folder, machineDirectory: machineDirectory, stateDirectory: folder,
      start: start, preview: language)
  }
}
