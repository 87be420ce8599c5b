import Localization
import SettingsCore
import Synchronization
import SystemCalls

/// Asks dpkg and apt for the packages with texts in a language on a separate thread, so that the screen
/// never waits for them.
@MainActor
final class PackageSearch {
  private final class Work: Sendable {
    let code: LanguageCode
    let path: String
    let done: WakePipe
    /// nil while it runs.
    let texts = Mutex<PackageTexts?>(nil)

    init(_ code: LanguageCode, in path: String, done: WakePipe) {
      self.code = code
      self.path = path
      self.done = done
    }

    func run() {
      let found = LanguagePackages.texts(in: code, path: path)
      texts.withLock { $0 = found }
      // The screen may have left.
      try? writeAll([0], to: done.writing.number)
    }
  }

  private var work: Work?
  /// Readable when the answer is there.
  var descriptor: Int32? { work?.done.reading.number }

  /// Starts to look, in place of a search before.
  ///
  /// - Parameter path: the folders of programs, such as the value of `PATH`.
  /// - Returns: the answer, if no descriptor is left for a thread to tell it by.
  func start(_ code: LanguageCode, in path: String) -> PackageTexts? {
    guard let done = WakePipe() else { return LanguagePackages.texts(in: code, path: path) }
    let work = Work(code, in: path, done: done)
    self.work = work
    do throws(SystemError) {
      try SystemThread.start { work.run() }
    } catch {
      work.run()
    }
    return nil
  }

  /// The answer, once.
  func take() -> Action? {
    guard let work, let texts = work.texts.withLock({ $0 }) else { return nil }
    self.work = nil
    return .packagesFound(work.code, texts)
  }
}
