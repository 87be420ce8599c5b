/// What the agent knows of the account, and of the session with its server.
public struct AccountReport: Hashable, Sendable {
  public var signInState: SignInState
  /// Nil before the first answer of a remote account, and while nobody is signed in.
  public var account: Account?
  /// Languages, markets, flags; nil for an embedded account, for which the shipped files hold, and
  /// before the first answer of a remote one.
  public var configuration: AppConfiguration?
  /// Whether the account is what its server said in this run; else it was kept from an earlier one.
  public var isFresh: Bool

  public init(
    signInState: SignInState, account: Account? = nil, configuration: AppConfiguration? = nil,
    isFresh: Bool = false
  ) {
    self.signInState = signInState
    self.account = account
    self.configuration = configuration
    self.isFresh = isFresh
  }

  /// Whether the account is of an earlier run, because its server has not answered yet.
  public var isCached: Bool { account != nil && !isFresh && signInState.isRemote }
}

/// Whether somebody is signed in, and how.
public enum SignInState: Hashable, Sendable {
  /// The account of the Unix user in a database of this device; nobody signs in.
  case embedded
  case signedIn(token: TokenPlace)
  /// No settings until somebody signs in.
  case signInNeeded(reason: SignInReason)

  public var isRemote: Bool { self != .embedded }
}

/// Where a session's token is kept.
public enum TokenPlace: String, Hashable, Sendable {
  /// `LISAN_TOKEN`; there is no signing out of it here.
  case environment
  case secretService = "secret_service"
  /// A file of mode 0600 in the data directory.
  case file
}

/// Why somebody has to sign in.
public enum SignInReason: String, Hashable, Sendable {
  /// Nobody has signed in here, or somebody has signed out.
  case neverSignedIn = "never_signed_in"
  /// The session has come to its end by time.
  case expired
  /// The server does not know the session (any more).
  case refused
}
