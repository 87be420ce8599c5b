import Localization
import PreferenceStore
import Settings

extension PreferenceWatch {
  /// Has what others wrote to the preference file followed (R34).
  @MainActor
  func takeNews(for runtime: Runtime, _ session: Session) {
    switch news(of: session.preferences) {
    case .good(let stored), .degraded(let stored), .newer(let stored, _):
      let settings = StoredSettings(stored).all.filter { isFollowed($0, session) }
      runtime.observe(
        stored.sequence,
        [
          .choiceDated(stored.languageChosenAt),
          .marketObserved(MarketCode(rawValue: stored.market)),
        ] + settings.map { .settingObserved($0) }
          + [.preferenceObserved(LanguagePreference(stored))])
    case .damaged, .unreadable:
      // What was read before serves on, and the next change writes it anew.
      session.log.warning("preference", "\(session.preferences.path): cannot be read any more")
    case .absent, nil: break
    }
  }

  /// What this program was told to look like holds, whatever others choose.
  @MainActor
  private func isFollowed(_ setting: StoredSetting, _ session: Session) -> Bool {
    switch setting {
    case .theme: !session.configuration.isThemeAsked
    case .bidiMode: !session.configuration.isBidiAsked
    case .appliesDirectionAtOnce: true
    }
  }
}
