import Localization

/// Every text that the program shows, as its English form: the key in every catalog (R48).
///
/// `%@` stands for a value, `%1$@` for a numbered one, `%d` for the number that chooses the
/// plural form. A catalog holds these keys, no more and no fewer.
public enum Message: String, CaseIterable, MessageKey {
  case appName = "Lisan"

  // Sections
  case languageSection = "Language"
  case aboutSection = "About"

  // Language
  case languageDescription =
    "Choose the language of this app and of the programs that follow it."
  case currentLanguage = "current language"
  case followSystemLanguage = "Follow the system language"
  case on = "On"
  case off = "Off"
  case systemLanguageIs = "The system language is %@."
  case systemLanguageUnknown = "The system names no language that is available here."
  case selectorUnavailable = "The list of languages could not be loaded. The log says why."
  case selectorRetry = "Leave this section and come back to try again."
  case hintSwitch = "Press Enter to switch the app to %@"
  case hintCurrent = "%@ is the current language"
  case hintFollow = "Press Enter to follow the system language"
  case hintUnfollow = "Press Enter to keep %@ whatever the system language is"
  case hintOpenSection = "Press Enter to go to the section %@"

  // Restart
  case restartToRightToLeft = "Restart Lisan to lay out the screen from right to left?"
  case restartToLeftToRight = "Restart Lisan to lay out the screen from left to right?"
  case restartNow = "Restart now"
  case restartLater = "Later"
  case restartPending = "Restart pending: press %@ to change the layout direction"
  case restartPendingShort = "Restart pending: %@"
  case restartByHand = "The layout direction could not be set. Quit Lisan and start it again."
  case restartFailed = "Lisan could not restart; the restart is still pending. The log says why."

  // Toasts
  case switchFailed = "The switch to %@ did not complete; nothing was changed. The log says why."
  case choiceNotSaved = "The choice could not be saved and will not survive this session."
  case choiceNotDurable = "The choice may not survive a power cut: the disk reported an error."
  case storeUnreadable = "The stored choice could not be read, so English is used."
  case storeDamaged = "The stored choice was damaged, so English is used."
  case storeDamagedSetAside =
    "The stored choice was damaged, so English is used. The old file is kept as %@."
  case storeNewer =
    "The preference file belongs to a newer version of Lisan and will not be changed."
  case storedLanguageUnavailable =
    "The stored language %@ is not available, so English is used."
  case englishCatalogBroken =
    "The English texts could not be loaded, so the built-in ones are used. The log says why."
  case windowTooSmall = "Window too small"

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
  /// A date with its time, and how long ago that is.
  case lastChangeValue = "%1$@ (%2$@)"
  case lastChangeNever = "never"
  case aboutTerminal = "Terminal"
  case aboutPreferences = "Preference file"
  case aboutResources = "Language files"
  case aboutLog = "Log file"
  case hintAbout = "Move with the arrow keys to read on"

  // Keys
  case keyMove = "Move"
  case keyChoose = "Choose"
  case keySections = "Sections"
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
  case helpNumber = "Choose the language with that number"
  case helpRestart = "Restart, when a restart is pending"
  case helpHelp = "Show this help"
  case helpRedraw = "Draw the screen again"
  case helpSuspend = "Go back to the shell for a while"

