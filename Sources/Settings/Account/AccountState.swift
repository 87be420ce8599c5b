import AccountModel
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
    case signedOut(SignInReason)

    init(_ state: SignInState) {
      switch state {
      case .embedded, .signedIn: self = .open
      case .signInNeeded(let reason): self = .signedOut(reason)
      }
    }
  }

  public let home: Home
  public internal(set) var access: Access
  /// What the account holds; nil before the first answer.
  public internal(set) var details: Account?
  /// Whether the details are of an earlier run, because the server did not answer.
  public internal(set) var isCached = false
  /// The feature flags that are on.
  public internal(set) var flags: [String] = []
  public internal(set) var tokenPlace: TokenPlace?
  public internal(set) var sync: SyncStatus
  /// What the person waits for.
  public internal(set) var work: Work?
  var nextRequest: Int

  /// - Parameter nextRequest: more than the numbers of requests that may still end.
  public init(home: Home, access: Access, sync: SyncStatus = .unknown, nextRequest: Int = 1) {
    self.home = home
    self.access = access
    self.sync = sync
    self.nextRequest = nextRequest
  }

  public var isRemote: Bool { if case .remote = home { true } else { false } }

  /// Whether nothing of the settings may be shown.
  public var isSignInNeeded: Bool { access != .open }

  /// Takes over what the agent reported, but for the markets.
  mutating func take(_ report: AccountReport) {
    access = Access(report.signInState)
    details = report.account
    isCached = report.isCached
    flags = report.configuration?.flagsThatAreOn ?? []
    tokenPlace = if case .signedIn(let place) = report.signInState { place } else { nil }
  }

  /// Puts a language down as that of the active profile.
  mutating func activeProfileSpeaks(_ language: LanguageCode) {
    guard let details,
      let index = details.profiles.firstIndex(where: { $0.profileID == details.activeProfileID })
    else { return }
    self.details?.profiles[index].languageCode = language.rawValue
  }
}

/// What is known here of the sync.
public enum SyncStatus: Hashable, Sendable {
  /// Nothing was reported yet.
  case unknown
  /// What the agent reported last.
  case reported(SyncReport)
  /// The agent is missing or has died.
  case unavailable

  /// How far the sync is, where the agent has reported it.
  var state: SyncReport.State? {
    if case .reported(let report) = self { report.state } else { nil }
  }

  /// Whether the account does not have the choice made here yet.
  var isPending: Bool { state == .pending || state == .sending }

  /// When the account last answered, in milliseconds since 1970; nil where it never did.
  var syncedAt: Int64? {
    if case .reported(let report) = self { report.syncedAt } else { nil }
  }

  /// What went wrong at the last try.
  var failure: AccountFailure? {
    switch self {
    case .unknown: nil
    case .reported(let report): report.failure
    case .unavailable: AccountFailure(.unavailable)
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
