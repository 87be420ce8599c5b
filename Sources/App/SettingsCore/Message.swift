import Localization

/// Every text that the program shows. The raw value is the English text, which is also the key in
/// every catalog (R48).
///
/// `%@` is a value, `%1$@` a numbered value, `%d` the number that selects the plural form. A
/// catalog holds exactly these keys.
public enum Message: String, CaseIterable, MessageKey {
  case appName = "Lisan"

  // Sections
  case languageSection = "Language"
  case aboutSection = "About"
  case accountSection = "Account"
  case regionSection = "Region"
  case syncSection = "Sync"
  case privacySection = "Privacy"
  case appearanceSection = "Appearance"
  case developerSection = "Developer"

  // Language
  case languageDescription =
    "Choose the language of this app. Programs in new shells can use it."
  case currentLanguage = "current language"
  case findLanguage = "Find a language"
  case languageOptions = "Options"
  case followSystemLanguage = "Follow the system language"
  case on = "On"
  case off = "Off"
  case applyDirection = "Apply layout direction"
  case afterRestart = "After a restart"
  case atOnce = "At once"
  case systemLanguageIs = "The system language is %@."
  case systemLanguageUnknown = "The system names no language that is available here."
  case systemLanguageElsewhere = "The system language, %@, is not available here."
  case selectorUnavailable = "The list of languages could not be loaded: %1$@. Log: %2$@"
  case selectorRetry = "Leave this section and come back to try again."
  case hintFindLanguage = "Press Enter to find a language by its name"
  case hintSwitch = "Press Enter to switch the app to %@"
  case hintCurrent = "%@ is the current language"
  case hintChoose = "Press Enter to choose %@"
  case hintFollow = "Press Enter to follow the system language"
  case hintUnfollow = "Press Enter to keep %@ whatever the system language is"
  case hintMirrorNow = "Press Enter to mirror the screen now"
  case hintAtOnce = "Press Enter to let a change of direction mirror the screen at once"
  case hintAfterRestart = "Press Enter to let a change of direction wait for a restart"
  case terminalPrograms = "Programs in this terminal"
  case hintPrograms = "Press Enter to read how programs show Arabic"
  case programsByCommand = "Need lisan run"
  case programsByOuterCommand = "In order, by lisan run"
  case programsByTerminal = "In order, by the terminal"
  case programsLogical = "As the text is spelt"
  case programsWithoutScreen = "As they print it"
  case programsByCommandMeaning =
    "This terminal puts each letter where a program writes it, so Arabic reads backwards in most programs. lisan run shows their text in order, and that of AI tools too."
  case programsByOuterCommandMeaning =
    "This program runs inside of lisan run, which shows the text of programs in order. That of AI tools is in order too."
  case programsByTerminalMeaning =
    "This terminal orders right-to-left text by itself, so programs need no help in it. AI tools that order their text themselves read backwards here."
  case programsLogicalMeaning =
    "Text goes to this terminal as it is spelt; that was chosen in the section Appearance. lisan run changes nothing then."
  case programsWithoutScreenMeaning =
    "This terminal only prints lines, so lisan run changes nothing in it."
  case programsOne = "For one program"
  case programsAll = "For all programs of a shell"
  case hintOpenSection = "Press Enter to go to the section %@"

  case notOffered = "not offered in: %@"
  case hintNotOffered =
    "The region %1$@ does not offer %2$@; another one can be chosen under Region"
  case notOfferedByServer = "not offered by the server"
  /// The advice about a language that is not offered in the region, after that was said.
  case otherRegion = "another region can be chosen under Region"
  case hintNotOfferedByServer = "The server does not offer %@"
  case listSeparator = ", "

  // Restart
  case restartToRightToLeft = "Restart Lisan to lay out the screen from right to left?"
  case restartToLeftToRight = "Restart Lisan to lay out the screen from left to right?"
  case restartNow = "Restart now"
  case restartLater = "Later"
  case restartPending = "Restart pending: press %@ to change the layout direction"
  case restartPendingShort = "Restart pending: %@"
  case restartFailed = "Lisan could not restart, and the restart is still pending: %1$@. Log: %2$@"

  // Changes from elsewhere
  case languageChangedElsewhere =
    "The language was changed to %@ on another device."
  case languageChangedHere =
    "Another program on this device changed the language to %@."
  case regionChangedHere =
    "Another program on this device changed the region to %@."
  /// A setting and its new value.
  case settingChangedHere =
    "Another program on this device changed “%1$@” to %2$@."
  case languageAgain = "The language is %@ again."
  /// A setting and its value.
  case settingAgain = "“%1$@” is %2$@ again."
  /// One of the sentences above, a key and a value.
  case undoOffered = "%1$@ Press %2$@ to go back to %3$@."

