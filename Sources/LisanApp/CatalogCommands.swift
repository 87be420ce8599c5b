import BidiText
import Localization
import Settings
import StrictJSON

/// `lisan check`: checks catalogs, for translators.
extension Commands {
  /// Checks every catalog in a directory; one line per finding, exit code 1 if any is an error.
  func check(_ directory: String, json: Bool) -> ExitCode {
    let widths = CatalogChecker.Widths(limits: Message.widthLimits) {
      Paragraph($0, direction: .firstStrong(fallback: .leftToRight)).width
    }
    let diagnostics = CatalogChecker(Message.self, widths: widths).check(directory)
    if json {
      say(JSON.array(diagnostics.map { $0.jsonValue }).text)
    } else {
      for diagnostic in diagnostics { say(diagnostic.description) }
    }
    return diagnostics.contains { $0.severity == .error } ? .failed : .done
  }
}
