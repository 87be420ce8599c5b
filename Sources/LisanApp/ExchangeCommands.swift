import Localization
import Settings

/// `lisan export` and `lisan import`: the texts of a language as translators' tools take them.
extension Commands {
  /// Writes a PO or XLIFF file with the texts of a language beside those of the source language.
  ///
  /// - Parameters:
  ///   - code: the language; it need not have any texts yet.
  ///   - source: the language of the source texts; nil for English.
  func exportTexts(
    _ code: String, to file: String, from directory: String, source: String?
  ) -> ExitCode {
    guard let target = language(code) else { return .wrongUsage }
    let source = self.source(source)
    let catalog: ExchangedCatalog
    do throws(CatalogError) {
      catalog = try ExchangedCatalog(source: source, target: target, in: directory)
    } catch {
      let broken = error.file.hasPrefix("\(directory)/\(source).lproj/") ? source : target
      complain(
        .message(
          .catalogUnavailable, [argument(broken.rawValue), argument(error.description)]))
      return .resourceInvalid
    }
    do throws(ExchangeError) {
      try catalog.write(to: file)
    } catch {
      complain(.message(.logUnavailable, [.identifier(.path(file)), error.text]))
      return exitCode(of: error)
    }
    return .done
  }

  /// Writes what a translator's file has in a language to the language's folder. The files that are
  /// replaced stay there under their names and `~`.
  func importTexts(
    _ code: String, from file: String, to directory: String, source: String?
  ) -> ExitCode {
    guard let target = language(code) else { return .wrongUsage }
    let catalog: ExchangedCatalog
    do throws(ExchangeError) {
      catalog = try ExchangedCatalog(
        contentsOf: file, source: self.source(source), target: target)
    } catch {
      let place = Text.identifier(.path("\(file):\(error.line)"))
      complain(.message(.configurationUnreadable, [place, error.text]))
      return exitCode(of: error)
    }
    do throws(ExchangeError) {
      try catalog.writeFiles(to: directory)
    } catch {
      complain(.message(.logUnavailable, [.identifier(.path(error.file)), error.text]))
      return .failed
    }
    return .done
  }

  private func exitCode(of error: ExchangeError) -> ExitCode {
    if case .unknownFormat = error.kind { .wrongUsage } else { .failed }
  }

  private func argument(_ text: String) -> Text { .identifier(.argument(text)) }

  private func source(_ code: String?) -> LanguageCode {
    code.flatMap(LanguageCode.init(rawValue:)) ?? .english
  }

  private func language(_ code: String) -> LanguageCode? {
    if let code = LanguageCode(rawValue: code) { return code }
    complain(.message(.invalidValue, [argument("CODE"), argument(code), argument("ar, pt-BR, …")]))
    return nil
  }
}