  // Toasts
  case switchFailed = "The switch to %1$@ did not complete; nothing was changed: %2$@. Log: %3$@"
  case choiceNotSaved = "The choice could not be saved and will not survive this session."
  case choiceNotDurable = "The choice may not survive a power cut: the disk reported an error."
  case storeUnreadable = "The stored choice could not be read, so English is used: %@"
  /// The file.
  case storeDamaged =
    "The preference file %@ is damaged, so English is used. The next choice sets it aside."
  /// The file, and the option that names another one.
  case storeForeign =
    "%1$@ is not a preference file, so English is used and no choice is stored. Move that file, or name another one with %2$@."
  /// The new name.
  case storeSetAside = "The preference file was damaged. It is kept as %@."
  case storeNewer =
    "The preference file belongs to a newer version of Lisan and will not be changed."
  /// The title of the section.
  case sectionMissing = "The section %@ does not exist here."
  case storedLanguageUnavailable =
    "The stored language %@ is not available, so English is used."
  case englishCatalogBroken =
    "The English texts could not be loaded, so the built-in ones are used: %1$@. Log: %2$@"
  /// Why, and the log.
  case languageLeftOut = "An added language is left out: %1$@. Log: %2$@"
  case reasonMissing = "the file %@ is missing"
  case reasonUnreadable = "the file %@ cannot be read"
  case reasonInvalid = "there is an error in %@"
  case reasonProgramMissing = "the program file is missing"
  case reasonProgramForbidden = "the program file may not be run"
  case reasonSystem = "system error %@"
  /// A place in a file, and a command.
  case reasonFault = "there is an error in %1$@; %2$@ says which"
  case isLink = "it is a symbolic link"
  case isDirectory = "it is a directory"
  case isPipe = "it is a named pipe"
  case isSocket = "it is a socket"
  case isDevice = "it is a device"
  /// The commonest errors of the system, in the C library's words.
  case systemNoFile = "No such file or directory"
  case systemNoAccess = "Permission denied"
  case systemNotPermitted = "Operation not permitted"
  case systemNotDirectory = "Not a directory"
  case systemIsDirectory = "Is a directory"
  case systemManyLinks = "Too many levels of symbolic links"
  case systemDiskFull = "No space left on device"
  case systemQuota = "Disk quota exceeded"
  case systemReadOnly = "Read-only file system"
  case systemInputOutput = "Input/output error"
  case systemTooLarge = "File too large"
  case systemLongName = "File name too long"
  case systemBusy = "Device or resource busy"
  case systemTooLate = "Connection timed out"
  case systemManyFiles = "Too many open files"
  case systemNoMemory = "Cannot allocate memory"
  case systemClosed = "Bad file descriptor"
  case systemNoProgram = "Exec format error"
  case windowTooSmall = "Window too small"

  // Account
  case accountRemote = "Your account is kept on a server and follows you from device to device."
  case accountEmbedded = "Your account is kept on this machine alone; no server is configured."
  case accountCached = "The server did not answer; this is its last answer."
  case accountUnavailable =
    "The account cannot be shown: its helper program is missing or has stopped. Log: %@"
  case accountLoading = "Loading the account…"
  case accountLogin = "Sign-in name"
  case accountPhone = "Phone"
  case accountNote = "Note"
  case accountPlace = "Kept at"
  case thisMachine = "this machine"
  case none = "none"
  case nothing = "nothing"
  case accountDetails = "Details"
  case profile = "Profile"
  case profiles = "Profiles"
  case profileActive = "active"
  case profileSwitch = "Switch"
  case profileQuestion = "Switch to the profile %@? Its language becomes the language of the app."
  case hintProfile = "Press Enter to switch to the profile %@"
  case hintProfileActive = "%@ is the active profile"
  case hintNote = "Press Enter to edit the note"
  case signOut = "Sign out"
  case signOutQuestion = "Sign out of the account on this device?"
  case hintSignOut = "Press Enter to sign out on this device"

  // Signing in
  case signInTitle = "Sign in"
  case signIn = "Sign in to the account"
  case signInByCode = "Sign in with a browser"
  case signInCodeAddress = "Open this address in a browser: %@"
  case signInCode = "Type this code there: %@"
  case signInDescription = "The account is kept at %@. The settings open when you have signed in."
  case signInChecking = "Looking for your session…"
  case signInUnavailable =
    "Signing in is not possible: the helper program for the account is missing or has stopped. Log: %@"
  case signInExpired = "Your session has ended. Sign in again; what is pending will be sent then."
  case signInRefused =
    "The server does not know your session any more. Sign in again; what is pending will be sent then."
  /// The variable.
  case signInGivenTokenInvalid =
    "The value of %@ is not a session token. Correct the value, or unset the variable and sign in."
  case signInKeyringTokenInvalid =
    "The session in the system keyring is damaged. Sign in again; what is pending will be sent then."
  case signInFileTokenInvalid =
    "The file with your session is damaged. Sign in again; what is pending will be sent then."
  case password = "Password"
  case signInFieldEmpty = "Please fill in this field."
  case keyNextField = "Next field"

  // Region
  case regionDescription =
    "The region decides which languages are offered; the first one of each is its default."
  case marketInternational = "International"
  case marketChanged = "The region is now %1$@, and the language %2$@."
  case marketLacksChoice =
    "The region %1$@ does not offer %2$@; the language is %3$@ here, and your choice is kept."
  case hintMarket = "Press Enter to change to %@"
  case hintMarketCurrent = "%@ is the current region"
  case marketQuestion =
    "In the region %1$@ the language of the app becomes %2$@. Change the region?"
  case marketAccept = "Change the region"

  // Sync
  case syncDescription = "Your choice of language is sent to your account once for each change."
  case syncState = "State"
  case syncLastTime = "Last sync"
  case syncPending = "Waiting to be sent"
  case tokenPlace = "Session kept in"
  case tokenInKeyring = "the system keyring"
  case tokenInFile = "a file that only you can read"
  case syncUnknown = "not known yet"
  case syncDone = "Synced"
  case notSyncedYet = "Not synced yet"
  case syncSending = "Syncing…"
  case syncUnavailableState = "Unavailable"
  case syncNever = "not synced so far"
  case synchronizeNow = "Sync now"
  case hintSynchronize = "Press Enter to compare with your account now"
  case syncUnavailable =
    "Sync is unavailable: its helper program is missing or has stopped. Everything on this machine works."
  case defaultLanguageUsed = "Using default language; connect to update."
  case needsServer = "This needs the server, and it cannot be reached. Nothing was changed."

