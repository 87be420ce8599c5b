/// The agent's knowledge of the account and of the session with its server.
public struct AccountReport: Hashable, Codable, Sendable {
  public var signInState: SignInState
  /// Nil before a remote account's first answer, and while nobody is signed in.
  public var account: Account?
  /// Languages, markets, flags; nil for an embedded account, which uses the shipped files, and
  /// before a remote account's first answer.
  public var configuration: AppConfiguration?
  /// Whether the account was received in this run, and not read from an earlier run's cache.
  public var isFresh: Bool

  private enum CodingKeys: String, CodingKey {
    case signInState = "sign_in_state"
    case account, configuration
    case isFresh = "is_fresh"
  }

  public init(
    signInState: SignInState, account: Account? = nil, configuration: AppConfiguration? = nil,
    isFresh: Bool = false
  ) {
    self.signInState = signInState
    self.account = account
    self.configuration = configuration
    self.isFresh = isFresh
  }

  /// Whether the account is from the cache because its server has not answered yet.
  public var isCached: Bool { account != nil && !isFresh && signInState.isRemote }
}

/// Whether somebody is signed in, and how.
public enum SignInState: Hashable, Codable, Sendable {
  /// The Unix user's account in a local database, without sign-in.
  case embedded
  /// Somebody is signed in at a server.
  case signedIn(token: TokenPlace)
  /// The settings are closed until somebody signs in.
  case signInNeeded(reason: SignInReason)

  private enum CodingKeys: String, CodingKey {
    case embedded
    case signedIn = "signed_in"
    case signInNeeded = "sign_in_needed"
  }

  /// Whether the account is on a server.
  public var isRemote: Bool { self != .embedded }
}

/// Where a session's token is stored.
public enum TokenPlace: String, Hashable, Codable, Sendable {
  /// `LISAN_TOKEN`; this session cannot be signed out here.
  case environment
  /// The keyring of the desktop session.
  case secretService = "secret_service"
  /// A file with mode 0600 in the data directory.
  case file
}

/// Why a sign-in is needed.
public enum SignInReason: String, Hashable, Codable, Sendable {
  /// Nobody has signed in here.
  case neverSignedIn = "never_signed_in"
  /// Somebody signed out here.
  case signedOut = "signed_out"
  case expired
  /// The server does not know the session.
  case refused
  /// `LISAN_TOKEN` holds no token; no server was asked.
  case environmentTokenInvalid = "environment_token_invalid"
  /// The desktop's keyring holds no token; no server was asked.
  case secretServiceTokenInvalid = "secret_service_token_invalid"
  /// The token's file holds no token; no server was asked.
  case fileTokenInvalid = "file_token_invalid"

  /// The reason if a place holds something else than a token.
  public static func invalidToken(in place: TokenPlace) -> SignInReason {
    switch place {
    case .environment: .environmentTokenInvalid
    case .secretService: .secretServiceTokenInvalid
    case .file: .fileTokenInvalid
    }
  }
}
