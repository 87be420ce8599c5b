import Cells
import Localization

/// Something to be done outside of the settings; its end comes back as an action.
public enum Effect: Hashable, Sendable {
  /// Ends in `languagesLoaded` or `languagesFailed`.
  case loadLanguages
  /// Ends in `catalogLoaded` or `catalogFailed`; nothing is shown of what is not valid as a whole.
  case loadCatalog(Language)
  /// Ends in `directionForced` or `directionFailed`.
  case forceDirection(Direction)
  /// Ends in `preferenceWritten` or `preferenceNotWritten`, later perhaps `preferenceNotDurable`.
  case writePreference(LanguagePreference)
  /// Only a failure comes back, as `settingNotStored`.
  case storeSetting(StoredSetting)
  /// Replaces the process; only its failure comes back, as `restartFailed`.
  case restart
  /// Ends in `toastExpired`.
  case expireToast(Toast)
  case redraw
  /// Gives the terminal to the shell until the program is continued. The terminal's own Ctrl-Z
  /// does so by a signal; this is for lines where another key, or none, sends it.
  case suspend
  case quit
  case record(Milestone)
}

/// What the trace tells of a change (R59).
public enum Milestone: Hashable, Sendable {
  case languageChangeBegan(LanguageCode)
  case languageChangeEnded(LanguageCode)
  case restartPromptShown
  case restartAccepted
  case restartDismissed
}
