import Localization

/// The account as the settings know it: whose it is, where it lives, what is under way with it.
public struct AccountState: Hashable, Sendable {
  /// Where the account lives.
  public enum Home: Hashable, Sendable {
    /// In a database of this machine; nobody signs in (R35).
    case embedded
    /// On a server, by its address (R36).
    case remote(server: String)
  }

  /// Whether the settings may be shown (R40).
  public enum Access: Hashable, Sendable {
    case open
    /// It is not known yet whether somebody is signed in.
    case checking
    case signedOut(SignInReason?)
  }

  public let home: Home
  public internal(set) var access: Access
  public internal(set) var record: AccountRecord?
  /// Whether the record is of an earlier time, because the server did not answer.
  public internal(set) var isCached = false
  /// The feature flags that are on.
  public internal(set) var flags: [String] = []
  public internal(set) var tokenPlace: TokenPlace?
  public internal(set) var sync: SyncStatus
  /// What the person waits for.
  public internal(set) var work: Work?
  var nextRequest: Int

  /// - Parameter nextRequest: more than the numbers of requests that may still end.
  public init(home: Home, access: Access, sync: SyncStatus = SyncStatus(), nextRequest: Int = 1) {
    self.home = home
    self.access = access
    self.sync = sync
    self.nextRequest = nextRequest
  }

  public var isRemote: Bool { if case .remote = home { true } else { false } }

  /// Whether nothing of the settings may be shown.
  public var isSignInNeeded: Bool { access != .open }
}

/// Why somebody has to sign in, where it is not that they never did.
public enum SignInReason: Hashable, Sendable {
  /// The session has come to its end by time.
  case expired
  /// The server does not know the session any more.
  case refused
}

/// Where the token is kept (R41).
public enum TokenPlace: Hashable, Sendable {
  case environment
  case secretService
  case file
}

/// A user record, as far as the settings show it.
public struct AccountRecord: Hashable, Sendable {
  public struct Profile: Hashable, Sendable {
    public let id: Int64
    public let name: String
    public internal(set) var language: LanguageCode?

    public init(id: Int64, name: String, language: LanguageCode?) {
      self.id = id
      self.name = name
      self.language = language
    }
  }

  public var login: String
  public var name: String
  public var email: String?
  public var phone: String?
  public var note: String
  public var isDeveloper: Bool
  public var activeProfile: Int64?
  public var profiles: [Profile]
  public var analytics: Bool
  public var diagnostics: Bool

  public init(
    login: String, name: String, email: String? = nil, phone: String? = nil, note: String = "",
    isDeveloper: Bool = false, activeProfile: Int64? = nil, profiles: [Profile] = [],
    analytics: Bool = false, diagnostics: Bool = false
  ) {
    self.login = login
    self.name = name
    self.email = email
    self.phone = phone
    self.note = note
    self.isDeveloper = isDeveloper
    self.activeProfile = activeProfile
    self.profiles = profiles
    self.analytics = analytics
    self.diagnostics = diagnostics
  }
}

extension AccountRecord {
  mutating func activeProfileSpeaks(_ language: LanguageCode) {
    guard let index = profiles.firstIndex(where: { $0.id == activeProfile }) else { return }
    profiles[index].language = language
  }
}

/// What the helper process said about the account.
public struct AccountReport: Hashable, Sendable {
  public var access: AccountState.Access
  public var record: AccountRecord?
  public var isCached: Bool
  public var flags: [String]
  public var tokenPlace: TokenPlace?
  /// The markets that the server offers; nil where it said nothing about them.
  public var markets: MarketList?

  public init(
    access: AccountState.Access, record: AccountRecord? = nil, isCached: Bool = false,
    flags: [String] = [], tokenPlace: TokenPlace? = nil, markets: MarketList? = nil
  ) {
    self.access = access
    self.record = record
    self.isCached = isCached
    self.flags = flags
    self.tokenPlace = tokenPlace
    self.markets = markets
  }
}

/// How far the account knows of the choice made here.
public struct SyncStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// Nothing was said yet.
    case unknown
    case synced
    /// The choice is kept here and will be sent (R38).
    case pending
    case sending
    /// The helper process is missing or has died.
    case unavailable
  }

  public var phase: Phase
  /// When the account last had what is here, in milliseconds since 1970; 0 where it never did.
  public var lastSuccess: Int64
  /// What went wrong at the last try.
  public var failure: AccountFailure?

  public init(phase: Phase = .unknown, lastSuccess: Int64 = 0, failure: AccountFailure? = nil) {
    self.phase = phase
    self.lastSuccess = lastSuccess
    self.failure = failure
  }
}

