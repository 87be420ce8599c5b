import AccountModel
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
  case writePreference(PreferenceWrite)
  /// Hands the change that was written last to the agent, which sends it (R13).
  case sendChange(LanguageCode)
  /// Tells the agent what language is shown, after a change that is not its to send.
  case tellLanguage(LanguageCode)
  /// Ends in `requestEnded`, what comes of it before that in reports.
  case request(AccountRequest, id: Int)
  case cancelRequest(id: Int)
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

/// What a change writes to the preference file, in one commit.
public struct PreferenceWrite: Hashable, Sendable {
  public var preference: LanguagePreference
  /// The market that was chosen, where one was.
  public var market: MarketCode?
  /// When the choice was made, in milliseconds since 1970; nil for now.
  public var chosenAt: Int64?
  /// Whether the language changed without a choice of it, by the market or by what it offers.
  public var isResolvedAnew: Bool

  public init(
    _ preference: LanguagePreference, market: MarketCode? = nil, chosenAt: Int64? = nil,
    isResolvedAnew: Bool = false
  ) {
    self.preference = preference
    self.market = market
    self.chosenAt = chosenAt
    self.isResolvedAnew = isResolvedAnew
  }
}

/// What the trace tells of a change (R59).
public enum Milestone: Hashable, Sendable {
  case languageChangeBegan(LanguageCode)
  case languageChangeEnded(LanguageCode)
  case restartPromptShown
  /// The window has no room for the prompt; it is shown as soon as there is some.
  case restartPromptHidden
  case restartAccepted
  case restartDismissed
}
