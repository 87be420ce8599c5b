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
  func takeNews(for runtime: Runtime, _ context: ProgramContext) -> ReadAnswer? {
    let answer = news(of: context.preferences)
    switch answer {
    case .good(let stored), .degraded(let stored), .newer(let stored, _):
      let settings = context.settings(chosen: StoredSettings(stored))
        .filter { isFollowed($0, context) }
      runtime.observe(
        stored.sequence,
        [
          .choiceDated(stored.languageChosenAt),
          .marketObserved(MarketCode(rawValue: stored.market)),
        ] + settings.map { .settingObserved($0) }
          + [.preferenceObserved(LanguagePreference(stored))])
    case .damaged, .unreadable:
      // The values read before stay in effect, and the next change rewrites the file.
      context.log.warning("preference", "\(context.preferences.path): cannot be read any more")
    case .absent, nil: break
    }
    return answer
  }

  /// Whether changes by others apply; a theme or bidi mode set for this run stays.
  @MainActor
  private func isFollowed(_ setting: StoredSetting, _ context: ProgramContext) -> Bool {
    switch setting {
    case .theme: !context.configuration.isAsked(.theme)
    case .bidiMode: !context.configuration.isAsked(.bidi)
    case .plainMode: !context.configuration.isAsked(.plain)
    case .appliesDirectionAtOnce, .previews: true
    }
  }
}