  // Privacy
  case privacyDescription = "What this app may report to its makers."
  case privacyAnalytics = "Usage statistics"
  case privacyAnalyticsMeaning = "Which settings are used, without your name."
  case privacyDiagnostics = "Diagnostics"
  case privacyDiagnosticsMeaning = "What went wrong, when something does."
  case hintSwitchOn = "Press Enter to switch this on"
  case hintSwitchOff = "Press Enter to switch this off"

  // Developer
  case developerDescription = "Tools for translators and developers."
  case developerMessages = "Log"
  case developerPseudo = "Made-up language"
  case hintMessages = "Press Enter to read the messages of this screen"
  case hintPseudo = "Press Enter to show the texts in the next made-up language"

  // Appearance
  case appearanceDescription = "How this screen looks. Nothing here changes the language."
  case themeStandardMeaning = "Terminal background, one accent"
  case themeLightMeaning = "Dark text on white"
  case themeDarkMeaning = "Light text on black"
  case themeHighContrastMeaning = "White and yellow on black, 7:1"
  case themeMonochromeMeaning = "Bold, underline and reverse only"
  case themeTerminalMeaning = "The 16 colours of the terminal"
  case previews = "Language previews"
  case previewsMeaning = "A small picture of the screen in each language."
  case plainMode = "Plain mode"
  case plainModeMeaning = "Questions instead of the screen, from the next start."
  case hintThemeCurrent = "%@ is the current theme"
  case screenGroup = "Screen"
  case automatic = "Automatic"

  // The text about the focused item in a very wide window
  case explanationTitle = "About this choice"
  case explainWords = "The words change at once; the screen keeps its direction."
  case explainAtOnce = "The words and the direction of the screen change at once."
  case explainRestart =
    "The words change first. After a restart the screen takes the other direction, and you are where you were."
  case explainFormats = "Dates, numbers and plurals follow."
  case explainFollow =
    "At each start the app takes the language that the system asks for."
  case explainDirection =
    "A language written the other way needs the screen mirrored: at once, or after a restart that you choose."
  case explainPrograms =
    "Some terminals put right-to-left text in order, others show it as programs write it."
  case explainPlainMode =
    "Numbered questions, line by line, for screen readers and slow lines."
  case explainRegion =
    "If a region does not offer your language, the app uses the first one it offers. Your choice is kept and comes back with a region that offers it."
  case explainProfile = "Each profile has its own language."
  case explainTheme = "The screen shows the theme that has the focus. Enter keeps it."
  case explainRowOrder =
    "Terminals differ in how they order Arabic text. Lisan finds out the right order; choose another one if the text looks wrong."
  case explainSync =
    "Your last choice is sent, and a later one from another device is taken."

  // Requests
  case workSigningIn = "Signing in…"
  case workSigningInByCode = "Waiting for the browser…"
  case workSigningOut = "Signing out…"
  case workSwitchingProfile = "Switching the profile…"
  case workChangingMarket = "Asking the server about the region…"
  case workSaving = "Saving…"
  case workSynchronizing = "Comparing with your account…"
  case workCancel = "%1$@ Press %2$@ to cancel."
  case workSeconds = "%d seconds"
  case signInFailed = "You could not be signed in. %@"
  case signOutFailed = "You could not be signed out. %@"
  case profileNotSwitched = "The profile was not switched. %@"
  case marketNotChanged = "The region was not changed. %@"
  case accountNotSaved = "The account was not changed. %@"
  case synchronizeFailed = "The comparison did not succeed. %@"
  case failureOffline = "The server cannot be reached."
  case failureTimedOut = "The server took too long to answer."
  case failureWrongPassword = "The sign-in name or the password is wrong."
  case failureSignInRefused = "It was refused in the browser."
  case failureCodeExpired = "Nobody used the code in time."
  case failureSignInNeeded = "You have to sign in first."
  case failureUntrusted =
    "The server cannot be trusted: its certificate or its address is not right."
  case failureRefused = "The server does not accept this."
  /// The variable with the token.
  case failureTokenGiven = "The variable %@ decides the session here; unset it first."
  case failureLanguageNotOffered =
    "The server does not offer this language, so the account keeps its own."
  case failureOtherDevice =
    "This session belongs to another device. Sign out and sign in again to send your choice."
  case failureSessionDoubted =
    "The server does not recognize your session. Lisan will ask once more before the session ends."
  case failureOtherDatabase =
    "Another account database answers at the server's address. Sign in again if it is the right one."
  case failureTooManyWait = "That was tried too often; wait %d seconds."
  case failureTooMany = "That was tried too often; wait a little."
  case failureServer = "The server has a fault; try again later."
  case failureUnintelligible = "The server sent an invalid answer. Is its address right?"
  case failureStorage = "The files of the account cannot be written. Is the disk full?"
  case failureCancelled = "It was cancelled."
  case failureUnavailable = "The helper program for the account is missing or has stopped."
  case noticeTokenInFile =
    "There is no system keyring, so your session is kept in the file %@, which only you can read."
  case noticeDatabase =
    "The database of the account was damaged, so a new one was made. The old file is kept as %@."
  case noticeLanguageRefused =
    "The server does not offer the language %@. Your choice stays on this device."
  case noticeSignOutNotTold =
    "You are signed out on this device. The server could not be told; there the session ends by itself."
  case noticeSessionsEnded =
    "The %d oldest sessions of the account have ended, to make room for this one."
  case languageWithdrawn = "The server no longer offers %1$@, so %2$@ is used."
  case nothingToSend = "There is nothing to send: the account has your last choice."

