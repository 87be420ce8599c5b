import AccountModel
import AccountProtocol
import Localization

/// Every text of the server; the English text is the key.
package enum ServerMessage: String, CaseIterable, MessageKey {
  // Refusals
  case badRequest = "The request is not valid HTTP."
  case invalidJSON = "The request is not valid JSON."
  case invalidField = "The field %@ is missing or not valid."
  case invalidCredentials = "The sign-in name or the password is wrong."
  case notSignedIn = "Sign in first."
  case sessionExpired = "The session has expired. Sign in again."
  case forbidden = "This belongs to another account."
  case otherDevice = "The session is for another device. Sign in on this one."
  case notFound = "There is nothing here."
  case methodNotAllowed = "The address does not take this kind of request."
  case authorizationPending = "Nobody has decided in the browser yet."
  case slowDown = "The device asks too often."
  case accessDenied = "The sign-in was refused in the browser."
  case expiredToken = "The code is not valid any more. Ask for a new one."
  case languageNotOffered = "This language is not offered."
  case tooLarge = "The request is too large."
  case unsupportedMediaType = "The request is not of the type application/json."
  case tooManyAttempts = "Too many attempts. Try again later."
  case tooManyRequests = "Too many requests in a short time. Try again in a minute."
  case unavailable = "The server cannot do this at the moment. Try again later."
  case outOfService = "The server is out of service until its operator has looked after it."
  case failed = "The server failed. Its log says why."

  // The record
  case account = "Account"
  case login = "Sign-in name"
  case name = "Name"
  case email = "E-mail"
  case phone = "Phone"
  case language = "Language"
  case activeProfile = "active profile"
  case note = "Note"

  // The web pages
  case brand = "Lisan"
  case pageError = "Error: %@"
  case notDone = "This did not work"
  case toAccount = "Back to the account"
  case staleForm = "This page was open for too long, or the browser keeps no cookies. Try again."
  case signIn = "Sign in"
  case signInLead = "Sign in to see your account and to change it."
  case signOut = "Sign out"
  case record = "Your record"
  case languageHint = "Your devices take this language over."
  case changeLanguage = "Change language"
  case languageChanged = "Your language is now this one."
  case languageSuperseded = "Another device made a choice at the same time. That one holds."
  case profile = "Profile"
  case profileHint = "Each profile has its own language."
  case switchProfile = "Switch profile"
  case profileSwitched = "The profile is switched."
  case noProfile = "There is no such profile."
  case noteHint = "At most 2,000 characters."
  case saveNote = "Save note"
  case noteSaved = "The note is saved."
  case noteInvalid = "A note has at most 2,000 characters, and no control characters."
  case privacy = "Privacy"
  case analytics = "Usage statistics"
  case analyticsHint = "Which settings are used, without your name."
  case diagnostics = "Diagnostics"
  case diagnosticsHint = "What went wrong, when something does."
  case savePrivacy = "Save privacy settings"
  case privacySaved = "The privacy settings are saved."
  case password = "Password"
  case passwordHint = "A new one ends all your other sessions."
  case currentPassword = "Current password"
  case newPassword = "New password"
  case newPasswordAgain = "New password again"
  case changePassword = "Change password"
  case passwordWrong = "The current password is wrong."
  case passwordChanged = "The password is changed, and all other sessions have ended."
  case sessions = "Sessions"
  case sessionsHint = "Where you are signed in. Times are in UTC."
  case sessionHere = "This browser"
  case sessionBrowser = "Another browser"
  case sessionApp = "The app"
  case signedInAt = "Signed in at"
  case endSession = "End session"
  case endOtherSessions = "End all other sessions"
  case sessionEnded = "The session has ended."
  case otherSessionsEnded = "All other sessions have ended."

  // Signing in on a device
  case deviceTitle = "Sign in on a device"
  case deviceLead = "Type the code that the device shows."
  case deviceCode = "Code"
  case continueOn = "Continue"
  case codeUnknown = "There is no such code, or it is too old."
  case deviceQuestion = "Do you want to sign in on the device that shows this code?"
  case deviceAskedAt = "Asked at (UTC)"
  case deviceAddress = "From the address"
  case deviceWarning = "Allow this only if you started it yourself a moment ago."
  case allowDevice = "Allow"
  case refuseDevice = "Refuse"
  case deviceAllowed = "The device is being signed in. You can close this page."
  case deviceRefused = "The device is refused. You can close this page."

  // The notice
  case noticeSubject = "Your language is now %@"
  case noticeGreeting = "Hello %@,"
  case noticeText = "The language of your account %@ was changed to %@."
  case noticeAdvice =
    "If this was not you, change it back and ask those who run the server for a new password."

  // The command
  case usage = "usage: %@"
  case helpSummary = "The account server of Lisan, and its administration."
  case helpExamples = "Examples:"
  case helpCommands = "Commands:"
  case helpOptions = "Options:"
  case helpListen = "serve HTTP at an address and a port; port 0 takes a free one"
  case helpDatabase = "an SQLite file, or postgresql://…; the command init makes it"
  case helpOutbox = "write notices of changes to a Maildir folder"
  case helpSMTP = "send notices of changes by SMTP: smtp://HOST:PORT or smtps://HOST:PORT"
  case helpSMTPAuthentication =
    "the file with user name and password for SMTP, one on each line"
  case helpSMTPAuthority =
    "the certificates to trust for SMTP, in PEM; the system's where not given"
  case helpMailFrom = "the sender of the notices"
  case helpLog = "append the access log to a file instead of standard error"
  case helpMetrics = "serve metrics for Prometheus at another address, without TLS and password"
  case helpCertificate = "serve HTTPS with a certificate chain in PEM"
  case helpKey = "the certificate's key in PEM"
  case helpProxy = "take the clients' addresses from X-Forwarded-For"
  case helpSession = "days that a session lasts; 30 where not given"
  case helpRequest = "seconds that a request may take to arrive; 15 where not given"
  case helpStartEmpty = "set a damaged database aside and start with an empty one"
  case helpNotices =
    "seconds that a language has to hold before it is told by mail; 60 where not given"
  case helpConnections = "connections that one address may hold at a time; 200 where not given"
  case helpFollowers = "devices that may follow their account live; 10,000 where not given"
  case helpRequests =
    "requests that a session may send in a minute; 600 where not given, 0 for any number"
  case helpHashMemory = "memory for hashing a password, in MiB; 64 where not given"
  case helpHashThreads =
    "passwords that are hashed at a time; one for each processor where not given"
  case helpResources = "the folder with the languages"
  case helpHelp = "show this text"
  case helpCommandHelp = "show this help, or that of a command"
  case helpVersion = "show the version"
  case helpName = "a person's name, for add-user"
  case helpEmail = "a person's e-mail address, for add-user"
  case helpPhone = "a person's telephone number, for add-user"
  case helpLanguage = "a language, for add-user and add-profile"
  case helpDeveloper = "make the person a developer, for add-user"
  case helpInitialPasswords =
    "write new passwords for accounts that come without one to a new file"
  case helpSkipExisting = "leave out accounts whose login is taken"
  case helpAfter = "begin the list after this number"
  case helpLimit = "end the list after so many lines"
  case helpMatch = "list only what contains a text"
  case helpJSON = "print one JSON object on each line"
  case helpInit = "make an empty database; where there is one, nothing is changed"
  case helpAddUser = "add an account; the password comes from the terminal or standard input"
  case helpImport =
    "add all accounts of a file in CSV or JSON lines, or none; - is standard input"
  case helpListUsers = "number, login, name, language and kind of each account"
  case helpSetPassword = "set a password and end all sessions of the account"
  case helpUnlock = "let a person who failed to sign in too often try again at once"
  case helpUnlockAddress =
    "let a network address with too many failed sign-ins try again at once"
  case helpListSessions = "number, device, beginning and end of each session of an account"
  case helpRevoke = "end all sessions of an account, or the one with a number"
  case helpRevokeAll = "end the sessions of all accounts"
  case helpRemoveUser = "remove an account with all that belongs to it"
  case helpListProfiles = "number, name and language of each profile; * is the active one"
  case helpAddProfile = "add a profile to an account"
  case helpRemoveProfile = "remove a profile by its number"
  case helpSetDeveloper = "make a person a developer or take that back"
  case helpSetFlag = "switch a feature flag"
  case helpSetMarket = "set the languages of a region, the default first"
  case helpRemoveMarket = "remove a region"
  case helpSetLanguages = "set the languages that are offered, in their order"
  case helpSetDefaultLanguage = "set the language that serves where nothing else is known"
  case helpSetName = "set the name of a language or a region in a language; without NAME, remove it"
  case helpSetCooldown = "set the seconds that an app lets pass between two comparisons"
  case helpShowConfiguration = "show what app_config answers"
  case helpListNotices = "list the notices that wait, and those that cannot be delivered"
  case helpRetryNotices = "send the notice of an account again, or all undeliverable ones"
  case helpDropNotices = "drop the notice of an account, or all undeliverable ones"
  case helpAudit = "list who changed what by these commands, and when"
  case helpBackup = "write a copy of the database to a new file, also while the server runs"
  case helpMigrate = "bring the database to this version; starting the server does the same"
  case helpCopy = "carry the accounts of a file into a new PostgreSQL database"
  case helpFrom = "the SQLite file to copy, for copy"
  case helpTo = "the address of the new database, for copy"
  case listening = "Listening on %@"
  case metricsAt = "Metrics at %@"
  case stopping = "Stopping"
  case databaseSetAside = "The database was damaged and is set aside as %@. An empty one serves."
  case databaseDamaged =
    "The database %@ is damaged. Nothing is served until a copy is restored, or the server is started with --start-empty."
  case databaseDisplaced =
    "The database %@ was replaced or deleted while the server was running. Nothing is served until the server is started again."
  case databaseNewer =
    "The database %@ was migrated by a newer version of this program, which this one cannot follow. Nothing is served until this server is replaced."
  case passwordInAddress =
    "A password does not belong in an argument, where other users see it. Give it in a password file (PGPASSFILE, passfile=) or in PGPASSWORD."
  case addressInvalid = "The address of the database is not valid: %@"
  case backupNeedsFile =
    "Only a file can be copied like this. Use pg_dump for a PostgreSQL database."
  case migrated = "The schema had version %@ and has version %@."
  case copied = "Accounts copied: %@"
  case copyTargetInUse = "There are accounts already in %@, and no copy has put them there."
  case copyDiffers =
    "The copy differs from the file in the table %@. It is not usable; drop the database and copy again."
  case databaseMade = "The account database %@ is made."
  case databaseExists = "There is an account database at %@ already. Nothing was changed."
  case databaseMissing =
    "There is no account database at %@. The command `lisan-server init`, with the same --database, makes one."
  case databaseForeign = "The database %@ belongs to another program. Nothing was changed."
  case databaseFailed = "The database cannot be used: %@"
  case resourcesInvalid = "The languages cannot be read: %@"
  case marketsInvalid = "The regions cannot be read: %@"
  case cannotListen = "Cannot listen on %@: %@"
  case cannotServe = "Cannot serve: libmicrohttpd did not start."
  case certificateInvalid = "Cannot use the certificate or its key: %@"
  case mailLibraryMissing = "Cannot load the library for mail: %@"
  case outputNotWritten = "The answer cannot be written: %@"
  case noMemory = "There is not enough memory to hash a password."
  case noThreads = "No thread can be started: %@. Raise the limits: ulimit -u, ulimit -v."
  case cannotOpenFile = "Cannot open %@: %@"
  case unknownCommand = "There is no command %@."
  case unknownOption = "There is no option %@."
  case optionNeedsValue = "The option %@ needs a value."
  case optionTakesNoValue = "The option %@ takes no value."
  case invalidValue = "%1$@ cannot be %2$@; it takes: %3$@."
  case optionNotTaken = "The option %1$@ belongs to: %2$@."
  case commandNeedsArgument = "The command %@ needs an argument."
  case argumentNotTaken = "The command %1$@ does not take the argument %2$@."
  case didYouMean = "%1$@ Did you mean %2$@?"
  case numberNotTaken = "%@ takes a whole number from %@ to %@, not: %@"
  case wrongArguments = "The command does not take these arguments: %@"
  case passwordPrompt = "Password: "
  case passwordAgain = "The same again: "
  case passwordsDiffer = "The two passwords differ."
  case passwordUnusable = "A password has at least 8 characters and at most 1,024 bytes."
  case loginTaken = "The login is taken: %@"
  case noSuchUser = "There is no such account: %@"
  case noSuchProfile = "There is no such profile: %@"
  case tooManyProfiles = "The account has as many profiles as it may have."
  case noSuchMarket = "There is no such region: %@"
  case marketInvalid = "A region's code has 2 to 7 ASCII letters, digits and hyphens: %@"
  case cooldownInvalid = "A cooldown is a whole number of seconds up to 86400: %@"
  case configurationInvalid = "The configuration would not be valid: %@"
  case sessionsEnded = "Sessions ended: %@"
  case smtpInvalid =
    "Mail goes to smtp://HOST:PORT or smtps://HOST:PORT, without a name or password: %@"
  case smtpAuthenticationInvalid =
    "Cannot use %@: it must be your own file that nobody else can read, with user name and password on two lines: %@"
  case twoOutboxes = "Notices go to one place: either --outbox or --smtp."
  case needsSMTP = "The option needs --smtp: %@"
  case noticesRetried = "Notices to be sent again: %@"
  case noticesDropped = "Notices dropped: %@"
  case noSuchSession = "There is no such session: %@"
  case networkAddressInvalid = "This is not a network address: %@"
  case more = "There are more; go on with --after %@"
  case auditRemoved = "Older entries that were removed because there were too many: %@"
  case imported = "Accounts added: %@"
  case importSkipped = "Left out because their login is taken: %@"
  case importRefused = "Nothing was added. Lines that cannot be used: %@"
  case importBroken = "Line %@: not valid CSV, JSON or UTF-8"
  case importUnknownField = "Line %@: unknown field: %@"
  case importField = "Line %@: the field %@ is missing or not valid"
  case importSameLogin = "Line %@: the login %@ is already in line %@"
  case importTaken = "Line %@: the login is taken: %@"
  case added = "Added with the number %@."
  case done = "Done."

  package var isPlural: Bool { false }
}

extension RefusalCode {
  package var message: ServerMessage {
    switch self {
    case .badRequest: .badRequest
    case .invalidJSON: .invalidJSON
    case .invalidField: .invalidField
    case .invalidCredentials: .invalidCredentials
    case .notSignedIn: .notSignedIn
    case .sessionExpired: .sessionExpired
    case .forbidden: .forbidden
    case .otherDevice: .otherDevice
    case .staleForm: .staleForm
    case .authorizationPending: .authorizationPending
    case .slowDown: .slowDown
    case .accessDenied: .accessDenied
    case .expiredToken: .expiredToken
    case .notFound: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .languageNotOffered: .languageNotOffered
    case .tooLarge: .tooLarge
    case .unsupportedMediaType: .unsupportedMediaType
    case .tooManyAttempts: .tooManyAttempts
    case .tooManyRequests: .tooManyRequests
    case .unavailable: .unavailable
    case .outOfService: .outOfService
    case .failed: .failed
    }
  }
}
