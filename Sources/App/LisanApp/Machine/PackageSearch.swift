import Localization
import SettingsCore

/// Asks dpkg and apt for the packages with texts in a language on a separate thread, so that the screen
/// never waits for them.
@MainActor
final class PackageSearch {
  private var search: (done: WakePipe, work: BackgroundWork<Action>)?
  /// Readable when the answer is there.
  var descriptor: Int32? { search?.done.reading.number }

  /// Starts to look, in place of a search before.
  ///
  /// - Returns: the answer, if no descriptor is left for a thread to tell it by.
  func start(_ code: LanguageCode, in path: String) -> Action? {
    guard let done = WakePipe() else { return Self.answer(code, path) }
    let work = BackgroundWork(waking: done) { Self.answer(code, path) }
    search = (done, work)
    return nil
  }

  /// The answer, once.
  func drainAnswer() -> Action? {
    guard let search, let answer = search.work.outcome else { return nil }
    self.search = nil
    return answer
  }

  private nonisolated static func answer(_ code: LanguageCode, _ path: String) -> Action {
    .packagesFound(
      code, LanguagePackages.texts(in: code, path: path), programs: TranslatedPrograms.all(in: path)
    )
  }
}
