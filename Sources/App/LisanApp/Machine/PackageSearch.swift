import Localization
import SettingsCore

/// Asks dpkg and apt for the packages with texts in a language on a separate thread, so that the screen
/// never waits for them.
@MainActor
final class PackageSearch {
  private var search: (code: LanguageCode, done: WakePipe, work: BackgroundWork<PackageTexts>)?
  /// Readable when the answer is there.
  var descriptor: Int32? { search?.done.reading.number }

  /// Starts to look, in place of a search before.
  ///
  /// - Returns: the answer, if no descriptor is left for a thread to tell it by.
  func start(_ code: LanguageCode, in path: String) -> PackageTexts? {
    guard let done = WakePipe() else { return LanguagePackages.texts(in: code, path: path) }
    let work = BackgroundWork(waking: done) { LanguagePackages.texts(in: code, path: path) }
    search = (code, done, work)
    return nil
  }

  /// The answer, once.
  func drainAnswer() -> Action? {
    guard let search, let texts = search.work.outcome else { return nil }
    self.search = nil
    return .packagesFound(search.code, texts)
  }
}