  // About
  case aboutDescription =
    "Lisan changes the language of a terminal and the direction of its screen."
  case aboutVersion = "Version"
  case aboutLicence = "Licence"
  case aboutLanguages = "Languages"
  case languageCount = "%d languages"
  case layoutDirection = "Layout direction"
  case leftToRight = "left to right"
  case rightToLeft = "right to left"
  case aboutLastChange = "Last change"
  /// The label of the age of the date above, such as `3 minutes ago`.
  case howLongAgo = "How long ago"
  /// The running request, and its duration.
  case lastChangeValue = "%1$@ (%2$@)"
  case lastChangeNever = "never"
  case aboutTerminal = "Terminal"
  case aboutFiles = "Files"
  case aboutPreferences = "Preference file"
  case aboutResources = "Language files"
  case aboutLog = "Log file"
  case theme = "Theme"
  case themeStandard = "Default"
  case themeLight = "Light"
  case themeDark = "Dark"
  case themeHighContrast = "High contrast"
  case themeMonochrome = "Monochrome"
  case themeTerminal = "Terminal palette"
  case hintTheme = "Press Enter to change the theme to %@"
  case hintAbout = "Move with the arrow keys to read on"

  // The terminal's self-test
  case terminalTest = "Terminal self-test"
  case hintTerminalTest = "Press Enter to see what Lisan knows about the terminal, and to test it"
  case terminalByName = "The terminal calls itself %@."
  case terminalByMode = "The terminal reorders text, and stops when it is told to."
  case terminalByAttributes = "The terminal identifies itself by the numbers %@."
  case terminalByType = "The terminal type is %@."
  case terminalDetached = "tmux does not say which terminal shows it; perhaps none does now."
  case terminalByProgram = "The program that shows this screen is %@."
  case terminalByVariable = "The variable %@ names this terminal."
  case terminalByAnswer = "The terminal answers, and nothing sets it apart from others."
  case terminalSilent = "Nobody answers: a program may be reading instead of a person."
  case terminalUnknown = "The terminal has not answered yet."
  case bidiModeAutomatic = "Automatic (now %@)"
  case bidiModeVisual = "As on the screen (%@)"
  case bidiModeKitty = "For kitty: words reversed (%@)"
  case bidiModeBetweenMarks = "Between direction marks (%@)"
  case bidiModeParagraph = "As a paragraph that the terminal reorders (%@)"
  case bidiModeMlterm = "The same for mlterm inside of tmux (%@)"
  case bidiModeQTerminal = "For QTerminal: piece by piece (%@)"
  case bidiModeMarks = "For xterm.js: a mark after each letter (%@)"
  case bidiModeLogical = "As the text is spelt, without joining (%@)"
  case terminalSamples = "How the samples should look"
  case lookOfWord = "The letters join and begin at the right; (AR) is to the left of them."
  case lookOfDigits = "The first two letters are one sign; 1 is the leftmost of the digits."
  case lookOfAddress = "The address is to the left of the word: 192 first, 10 last."
  case lookOfVersion = "The version is to the left of the word and begins with v1."

  // Keys
  case keyMove = "Move"
  case keyChoose = "Choose"
  /// The choice of a digit key.
  case keyNumber = "Option"
  case keySections = "Sections"
  case keyUndo = "Undo"
  case keyFind = "Find"
  case keyGoTo = "Go to"
  case keyRestart = "Restart"
  case keyHelp = "Help"
  case keyQuit = "Quit"
  case keyClose = "Close"
  case helpTitle = "Keys"
  case helpMove = "Go to the item above or below"
  case helpEnds = "Go to the first or the last item"
  case helpSides = "Go between the sections and their content"
  case helpNextPane = "Go to the sections and back"
  case helpActivate = "Choose the focused item"
  case helpNumber = "Choose the option with that number"
  case helpRestart = "Restart, when a restart is pending"
  case helpUndoChoice = "Take back the last choice"
  case helpFind = "Find a setting by its name"
  case findTitle = "Find a setting"
  case findCount = "%d results"

  // Other words by which a section or a setting is found; they are searched and not shown.
  case otherNamesTheme =
    "theme, colour, color, look, skin, design, dark mode, night mode"
  case otherNamesLanguage = "language, tongue, translation, locale"
  case otherNamesRegion = "region, country, place, location"
  case otherNamesAccount = "account, user, person, profile, sign in, login"
  case otherNamesSync = "sync, synchronize, server, cloud, upload"
  case otherNamesPrivacy = "privacy, data, tracking, telemetry, statistics"
  case otherNamesAbout = "about, version, licence, license, information, help"
  case otherNamesPlainMode = "screen reader, accessibility, blind, text only, questions"
  case otherNamesOrder =
    "order of letters, reversed letters, backwards, bidi, terminal"
  case otherNamesDirection = "direction, mirror, right to left, left to right, RTL"
  case otherNamesSignOut = "sign out, log out, log off, leave"

