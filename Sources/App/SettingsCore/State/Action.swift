import AccountModel
import Cells
import Input
import LocaleValues
import Localization

/// An event: a user's input or the result of an effect.
public enum Action: Sendable {
  // User input
  case keyPressed(Key)
  case pointed(PointerEvent)
  /// The screen is about to show its first frame.
  case screenOpened
  /// An item was chosen by its number (R53): it receives the focus and is activated.
  case itemChosen(Item)
  /// Text was pasted in one piece (bracketed paste).
  case pasted(String)
  case languageChosen(LanguageCode)
  /// A preference chosen outside the screen: it applies from now on and is stored if it is not
  /// already (R5).
  case preferenceChosen(LanguagePreference)
  /// These languages were chosen, in this order.
  case languagesChosen([LanguageCode])
  /// Another instance has chosen these languages; `preferenceObserved` follows.
  case languagesObserved([LanguageCode])
  case followSystemToggled
  /// Another program wrote this preference: it is applied as if chosen here, but not written again
  /// (R34).
  case preferenceObserved(LanguagePreference)
  /// Another program wrote this market; nil is the default market.
  case marketObserved(MarketCode?)
  /// A setting was chosen or reset.
  case settingChosen(SettingChoice)
  /// Another program chose or reset this setting.
  case settingObserved(SettingChoice)
  /// The language of one program was chosen.
  case programChosen(ProgramChoice)
  /// Another instance has chosen languages of programs; these are all.
  case programsObserved(ProgramLanguages)
  /// A line of the open page was chosen by its number (R53), from 0.
  case lineChosen(Int)
  case restartAccepted
  case restartDismissed
  case marketChosen(MarketCode)
  /// The user confirmed a market with another language.
  case marketAccepted(MarketCode)
  case profileSwitchAccepted(Int64)
  case synchronizeChosen

  // The account
  case accountReported(AccountReport)
  case syncReported(SyncStatus)
  /// A later choice that the user made elsewhere, and its time.
  case accountChoiceTaken(LanguageCode, chosenAt: Int64)
  case accountNoticed(AccountNotice)
  /// The data with which a person signs in with a browser.
  case signInCodeShown(SignInCode)
  /// A request with this number ended; without a failure it succeeded.
  case requestEnded(Int, AccountFailure?)
  /// The progress indicator of a running request is due.
  case workTicked

  // The locale library
  /// The agent may be asked to write values from now on.
  case formattingBegan
  /// The agent has written values in a language with some digits.
  case valuesFormatted([FormattedText], LanguageCode, NumberingSystem)

  // The clock
  /// When another program's choice was made, in milliseconds since 1970; 0 if there is none.
  case choiceDated(Int64)
  /// The current time, in milliseconds since 1970.
  case clockRead(Int64)

  // The terminal
  case resized(Size)
  /// More is known about the terminal, or rows are sent in another order.
  case terminalDetected(TerminalReport)
  /// It is known who orders the text of other programs in this terminal.
  case programsConsidered(ProgramOrder)
  /// It is known what the files of the user's shell have; nil for an unknown shell.
  case shellConsidered(ShellState?)
  /// It is known which lines the files of the shell would get.
  case shellProposed(ShellGoal, [ShellState.Proposal])
  /// It is known which programs have texts, and which packages have texts in a language.
  case packagesFound(LanguageCode, PackageTexts, programs: [ProgramName] = [])
  /// More is known about the surface on which the terminal draws.
  case surfaceDetected(Surface)

  // Effects
  case languagesLoaded([Language])
  case languagesFailed(CatalogError)
  /// With what the files of the user's shell have in its language, if that is known.
  case catalogLoaded(Catalog<Message>, shell: ShellState? = nil)
  case catalogFailed(CatalogError)
  /// The texts for a preview of a language.
  case previewLoaded(Catalog<Message>)
  /// The parameter is the time of the choice, in milliseconds since 1970.
  case preferenceWritten(Int64)
  case preferenceNotWritten
  case preferenceNotDurable
  case settingNotStored(StoredSetting)
  case programNotStored(ProgramName)
  /// The parameter is errno.
  case restartFailed(Int32)
  case toastRaised(Text)
  case toastExpired(Toast.ID)
}

extension Action {
  /// Whether the action is a user's input on this screen.
  var isPersons: Bool {
    switch self {
    case .keyPressed, .pointed, .pasted, .itemChosen, .lineChosen: true
    default: false
    }
  }
}
