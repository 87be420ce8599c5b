import AccountModel
import Cells
import Input
import Localization

/// Something that happened: a person did it, or an effect came to its end.
public enum Action: Sendable {
  // A person
  case keyPressed(Key)
  case pointed(PointerEvent)
  /// An item was named by its number (R53): it has the focus and is chosen.
  case itemChosen(Item)
  /// Text came from the clipboard in one piece (bracketed paste).
  case pasted(String)
  case languageChosen(LanguageCode)
  /// From outside of the screen: the preference is this one from now on, and stored unless it is
  /// already (R5).
  case preferenceChosen(LanguagePreference)
  case followSystemToggled
  /// Another program wrote this preference: it is followed as if chosen here, and not written
  /// again (R34).
  case preferenceObserved(LanguagePreference)
  /// Another program wrote this market; nil for the default one.
  case marketObserved(MarketCode?)
  case settingChosen(StoredSetting)
  /// Another program wrote this setting.
  case settingObserved(StoredSetting)
  case restartAccepted
  case restartDismissed
  case marketChosen(MarketCode)
  /// A market with another language was chosen, and the person was asked.
  case marketAccepted(MarketCode)
  case profileSwitchAccepted(Int64)
  case privacyToggled(PrivacySwitch)
  case synchronizeChosen
  case signOutChosen
  case requestCancelled

  // The account
  case accountReported(AccountReport)
  case syncReported(SyncStatus)
  /// A later choice of the person, made elsewhere at that time.
  case accountChoiceTaken(LanguageCode, chosenAt: Int64)
  case accountNoticed(AccountNotice)
  /// A request ended, by its number; without a failure it was done.
  case requestEnded(Int, AccountFailure?)
  /// The sign of life of a running request is due.
  case workTicked

  // The clock
  /// What is stored was chosen then, in milliseconds since 1970; 0 where nothing ever was.
  case choiceDated(Int64)
  /// It is so late now, in milliseconds since 1970.
  case clockRead(Int64)

  // The terminal
  case resized(Size)
  /// More is known of it, or rows are sent in another order.
  case terminalDetected(TerminalReport)

  // Effects
  case languagesLoaded([Language])
  case languagesFailed(CatalogError)
  case catalogLoaded(Catalog<Message>)
  case catalogFailed(CatalogError)
  case directionForced(Direction)
  case directionFailed
  case preferenceWritten
  case preferenceNotWritten
  case preferenceNotDurable
  case settingNotStored(StoredSetting.Kind)
  /// With errno.
  case restartFailed(Int32)
  case toastRaised(Text)
  case toastExpired(Toast.ID)
}

extension Action {
  /// Whether a person did it at this screen.
  var isPersons: Bool {
    switch self {
    case .keyPressed, .pointed, .pasted, .itemChosen: true
    default: false
    }
  }
}