  case helpHelp = "Show this help"
  case helpMessages = "Read the messages again"
  case messagesTitle = "Messages"
  case messagesNone = "There were no messages yet."
  case helpRedraw = "Draw the screen again"
  case helpSuspend = "Go back to the shell for a while"

  // Text fields
  case fieldRoom = "Room for %d more characters"
  case keyKeep = "Keep"
  case keyCancel = "Cancel"
  case helpFields = "In a text field:"
  case helpKeep = "Keep the text"
  case helpCancel = "Undo all typing"
  case helpCaret = "Move by one character"
  case helpWord = "Move by one word"
  case helpTextEnds = "Go to the start or the end of the text"
  case helpSelect = "Select"
  case helpBackspace = "Delete the character before"
  case helpDelete = "Delete the character after"
  case helpDeleteWord = "Delete the word before"
  case helpDeleteToStart = "Delete to the start"
  case helpDeleteToEnd = "Delete to the end"
  case helpUndo = "Undo the last step"
  case helpLineBreak = "Begin a new line"

  // Leaving
  case farewellRestart = "The screen takes its new direction when Lisan is started again."
  case farewellSync = "The choice has not reached the account yet; Lisan will send it."
  case farewellUnsaved = "The choice could not be saved; the next start has the former one."
  case farewellBoth =
    "The screen takes its new direction when Lisan is started again; the choice has not reached the account yet."

  // Plain mode
  case plainState = "%1$@, %2$@"
  case plainValue = "%1$@: %2$@"
  case plainCurrent = "current"
  /// An item and the effect of choosing it.
  case plainDeed = "%1$@; choose it to %2$@"
  /// An item and why it cannot be chosen.
  case plainReason = "%1$@; %2$@"
  case deedSwitch = "switch the app to %@"
  case deedChoose = "choose %@"
  case deedFollow = "follow the system language"
  case deedUnfollow = "keep %@ whatever the system language is"
  case deedMirrorNow = "mirror the screen now"
  case deedAtOnce = "let a change of direction mirror the screen at once"
  case deedAfterRestart = "let a change of direction wait for a restart"
  case deedShellOn = "see the lines that files of the shell get"
  case deedShellOff = "take the lines out of the files of the shell"
  case deedPrograms = "read how programs show Arabic"
  case deedProfile = "switch to the profile %@"
  case deedNote = "edit the note"
  case deedSignOut = "sign out on this device"
  case deedMarket = "change the region to %@"
  case deedSynchronize = "compare with your account now"
  case deedSwitchOn = "switch this on"
  case deedSwitchOff = "switch this off"
  case deedMessages = "read earlier messages"
  case deedPseudo = "show the texts in the next made-up language"
  case deedTheme = "change the theme to %@"
  case deedTerminalTest = "see what Lisan knows about the terminal, and test it"
  case plainAsk = "%@: number, Enter to list, or ? for help:"
  case plainAskQuestion = "1 or 2:"
  case plainAskBack = "Enter to go back:"
  case plainAskFind = "What to find, or Enter to go back:"
  case plainAskFound = "Number, other words to find, or Enter to go back:"
  case plainAskText = "%@ (then press Enter):"
  case plainAskField = "New text, Enter to keep it as it is, or . to empty it:"
  case plainAskWork = "%@ Enter cancels it:"
  case plainWork = "%@ c cancels it."
  case plainFieldText = "The text is: %@"
  case plainFieldEmpty = "There is no text yet."
  case plainUnknown = "%@ is not one of the choices."
  case plainHelpNumber = "choose the item with that number"
  case plainHelpList = "list again"
  case plainHelpSections = "go to the sections"

