import BidiText
import Glibc
import Localization
import SettingsCore
import StrictJSON
import SystemCalls

/// `lisan check` and `lisan compile`, for translators and packagers.
extension Commands {
  /// Checks every catalog in a directory; one line per finding, exit code 1 if any is an error.
  ///
  /// - Parameter source: the language that the others are compared with; `nil` for the texts of this
  ///   program, or for English if the directory is another program's.
  func check(_ given: String?, source: String?, json: Bool) -> ExitCode {
    let directory = given ?? context.configuration.resources
    let widths = CatalogChecker.Widths(limits: Message.widthLimits) {
      Paragraph($0, direction: .firstStrong(fallback: .leftToRight)).width
    }
    var diagnostics: [CatalogDiagnostic]
    do throws(CatalogError) {
      diagnostics = try checker(directory, source: source, widths).check(
        directory, dropInsIn: given == nil ? addedFolders : [])
    } catch {
      diagnostics = [CatalogDiagnostic(error)]
    }
    if source == nil {
      diagnostics += otherPrograms(in: [directory] + (given == nil ? addedFolders : []))
    }
    if json {
      Console.give(JSON.array(diagnostics.map { $0.jsonValue }).text)
    } else {
      Console.say(diagnostics.map(\.description))
    }
    return diagnostics.contains { $0.severity == .error } ? .failed : .done
  }

  /// Compiles every catalog in a directory, so that loading it needs no parsing. Prints nothing but
  /// the errors of catalogs, which are then not compiled, and exits with 1 if there is any.
  ///
  /// - Parameter source: as for `check`.
  func compile(_ given: String?, source: String?) -> ExitCode {
    let directory = given ?? context.configuration.resources
    let errors: [CatalogDiagnostic]
    do throws(CatalogError) {
      errors = try checker(directory, source: source, nil).compile(
        directory, dropInsIn: given == nil ? addedFolders : [])
    } catch {
      errors = [CatalogDiagnostic(error)]
    }
    Console.say(errors.map(\.description))
    return errors.isEmpty ? .done : .failed
  }

  /// The folders with languages that are not of the installation.
  private var addedFolders: [String] { Array(context.dropInFolders.dropFirst()) }

  /// The programs that have texts of their own, in folders of these names beside those of languages.
  private static let otherPrograms = ["server", "drive"]

  /// The findings in the texts of other programs that are beside those of this one.
  private func otherPrograms(in directories: [String]) -> [CatalogDiagnostic] {
    var diagnostics: [CatalogDiagnostic] = []
    for directory in directories.flatMap({ [$0, "\($0)/\(LanguageDropIn.folder)"] })
    where isOfThisProgram(directory, []) {
      for program in Self.otherPrograms {
        let folder = "\(directory)/\(program)"
        let sources = sources(of: folder, .english)
        // Of a program that is not installed, only translations are there.
        guard fileNames(in: folder).contains(where: { $0.hasSuffix(".lproj") }),
          fileExists("\(sources)/\(LanguageCode.english).lproj")
        else { continue }
        do throws(CatalogError) {
          diagnostics += try CatalogChecker(source: .english, in: sources).check(folder)
        } catch {
          diagnostics.append(CatalogDiagnostic(error))
        }
      }
    }
    return diagnostics
  }

  /// The directory with the source texts of one with translations: itself, or, if it has none and is
  /// that of another program by its name, the installation's.
  func sources(of directory: String, _ source: LanguageCode) -> String {
    guard !fileExists("\(directory)/\(source).lproj") else { return directory }
    let real = realpath(directory, nil)
    defer { free(real) }
    let path = real.map { String(cString: $0) } ?? directory
    guard let name = path.split(separator: "/").last.map(String.init),
      Self.otherPrograms.contains(name)
    else { return directory }
    return "\(context.configuration.resources)/\(name)"
  }

  /// The checker for the catalogs of a directory.
  ///
  /// - Parameter keys: keys of texts that belong there; they identify a directory without English
  ///   texts.
  func checker(
    _ directory: String, source: String?, _ widths: CatalogChecker.Widths?,
    keys: some Collection<String> = []
  ) throws(CatalogError) -> CatalogChecker {
    if let code = source.flatMap(LanguageCode.init(rawValue:)) {
      return try CatalogChecker(source: code, in: directory)
    }
    return isOfThisProgram(directory, keys)
      ? CatalogChecker(Message.self, widths: widths)
      : try CatalogChecker(source: .english, in: sources(of: directory, .english))
  }

  /// Whether a directory has catalogs of this program: it has no English one, because these texts
  /// are in the program, or most English texts are this program's, copied by a translator.
  private func isOfThisProgram(_ directory: String, _ keys: some Collection<String>) -> Bool {
    func own(_ keys: some Sequence<String>) -> Int { keys.count { Message(rawValue: $0) != nil } }
    guard let table = try? StringTable(contentsOf: "\(directory)/en.lproj/Localizable.strings")
    else {
      return access("\(directory)/en.lproj/Localizable.stringsdict", F_OK) != 0
        && own(keys) * 2 >= keys.count
    }
    return own((0..<table.count).lazy.map(table.key(at:))) * 2 >= Message.allCases.count
  }
}