  // Command line
  case usage = "usage: %@"
  case unknownCommand = "There is no command %@."
  case unknownOption = "There is no option %@."
  case optionNeedsValue = "The option %@ needs a value."
  case optionTakesNoValue = "The option %@ takes no value."
  case invalidValue = "%1$@ cannot be %2$@; it takes: %3$@."
  case optionNotTaken = "The option %1$@ belongs to: %2$@."
  case commandNeedsArgument = "The command %@ needs an argument."
  case argumentNotTaken = "The command %1$@ does not take the argument %2$@."
  case unknownLanguage = "%1$@ is not a language of this installation; choose one of: %2$@."
  case preferenceFileAbsent = "There is no preference file at %@."
  case preferenceFileUnreadable = "The preference file cannot be read: %@"
  case languagesUnavailable = "The list of languages cannot be read: %@"
  case catalogUnavailable = "The texts of %1$@ cannot be used: %2$@"
  case preferenceNotWritten = "The choice cannot be written to %1$@: %2$@"
  case configurationUnreadable = "The configuration file %1$@ cannot be read: %2$@"
  case configurationNotJSON = "%1$@: this is not JSON; expected here: %2$@"
  case configurationUnknownKey = "%1$@: there is no setting %2$@."
  case configurationRepeatedKey = "%1$@: the setting %2$@ stands here a second time."
  case configurationWrongType = "%1$@: the value of %2$@ must be a text in quotation marks."
  case environmentOverridden =
    "%1$@ is %2$@ in this shell, so its programs ignore LANGUAGE; unset it."
  case outputNotWritten = "The answer cannot be written: %@"
  case logUnavailable = "The file %1$@ cannot be written: %2$@"
  case notATerminal =
    "Lisan needs a terminal: standard input and standard output must both be one."
  case noCursorMovement =
    "The terminal type is not set or is dumb; set TERM to the name of your terminal."
  case unknownTerminal =
    "The terminal type %@ is not known here; set TERM to a type that is, such as xterm-256color."
  case foreignCharset =
    "The locale asks for the charset %@; Lisan needs UTF-8. Set LC_ALL to C.UTF-8."
  case noUTF8Locale = "The system has no UTF-8 locale; install C.UTF-8."
  case systemFailure = "The system call %1$@ failed: %2$@"
  case crashNotice = "Lisan stopped because of a fault of its own. Details: %@"
  case helpUsage =
    "A settings screen for the language of this terminal. Without a command it opens the screen."
  case helpCommands = "Commands:"
  case helpCommandGet = "print the language in use, or what was chosen"
  case helpCommandSet = "choose a language, or follow the system language"
  case helpCommandList = "list the languages: code, native name, direction, current"
  case helpCommandWatch = "print the language in use, then a line at each change"
  case helpCommandEnv = "print lines for eval that tell a shell's programs the language"
  case helpCommandCheck = "check every catalog of a folder"
  case helpCommandStore = "show a preference file, or say what is wrong with it"
  case helpCommandConfig = "print each setting, its value and what gave it"
  case helpOptions = "Options:"
  case helpOptionPreference = "print the preference: system, or a code"
  case helpOptionJSON = "print JSON"
  case helpOptionShell = "the shell that the lines are for: sh, bash and zsh, or fish"
  case helpOptionPseudo = "show a made-up language, to review a screen by: accented or rtl"
  case helpOptionResources = "the folder with the languages"
  case helpOptionPreferences = "the preference file"
  case helpOptionLog = "write the log to this file"
  case helpOptionTrace = "write one JSON object a line for each event to this file"
  case helpOptionConfig = "read the configuration from this file"
  case helpOptionHelp = "show this help"
  case helpOptionVersion = "print the version"
  case helpEnvironment =
    "Options with a value can stand in the environment as well, as LISAN_RESOURCES does, and in the configuration file. The command config shows them all."

  /// Whether the text lives in the plural file, with a form for each plural category.
  public var isPlural: Bool { self == .languageCount }

  /// The English text for one, where English is built in.
  public var singular: String? { self == .languageCount ? "%d language" : nil }

  /// How wide a text may be at 80 columns, for those that stand in a place of fixed width; the
  /// others are wrapped.
  public static var widthLimits: [String: Int] {
    var limits: [String: Int] = [:]
    let places: [(Int, [Message])] = [
      (22, [.languageSection, .aboutSection]),
      (50, [.layoutDirection, .helpTitle]),
      (22, [.restartNow, .restartLater]),
      (16, [.keyMove, .keyChoose, .keySections, .keyRestart, .keyHelp, .keyQuit, .keyClose]),
      (28, [.currentLanguage, .on, .off, .leftToRight, .rightToLeft]),
      (28, [.aboutVersion, .aboutLicence, .aboutLanguages, .aboutTerminal, .aboutPreferences]),
      (28, [.aboutResources, .aboutLog, .aboutLastChange, .lastChangeNever]),
      (80, [.appName, .windowTooSmall]),
    ]
    for (limit, messages) in places {
      for message in messages { limits[message.rawValue] = limit }
    }
    return limits
  }
}
