import Localization
import PreferenceStore
import Settings

extension PreferenceWatch {
  /// What others wrote to the preference file, as actions for the settings (R34).
  @MainActor
  func actions(_ session: Session) -> [Action] {
    switch news(of: session.preferences) {
    case .good(let stored), .degraded(let stored), .newer(let stored, _):
      [
        .choiceDated(stored.languageChosenAt),
        .marketObserved(MarketCode(rawValue: stored.market)),
      ] + StoredSettings(stored).all.filter { isFollowed($0, session) }.map { .settingObserved($0) }
        + [.preferenceObserved(LanguagePreference(stored))]
    case .damaged, .unreadable: unreadable(session)
    case .absent, nil: []
    }
  }

  /// What was read before serves on, and the next change writes it anew.
  @MainActor
  private func unreadable(_ session: Session) -> [Action] {
    session.log.warning("preference", "\(session.preferences.path): cannot be read any more")
    return []
  }

  /// What this program was told to look like holds, whatever others choose.
  @MainActor
  private func isFollowed(_ setting: StoredSetting, _ session: Session) -> Bool {
    switch setting {
    case .theme: !session.configuration.isThemeAsked
    case .bidiMode: session.configuration.bidi == nil
    case .appliesDirectionAtOnce: true
    }
  }
}