  // Command line
  case usage = "usage: %@"
  case unknownCommand = "There is no command %@."
  case unknownOption = "There is no option %@."
  case optionNeedsValue = "The option %@ needs a value."
  case optionTakesNoValue = "The option %@ takes no value."
  case invalidValue = "%1$@ cannot be %2$@; it takes: %3$@."
  case optionNotTaken = "The option %1$@ belongs to: %2$@."
  case commandNeedsArgument = "The command %@ needs an argument."
  case programNotFound = "The program %@ is not found."
  /// A program, and the reason.
  case programNotRun = "The program %1$@ cannot be run: %2$@"
  case argumentNotTaken = "The command %1$@ does not take the argument %2$@."
  case didYouMean = "%1$@ Did you mean %2$@?"
  case unknownLanguage = "%1$@ is not a language of this installation; choose one of: %2$@."
  case unknownSetting = "There is no setting %1$@; the settings are: %2$@."
  case settingNeedsValue = "The setting %1$@ needs a value: %2$@."
  case settingHasNoValue = "The setting %@ has no value here."
  case settingIsNow = "%1$@ is now: %2$@"
  /// The variable that can name it.
  case homeUnknown = "The home directory of this user is unknown; set the variable %@."
  case preferenceFileAbsent = "There is no preference file at %@."
  case preferenceFileUnreadable = "The preference file cannot be read: %@"
  case languagesUnavailable = "The list of languages cannot be read: %@"
  case catalogUnavailable = "The texts of %1$@ cannot be used: %2$@"
  case preferenceNotWritten = "The choice cannot be written to %1$@: %2$@"
  case notWrittenForeignOwner = "it belongs to another user"
  case notWrittenNoFile = "it is not a regular file"
  /// The option that names another one.
  case notWrittenForeignFile =
    "it is not a preference file; move it, or name another one with %@"
  case notWrittenLocked = "another program is using it"
  case notWrittenNewer = "a later version of the program wrote it"
  case notWrittenDamaged = "it is damaged and could not be set aside: %@"
  case notWrittenUnfit = "the value does not fit"
  case fileTooLarge = "it is larger than %@"
  case exchangeNotUTF8 = "its text is not in UTF-8"
  case exchangeCharset = "its character set is %@; convert it with msgconv -t UTF-8"
  case exchangeControlCharacter = "it has the control character %@"
  /// A text, and the number of a line.
  case exchangeRepeated = "the text %1$@ is in line %2$@ already"
  case exchangeExpected = "expected here: %@"
  case exchangePluralForms = "its Plural-Forms do not fit the language"
  case exchangeNoLanguage = "it has no texts in %@"
  case exchangeSource = "its source texts are in %1$@, not in %2$@"
  case importNew = "%d new texts"
  case importChanged = "%d changed texts"
  case importSame = "%d texts as they were"
  case importLeftAlone = "%d texts left alone, because their translations are unfinished or empty"
  case importMissing = "%d texts without a translation"
  case importFormer = "The former file is now %@"
  case importRefused = "Nothing was changed, because the result would have %d errors."
  case exchangeUnknownFormat = "its name must end in one of: %@"
  case configurationUnreadable = "The file %1$@ cannot be read: %2$@"
  case configurationNotJSON = "%1$@: this is not JSON; expected here: %2$@"
  case configurationUnknownKey = "%1$@: there is no setting %2$@."
  case configurationRepeatedKey = "%1$@: the setting %2$@ is set twice."
  case configurationWrongType = "%1$@: the value of %2$@ must be a text in quotation marks."
  case themeUnknownPart = "%1$@: the screen has no part %2$@."
  case themeNoStyle = "%1$@: %2$@ is not a style; write it like %3$@, with colours from 16 to 255."
  case themeOneColor = "%1$@: give %2$@ both a text colour and a background, or give them to %3$@."
  /// A place, a part of the screen, and two ratios.
  case themeFaint = "%1$@: the contrast of %2$@ is %3$@; it needs at least %4$@."
  case environmentOverridden =
    "%1$@ is %2$@ in this shell, so its programs ignore LANGUAGE; unset it."
  case outputNotWritten = "The answer cannot be written: %@"
  case inputNotRead = "Standard input cannot be read: %@"
  case logUnavailable = "The file %1$@ cannot be written: %2$@"
  case notATerminal =
    "Lisan needs a terminal: standard input and standard output must both be one."
  case noCursorMovement =
    "The terminal type is not set or is dumb; set TERM to the name of your terminal."
  case unknownTerminal =
    "The terminal type %@ is not known here; set TERM to a type that is, such as xterm-256color."
  case foreignCharset =
    "The locale asks for the charset %@; Lisan needs UTF-8. Set LC_ALL to C.UTF-8."
  case terminalWithoutUTF8 =
    "The terminal %@ cannot show UTF-8, which Lisan needs; open another terminal."
  case noUTF8Locale = "The system has no UTF-8 locale; install C.UTF-8."
  case systemFailure = "The system call %1$@ failed: %2$@"
  case crashNotice = "Lisan stopped because of a fault of its own. Details: %@"
  case helpSummary =
    "A settings screen for the language of this terminal. Without a command it opens the screen."
  // Files of shells
  case shellUnknown = "Lisan does not know the files of the shell %1$@; name one with %2$@."
  case otherPrograms = "Other programs"
  case shellLanguage = "The language in new shells"
  case shellRun = "New shells in lisan run"
  case shellOff = "Programs in a shell do not know the language."
  case shellDiffers = "Only some files of the shell have the lines of Lisan."
  case shellEditedHere = "The lines of Lisan in %@ were edited by hand."
  case shellQuestion =
    "Lisan writes these lines into these files. Nothing else in them changes, and u takes the lines back."
  case shellWrite = "Write"
  case hintShellOn = "Press Enter to see the lines that files of the shell get"
  case hintShellOff = "Press Enter to take the lines out of the files of the shell"
  case explainShell =
    "Programs such as git and ls then speak this language in every new shell, where they have its texts."
  case programsSwitch = "Switch on “%@” in the section Language."
  case shellFileWritten = "%@ has the lines of Lisan now."
  case shellFileCleared = "%@ is as it was before Lisan."
  case shellFileBehind = "%1$@ is a link; the change is in %2$@."
  case shellUnchanged = "Nothing had to be changed."
  case shellEdited =
    "The lines of Lisan in %1$@ were edited by hand, so nothing was changed. Remove them, or undo the edit; %2$@ shows it."
  case shellNotWritten = "%1$@ could not be changed: %2$@"
  case shellHasLanguage = "This shell has the language."
  case shellWillHaveLanguage = "The next shell will have the language."

