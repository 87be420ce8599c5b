/// The account and its session as the agent knows them.
public struct AccountReport: Hashable, Codable, Sendable {
  public var session: AgentSession
  /// Nil before the first answer of a remote account, and while nobody is signed in.
  public var account: Account?
  /// Languages, markets, flags; nil for an embedded account, for which the shipped files hold, and
  /// before the first answer of a remote one.
  public var configuration: AppConfiguration?
  /// Whether both are what the account said in this run; else they were kept from an earlier one.
  public var isFresh: Bool

  public init(
    session: AgentSession, account: Account? = nil, configuration: AppConfiguration? = nil,
    isFresh: Bool = false
  ) {
    self.session = session
    self.account = account
    self.configuration = configuration
    self.isFresh = isFresh
  }

  enum CodingKeys: String, CodingKey {
    case session
    case account
    case configuration
    case isFresh = "is_fresh"
  }
}

/// Who is signed in, and how.
public enum AgentSession: Hashable, Codable, Sendable {
  /// The account of the Unix user in a database of this device; nobody signs in (R35).
  case embedded
  case signedIn(token: TokenPlace)
  /// No settings until somebody signs in (R40).
  case signInNeeded(reason: SignInReason)

  private enum CodingKeys: String, CodingKey {
    case embedded
    case signedIn = "signed_in"
    case signInNeeded = "sign_in_needed"
  }

  public var isRemote: Bool { self != .embedded }
}

/// Where a token is kept (R41).
public enum TokenPlace: String, Hashable, Codable, Sendable {
  /// `LISAN_TOKEN`; there is no signing out of it here.
  case environment
  case secretService = "secret_service"
  /// A file of mode 0600 in the data directory.
  case file
}

/// Why somebody has to sign in.
public enum SignInReason: String, Hashable, Codable, Sendable {
  /// Nobody has signed in here, or somebody has signed out.
  case neverSignedIn = "never_signed_in"
  /// The session has come to its end by time.
  case expired
  /// The server does not know the session (any more).
  case refused
}
