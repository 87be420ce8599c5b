import AccountModel
import LisanPreferences
import Localization
import SettingsCore

extension PreferenceWatch {
  /// Applies changes that others wrote to the preference file (R34).
  ///
  /// - Returns: the answer of the read; nil if nothing has changed.
  @MainActor
  @discardableResult
  func handleNews(for runtime: Runtime, _ context: ProgramContext) -> ReadAnswer? {
    let answer = news(of: context.preferences)
    switch answer {
    case .good(let stored), .degraded(let stored), .newer(let stored, _):
      let settings = StoredSettings(stored, context)
      // What something else decides in this run stays, and the account has news of its own.
      let followed = StoredSetting.allCases.filter { !$0.isOfAccount && !context.isAsked($0) }
      runtime.observe(
        stored.sequence,
        [
          .choiceDated(stored.languageChosenAt),
          .marketObserved(MarketCode(rawValue: stored.market)),
        ] + followed.map { .settingObserved(settings[$0]) }
          + [
            .programsObserved(stored.programLanguages),
            .languagesObserved(stored.languages.compactMap(LanguageCode.init(rawValue:))),
            .preferenceObserved(LanguagePreference(stored)),
          ])
    case .damaged, .unreadable:
      // The values read before stay in effect, and the next change rewrites the file.
      context.log.warning("preference", "\(context.preferences.path): cannot be read any more")
    case .absent, nil: break
    }
    return answer
  }
}
