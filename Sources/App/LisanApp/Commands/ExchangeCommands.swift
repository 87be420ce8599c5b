import Glibc
import Localization
import SettingsCore

/// `lisan export` and `lisan import`: the texts of a language for translators' tools.
extension Commands {
  /// Writes a PO or XLIFF file with the texts of a language beside those of the source language.
  ///
  /// - Parameters:
  ///   - code: the language; it need not have any texts yet.
  ///   - source: the language of the source texts; nil for English.
  func exportTexts(
    _ code: String, to file: String, from given: String?, source: String?
  ) -> ExitCode {
    guard let target = language(code) else { return .wrongUsage }
    let source = self.source(source)
    let sources = given.map { self.sources(of: $0, source) } ?? context.configuration.resources
    let catalog: ExchangedCatalog
    do throws(CatalogError) {
      catalog = try ExchangedCatalog(
        source: source, target: target, in: given ?? folder(of: target), sourcesIn: sources)
    } catch {
      let broken = error.file.hasPrefix("\(sources)/\(source).lproj/") ? source : target
      return unavailable(broken.rawValue, error)
    }
    do throws(ExchangeError) {
      let former = try catalog.write(to: file)
      if let former { tell(.message(.importFormer, .path(former))) }
    } catch {
      complain(.message(.logUnavailable, .path(file), error.text))
      return exitCode(of: error)
    }
    return .done
  }

  /// Imports a translator's file into the language's folder, unless the result would have an error,
  /// and reports the changes.
  ///
  /// - Parameter replacing: whether to remove texts that are not in the file.
  func importTexts(
    _ code: String, from file: String, to given: String?, source: String?, replacing: Bool
  ) -> ExitCode {
    guard let target = language(code) else { return .wrongUsage }
    let directory = given ?? folder(of: target)
    let catalog: ExchangedCatalog
    do throws(ExchangeError) {
      catalog = try ExchangedCatalog(
        contentsOf: file, source: self.source(source), target: target)
    } catch {
      complain(.message(.configurationUnreadable, .path(error.place), error.text))
      return exitCode(of: error)
    }
    let checker: CatalogChecker?
    do throws(CatalogError) {
      checker = try self.checker(of: catalog, in: directory, source: source)
    } catch {
      return unavailable(self.source(source).rawValue, error)
    }
    let result: CatalogImport
    do throws(ExchangeError) {
      result = try catalog.importing(
        into: directory, replacing ? .replace : .merge, checkedBy: checker)
    } catch {
      complain(.message(.logUnavailable, .path(error.file), error.text))
      return .failed
    }
    guard result.errors.isEmpty else {
      for error in result.errors.prefix(Self.shownErrors) { Console.say(error.description) }
      complain(.count(.importRefused, result.errors.count))
      return .failed
    }
    for (message, count) in [
      (Message.importNew, result.new), (.importChanged, result.changed), (.importSame, result.same),
      (.importLeftAlone, result.leftAlone), (.importMissing, result.missing),
    ] { tell(.count(message, count)) }
    for path in result.formerFiles { tell(.message(.importFormer, .path(path))) }
    return .done
  }

  /// The folder that has the folder of a language of this program.
  func folder(of code: LanguageCode) -> String {
    launch.languages?.first { $0.code == code }?.directory ?? context.configuration.resources
  }

  /// How many errors of a refused import are shown.
  private static let shownErrors = 20

  /// The checker for an import into a directory; nil if there is nothing for comparison.
  private func checker(
    of catalog: ExchangedCatalog, in directory: String, source: String?
  ) throws(CatalogError) -> CatalogChecker? {
    do throws(CatalogError) {
      return try checker(directory, source: source, nil, keys: catalog.units.lazy.map(\.key))
    } catch {
      guard error.kind == .unreadable(errno: ENOENT) else { throw error }
      return nil
    }
  }

  private func exitCode(of error: ExchangeError) -> ExitCode {
    if case .unknownFormat = error.kind { .wrongUsage } else { .failed }
  }

  private func source(_ code: String?) -> LanguageCode {
    code.flatMap(LanguageCode.init(rawValue:)) ?? .english
  }

  /// The language with a code; complains about another word.
  func language(_ code: String) -> LanguageCode? {
    if let code = LanguageCode(rawValue: code) { return code }
    complain(.message(.invalidValue, .argument("CODE"), .argument(code), .argument("ar, pt-BR, …")))
    return nil
  }
}
