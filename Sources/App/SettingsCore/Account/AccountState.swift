import AccountModel
import Localization

/// The state of the account in the settings: access, contents, sync and the running request.
public struct AccountState: Hashable, Sendable {
  /// Whether the settings may be shown (R40).
  public enum Access: Hashable, Sendable {
    case open
    /// It is not known yet whether a user is signed in.
    case checking
    case signedOut(SignInReason)

    init(_ state: SignInState) {
      switch state {
      case .embedded, .signedIn: self = .open
      case .signInNeeded(let reason): self = .signedOut(reason)
      }
    }
  }

  /// The address of the account's server (R36); nil if the account lives in a database on this
  /// machine, without sign-in (R35).
  public let server: String?
  public internal(set) var access: Access
  /// The contents of the account; nil before the first answer.
  public internal(set) var details: Account?
  /// Whether the details come from an earlier run because the server did not answer.
  public internal(set) var isCached = false
  /// The feature flags that are on.
  public internal(set) var flags: [String] = []
  public internal(set) var tokenPlace: TokenPlace?
  public internal(set) var sync: SyncStatus
  /// The request that is running.
  public internal(set) var work: Work?
  var nextRequest: Int

  /// - Parameter nextRequest: greater than the number of any request that may still end.
  public init(
    server: String? = nil, access: Access = .open, sync: SyncStatus = .unknown,
    nextRequest: Int = 1
  ) {
    self.server = server
    self.access = access
    self.sync = sync
    self.nextRequest = nextRequest
  }

  public var isRemote: Bool { server != nil }

  /// Whether the settings are hidden until the user signs in.
  public var isSignInNeeded: Bool { access != .open }

  /// Takes over everything in the agent's report except the markets.
  mutating func apply(_ report: AccountReport) {
    access = Access(report.signInState)
    details = report.account
    isCached = report.isCached
    flags = report.configuration?.flagsThatAreOn ?? []
    tokenPlace = if case .signedIn(let place) = report.signInState { place } else { nil }
  }

  /// Records that a choice was made that the account may not have. Only a report of the agent
  /// confirms that it has.
  mutating func awaitConfirmation() {
    guard case .reported(var report) = sync else { return }
    report.state = .pending
    sync = .reported(report)
  }

  /// Records a language as that of the active profile.
  mutating func activeProfileSpeaks(_ language: LanguageCode) {
    guard let details,
      let index = details.profiles.firstIndex(where: { $0.profileID == details.activeProfileID })
    else { return }
    self.details?.profiles[index].languageCode = language.rawValue
  }
}

/// The known state of the sync.
public enum SyncStatus: Hashable, Sendable {
  /// The agent has reported nothing yet.
  case unknown
  /// The agent's last report.
  case reported(SyncReport)
  /// The agent is missing or has exited.
  case unavailable

  /// The state of the sync, if the agent has reported it.
  var state: SyncReport.State? {
    if case .reported(let report) = self { report.state } else { nil }
  }

  /// Whether a choice made here has not reached the account yet.
  var isPending: Bool { state == .pending || state == .sending }

  /// Whether no choice made here waits for the account.
  var hasNothingToSend: Bool { state == .synced || state == .unconfirmed }

  /// When the account last answered, in milliseconds since 1970; nil if it never did.
  var syncedAt: Int64? {
    if case .reported(let report) = self { report.syncedAt } else { nil }
  }

  /// Why the last attempt failed; nil if it did not.
  var failure: AccountFailure? {
    switch self {
    case .unknown: nil
    case .reported(let report): report.failure
    case .unavailable: AccountFailure(.unavailable)
    }
  }
}

/// A running request and the step of its progress indicator.
public struct Work: Hashable, Sendable {
  public let id: Int
  public let request: AccountRequest
  /// How often its progress was due, every 300 ms.
  var step = 0
  var isCancelled = false
  /// Whether the account already had the last choice when the request began.
  var hadNothingToSend = false
  /// The action that undoes it once it has succeeded.
  var undo: Undo?

  /// How long it has run so far.
  var seconds: Int { step * 3 / 10 }
}