  case packagesTitle = "Programs"
  case programsAbout =
    "Each program can have a language of its own, in lisan run and in new shells that have the lines of Lisan."
  case programAsChosen = "As chosen"
  case programLanguage = "Language of %@"
  case programLeftAlone =
    "%@ is already a function, an alias or a command of this shell itself, so it keeps its language."
  case packagesAsking = "dpkg and apt are being asked. Nothing is downloaded."
  case packagesHere = "Installed packages with texts in this language"
  case packagesMore = "Packages that would bring more texts"
  case packagesNone = "No package here has texts in this language."
  case hintPackages = "Press Enter to see the programs with texts and choose their languages"
  case deedPackages = "see the programs with texts and choose their languages"
  case moreLanguages = "More languages"
  case languagesAbout =
    "Programs get these languages in this order, and each uses the first that it has texts in. The screen uses the first that is available here."
  case languageAdd = "Add a language"
  case languageUp = "Move up"
  case languageDown = "Move down"
  case languageRemove = "Remove"
  case languagesUnavailableHere =
    "None of these languages is available here, so nothing was changed."
  case hintMoreLanguages = "Press Enter to order several languages"
  case deedMoreLanguages = "order several languages"
  case systemByCommand =
    "%1$@ changes the language of the whole machine; %2$@ lists the packages with texts in it."
  // The language of the system. Of a change: a variable, its value, its former value.
  case systemChanged = "%1$@ of the system is %2$@ now; it was %3$@."
  case systemAdded = "%1$@ of the system is %2$@ now; it was not set."
  case loginChanged = "The language at the login screen is %1$@ now; it was %2$@."
  case loginAdded = "The language at the login screen is %@ now; it was not set."
  case systemBack = "To go back: %@"
  case systemOverridden = "%1$@ of the system is %2$@ and stays; programs use that language."
  case systemUnknown = "The language of the system cannot be read: %@"
  case loginUnknown = "The language at the login screen cannot be read: %@"
  /// A reason, and a command.
  case systemNotSet =
    "The language of the system was not changed: %1$@; an administrator can run %2$@."
  case loginNotSet = "The language at the login screen was not changed: %@"
  /// A language, a command, a locale.
  case localeMissing = "No locale of the language %1$@ is installed; %2$@ makes %3$@."
  case localeUnknown = "The system knows no locale of the language %@."
  case localesNotInstalled =
    "No locale of the language %1$@ is installed; the package %2$@ makes locales."
  case localeMade = "The locale %1$@ is installed; %2$@ has its line."
  case packagesUnknown = "The packages of this system cannot be read: %@"
  case localeNotMade = "The locale %1$@ was not made: %2$@; an administrator can run %3$@."

  case helpExamples = "Examples:"
  case helpExampleSet = "use a language, by its code or its name"
  case helpExampleSetting = "change another setting"
  case helpExampleRun = "open a shell whose right-to-left text is in order"
  case helpExampleHelp = "show what a command takes"
  case helpExampleGet = "print the language in use"
  case helpExampleGetSetting = "print another setting"
  case helpExampleValues = "list the values that a setting takes"
  case helpCommands = "Commands:"
  case helpCommandGet = "print the language in use, or the value of a setting"
  case helpCommandSet = "choose a language, or the value of another setting"
  case helpCommandReset = "set a setting back to its default"
  case helpCommandListSettings = "list the settings, or the values that one takes"
  case helpCommandHelp = "show this help, or that of a command"
  case helpCommandList = "list the languages: code, native name, direction, current"
  case helpCommandWatch = "print the language in use, then a line at each change"
  case helpCommandEnv = "print lines for eval that tell a shell's programs the language"
  case helpCommandShell =
    "write the language into the files that a shell reads at its start, or remove it"
  case helpCommandSystem =
    "show the language of the system and of the login screen, or change it"
  case helpCommandRun = "run a command, or a shell, and show its right-to-left text in order"
  case helpCommandLogical =
    "turn text copied from a terminal, on standard input, into what was written"
  case helpCommandCheck = "check every catalog of a folder"
  case helpCommandCompile = "compile every catalog of a folder, so that it loads faster"
  case helpCommandExport = "write the texts of a language to a PO or XLIFF file"
  case helpCommandImport = "take the texts of a language from a translator's file"
  case helpCommandPreview = "show the screen in a language of a folder; nothing is stored"
  case helpCommandStore = "show a preference file, or say what is wrong with it"
  case helpCommandSync = "send what is pending to the account, and follow a later choice there"
  case helpCommandSignIn = "sign in to the account's server; the password is asked for"
  case helpCommandSignOut = "end the session at the account's server"
  case helpCommandStatus =
    "print what this machine last knew of the account, its session and its sync; no server is asked"
  case noServer = "There is no server; name one with %@."
  /// A sign-in name and the server.
  case signedInAs = "Signed in as %1$@ at %2$@."
  case helpCommandConfig = "print each setting, its value and its source"
  case helpOptions = "Options:"
  case helpOptionPreference = "print the preference: system, or a code"
  case helpOptionJSON = "print JSON"
  case helpOptionReplace = "remove texts that the file does not have"
  case helpOptionFrom = "the folder that has the language's folder"
  case helpOptionSource = "compare the texts with those of this language"
  case helpOptionShell = "the shell that the lines are for"
  case helpOptionRun = "with shell install: open interactive shells in lisan run, too"
  case helpOptionGenerate = "with system: make the locale of the language if it is missing"
  case helpOptionPrograms =
    "with system: the packages with texts in the language, and those that would bring more"
  case helpOptionDryRun = "show the changes, and change nothing"
  case helpOptionDirection =
    "with run: the direction of paragraphs; auto goes by their first letter"
  case helpOptionFields =
    "with run: whether lines and gaps divide a row into fields, each ordered separately"
  case helpOptionAlign =
    "with run: whether right-to-left text is set at the right margin"
  case helpOptionSelfOrdering =
    "with run: programs that put right-to-left text in order themselves"
  case helpOptionKeepTerminalName =
    "with run: leave the terminal's name in the environment of programs"
  case helpOptionPromptMarks =
    "with run: whether bash, zsh and fish mark where prompts begin and end"
  case helpOptionServer = "the account server"
  case helpOptionMarket = "the region, such as EG"
  case helpOptionLanguage = "the language of people who have chosen none, such as ar"
  case helpOptionBidi = "how rows of Arabic are sent to the terminal; auto finds it out"
  case helpOptionWeb = "sign in by a code in a browser; no password is typed here"
  case helpOptionList = "the sections and items, one on each line, instead of the screen"
  case helpCommandOpen = "open the screen at a section, or at an item of it, such as about.terminal"
  case helpCommandTerminal = "print what is known about the terminal, with samples"
  case terminalReportName = "Name: %@"
  case terminalReportType = "Type: %@"
  case terminalReportMode = "Order of rows: %@"
  case terminalReportChosen = "Order of rows: %1$@, as chosen; found out: %2$@"
  case helpOptionPseudo = "show a made-up language, to review a screen by"
  case helpOptionResources = "the folder with the languages"
  case helpOptionPreferences = "the preference file"
  case helpOptionLog = "write the log to this file"
  case helpOptionTrace = "write one JSON object a line for each event to this file"
  case helpOptionConfig = "read the configuration from this file"
  case helpOptionTheme = "how the screen looks"
  case helpOptionThemeFile = "the colours of an appliance, in place of the default theme's"
  case helpOptionPlain = "numbered questions instead of a screen, for screen readers and slow lines"
  case helpOptionHelp = "show this help"
  case helpOptionVersion = "print the version"
  case helpEnvironment =
    "Options with a value can also be set in the environment, as LISAN_RESOURCES is, and in the configuration file. The command config shows them all."
  case helpManual = "The manual page explains everything: %@"

