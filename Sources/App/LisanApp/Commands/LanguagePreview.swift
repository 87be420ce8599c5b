import CommandLineTool
import Glibc
import LisanPreferences
import Localization
import SettingsCore
import SystemCalls

/// `lisan preview`: the screen in a language of a folder, for translators (R77).
@MainActor
enum LanguagePreview {
  /// Shows a screen that stores nothing: its preference file and its account are in a folder that is
  /// removed at the end, and no server is asked.
  ///
  /// - Parameter open: opens the screen.
  static func show(
    _ invocation: Invocation, _ context: ProgramContext, open: (ProgramContext) -> ExitCode
  ) -> ExitCode {
    let catalog = Launch(context).catalog
    let word = invocation.arguments[1]
    guard let code = LanguageCode(rawValue: word) else {
      Console.complain(
        .message(.invalidValue, .argument("CODE"), .argument(word), .argument("ar, pt-BR, …")),
        in: catalog)
      return .wrongUsage
    }
    let installed = (try? context.languageList())?[code]?.directory
    let folder = invocation.value(.from) ?? installed ?? context.configuration.resources
    var template = Array("\(context.environment("TMPDIR") ?? "/tmp")/lisan-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      Console.complain(
        .message(.logUnavailable, .path(path), .argument(SystemError.last.description)),
        in: catalog)
      return .failed
    }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { remove(path) }
    let previewed: ProgramContext
    do throws(CatalogError) {
      previewed = context.previewing(try language(code, in: folder), storingIn: path)
      _ = try Launch.load(previewed.preview!, previewed)
    } catch {
      Console.complain(
        .message(.catalogUnavailable, .argument(code.rawValue), .argument(error.description)),
        in: catalog)
      return .resourceInvalid
    }
    return open(previewed)
  }

  /// A language, with the data of CLDR if its folder has none yet.
  private static func language(
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

  private static func remove(_ folder: String) {
    for name in fileNames(in: folder) {
      let path = "\(folder)/\(name)"
      if unlink(path) != 0 { remove(path) }
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
