import AccountModel
import LocaleValues
import Localization

/// Something to do outside the settings; its result comes back as an action.
public enum Effect: Hashable, Sendable {
  /// Ends in `languagesLoaded` or `languagesFailed`.
  case loadLanguages
  /// Ends in `catalogLoaded` or `catalogFailed`. An invalid catalog is rejected as a whole.
  case loadCatalog(Language)
  /// Reads the texts of another language for a preview. Ends in `previewLoaded`; a catalog that
  /// cannot be read is only logged, because the choice of the language will report it.
  case loadPreview(Language)
  /// Ends in `preferenceWritten` or `preferenceNotWritten`; `preferenceNotDurable` may follow
  /// later.
  case writePreference(PreferenceWrite)
  /// Hands the last written change to the agent, which sends it (R13).
  case sendChange(LanguageCode)
  /// Hands the agent a change that could not be written: the account still gets it (R12).
  case sendUnstored(LanguageCode)
  /// Tells the agent which language is shown, after a change that the agent does not send.
  case tellLanguage(LanguageCode)
  /// Ends in `requestEnded`. Its results arrive before that, in reports.
  case request(AccountRequest, id: Int)
  case cancelRequest(id: Int)
  /// Asks the agent for these values in a language. May end in `valuesFormatted`.
  case format([FormattedValue], Language)
  /// Only a failure is reported, as `settingNotStored`.
  case storeSetting(SettingChoice)
  /// Only a failure is reported, as `programNotStored`.
  case storeProgram(ProgramChoice)
  /// Composes the lines that the files of the user's shell would get. Ends in `shellProposed`.
  case proposeShell(ShellGoal)
  /// Changes the files of the user's shell. Ends in `shellConsidered`; a failure is also raised.
  case setUpShell(ShellGoal)
  /// Looks for programs that have texts, and asks dpkg and apt which packages have texts in a language. Ends in `packagesFound`.
  case findPackages(LanguageCode)
  /// Replaces the process. Only a failure is reported, as `restartFailed`.
  case restart
  /// Ends in `toastExpired`, if the toast expires.
  case expireToast(Toast)
  case redraw
  /// Returns to the shell until the program is continued. Usually Ctrl-Z does this by a signal;
  /// this effect is for terminals where another key, or none, sends that signal.
  case suspend
  case quit
  case record(Milestone)
}

/// The data that a change writes to the preference file, in one commit.
public struct PreferenceWrite: Hashable, Sendable {
  /// The choice of the language; nil if only the market was chosen. What a market makes of a choice
  /// is not written.
  public var preference: LanguagePreference?
  /// All chosen languages in order (R106), if they change.
  public var languages: [LanguageCode]?
  /// The market that was chosen, if any.
  public var market: MarketCode?
  /// When the choice was made, in milliseconds since 1970; nil for now.
  public var chosenAt: Int64?

  public init(
    _ preference: LanguagePreference?, languages: [LanguageCode]? = nil, market: MarketCode? = nil,
    chosenAt: Int64? = nil
  ) {
    self.languages = languages
    self.preference = preference
    self.market = market
    self.chosenAt = chosenAt
  }
}

/// An event of a change, as the trace records it (R59).
public enum Milestone: Hashable, Sendable {
  case languageChangeBegan(LanguageCode)
  case languageChangeEnded(LanguageCode)
  /// The new texts ask for this direction; once for each change.
  case directionRequested(Direction)
  case restartPromptShown
  /// The window is too small for the prompt; the prompt appears when there is room.
  case restartPromptHidden
  case restartAccepted
  case restartDismissed
}