  /// Whether the text is in the plural file, with one form per plural category.
  public var isPlural: Bool { singular != nil }

  /// The built-in English text for the number one; nil if the text is not plural.
  public var singular: String? {
    switch self {
    case .languageCount: "%d language"
    case .workSeconds: "%d second"
    case .findCount: "%d result"
    case .fieldRoom: "Room for %d more character"
    case .failureTooManyWait: "That was tried too often; wait %d second."
    case .noticeSessionsEnded:
      "The oldest session of the account has ended, to make room for this one."
    case .importNew: "%d new text"
    case .importChanged: "%d changed text"
    case .importSame: "%d text as it was"
    case .importLeftAlone: "%d text left alone, because its translation is unfinished or empty"
    case .importMissing: "%d text without a translation"
    case .importRefused: "Nothing was changed, because the result would have %d error."
    default: nil
    }
  }

  /// The hint without the name of a key, for plain mode (R53); nil if the hint describes no action.
  var deed: Message? {
    switch self {
    case .hintSwitch: .deedSwitch
    case .hintChoose: .deedChoose
    case .hintFollow: .deedFollow
    case .hintUnfollow: .deedUnfollow
    case .hintMirrorNow: .deedMirrorNow
    case .hintAtOnce: .deedAtOnce
    case .hintAfterRestart: .deedAfterRestart
    case .hintPrograms: .deedPrograms
    case .hintShellOn: .deedShellOn
    case .hintShellOff: .deedShellOff
    case .hintPackages: .deedPackages
    case .hintMoreLanguages: .deedMoreLanguages
    case .hintProfile: .deedProfile
    case .hintNote: .deedNote
    case .hintSignOut: .deedSignOut
    case .hintMarket: .deedMarket
    case .hintSynchronize: .deedSynchronize
    case .hintSwitchOn: .deedSwitchOn
    case .hintSwitchOff: .deedSwitchOff
    case .hintMessages: .deedMessages
    case .hintPseudo: .deedPseudo
    case .hintTheme: .deedTheme
    case .hintTerminalTest: .deedTerminalTest
    default: nil
    }
  }

  /// The maximum width of each text in a place of fixed width, at 80 columns. All other texts are
  /// wrapped.
  public static var widthLimits: [String: Int] {
    var limits: [String: Int] = [:]
    let places: [(Int, [Message])] = [
      (22, Section.allCases.map(\.title)),
      (50, [.layoutDirection, .messagesTitle, .helpTitle, .findTitle, .findLanguage]),
      (50, [.terminalPrograms, .otherPrograms, .packagesTitle]),
      // At 20x6, a button is whole.
      (18, QuestionDialog.titles),
      (16, [.keyMove, .keyChoose, .keySections, .keyRestart, .keyHelp, .keyQuit, .keyClose]),
      (16, [.keyUndo, .keyFind, .keyGoTo, .keyNumber]),
      (16, [.keyKeep, .keyCancel]),
      // The longest label that the column of values makes room for.
      (27, [.followSystemLanguage, .shellLanguage, .shellRun]),
      (27, StoredSetting.allCases.map(\.title)),
      (28, StoredSetting.allCases.flatMap(\.values).compactMap(\.message)),
      (28, [.currentLanguage, .leftToRight, .rightToLeft]),
      (28, [.aboutVersion, .aboutLicence, .aboutLanguages, .aboutPreferences]),
      (28, [.aboutResources, .aboutLog, .aboutLastChange, .howLongAgo, .lastChangeNever]),
      (28, [.programsByCommand, .programsByOuterCommand, .programsByTerminal]),
      (28, [.programsLogical, .programsWithoutScreen]),
      (80, [.appName, .windowTooSmall]),
    ]
    for (limit, messages) in places {
      for message in messages { limits[message.rawValue] = limit }
    }
    return limits
  }
}