/// Why something was not done with the account.
public enum AccountFailure: Hashable, Sendable {
  /// No answer: no network, no server.
  case offline
  case timedOut
  /// The login and the password do not belong together.
  case wrongPassword
  case signInNeeded
  /// The server's certificate cannot be trusted, or it sends elsewhere.
  case untrusted
  /// The server does not take it.
  case refused
  /// The server does not offer the chosen language.
  case languageNotOffered
  /// The session is for another device.
  case otherDevice
  /// The server did not know the session, and is asked once more.
  case sessionDoubted
  /// Too many tries; in how many seconds the next one counts, where that is known.
  case tooMany(seconds: Int?)
  case serverFault
  /// An answer that makes no sense.
  case unintelligible
  /// The database of this machine could not be read or written.
  case storage
  case cancelled
  /// The helper process is missing or has died.
  case unavailable

  /// What the person reads.
  public var text: Text {
    switch self {
    case .offline: .message(.failureOffline)
    case .timedOut: .message(.failureTimedOut)
    case .wrongPassword: .message(.failureWrongPassword)
    case .signInNeeded: .message(.failureSignInNeeded)
    case .untrusted: .message(.failureUntrusted)
    case .refused: .message(.failureRefused)
    case .languageNotOffered: .message(.failureLanguageNotOffered)
    case .otherDevice: .message(.failureOtherDevice)
    case .sessionDoubted: .message(.failureSessionDoubted)
    case .tooMany(let seconds?): .count(.failureTooManyWait, seconds)
    case .tooMany(nil): .message(.failureTooMany)
    case .serverFault: .message(.failureServer)
    case .unintelligible: .message(.failureUnintelligible)
    case .storage: .message(.failureStorage)
    case .cancelled: .message(.failureCancelled)
    case .unavailable: .message(.failureUnavailable)
    }
  }
}

/// Something that the helper process is asked to do with the account.
public enum AccountRequest: Hashable, Sendable {
  case signIn(login: String, password: String)
  case signOut
  case switchProfile(Int64)
  /// Asks the server what the market offers now (R43).
  case changeMarket(MarketCode)
  case setNote(String)
  case setPrivacy(analytics: Bool, diagnostics: Bool)
  case synchronize

  /// What the person reads while it runs.
  var progress: Message {
    switch self {
    case .signIn: .workSigningIn
    case .signOut: .workSigningOut
    case .switchProfile: .workSwitchingProfile
    case .changeMarket: .workChangingMarket
    case .setNote, .setPrivacy: .workSaving
    case .synchronize: .workSynchronizing
    }
  }

  /// What the person reads where it failed; the reason stands in it.
  var failureMessage: Message {
    switch self {
    case .signIn: .signInFailed
    case .signOut: .signOutFailed
    case .switchProfile: .profileNotSwitched
    case .changeMarket: .marketNotChanged
    case .setNote, .setPrivacy: .accountNotSaved
    case .synchronize: .synchronizeFailed
    }
  }
}

/// A request that runs, and how often its sign of life has moved.
public struct Work: Hashable, Sendable {
  public let id: Int
  public let request: AccountRequest
  var step = 0
  var isCancelled = false
  /// Whether the account had the last choice when it began.
  var hadNothingToSend = false
}

/// How a request ended.
public enum RequestResult: Hashable, Sendable {
  case succeeded
  case failed(AccountFailure)
}

/// Something about the account that the person should be told once.
public enum AccountNotice: Hashable, Sendable {
  /// There is no keyring, so the token is kept in this file (R41).
  case tokenInFile(path: String)
  /// The account's database was damaged; the old file has this name now.
  case databaseSetAside(path: String)
  /// The account does not take the choice of this language.
  case languageRefused(LanguageCode)
  /// The session has ended here, and the server does not know.
  case signOutNotTold

  /// What the person reads.
  public var text: Text {
    switch self {
    case .tokenInFile(let path): .message(.noticeTokenInFile, [.identifier(.path(path))])
    case .databaseSetAside(let path): .message(.noticeDatabase, [.identifier(.path(path))])
    case .languageRefused(let code):
      .message(.noticeLanguageRefused, [.identifier(.code(code.uppercased))])
    case .signOutNotTold: .message(.noticeSignOutNotTold)
    }
  }
}
