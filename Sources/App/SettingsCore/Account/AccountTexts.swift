import AccountModel
import Localization

// Texts about the account.

extension AccountFailure {
  /// The text shown for the failure.
  public var text: Text {
    switch reason {
    case .offline, .invalidServer: .message(.failureOffline)
    case .timedOut: .message(.failureTimedOut)
    case .untrusted, .redirected: .message(.failureUntrusted)
    case .nonsense, .notFound: .message(.failureUnintelligible)
    case .notSignedIn: .message(.failureSignInNeeded)
    case .wrongCredentials: .message(.failureWrongPassword)
    case .signInRefused: .message(.failureSignInRefused)
    case .codeExpired: .message(.failureCodeExpired)
    case .forbidden, .refused, .noSuchMarket, .noSuchProfile:
      .message(.failureRefused)
    case .notPossible: .message(.failureTokenGiven, .code(AccountFiles.tokenVariable))
    case .otherDevice: .message(.failureOtherDevice)
    case .sessionDoubted: .message(.failureSessionDoubted)
    case .otherDatabase: .message(.failureOtherDatabase)
    case .languageNotOffered: .message(.failureLanguageNotOffered)
    case .tooManyRequests, .coolingDown:
      retryAfter.map { .count(.failureTooManyWait, $0) } ?? .message(.failureTooMany)
    case .serverError: .message(.failureServer)
    case .storage: .message(.failureStorage)
    case .cancelled: .message(.failureCancelled)
    case .unavailable: .message(.failureUnavailable)
    }
  }

  /// Whether no server answered.
  var isOffline: Bool {
    switch reason {
    case .offline, .invalidServer, .timedOut: true
    default: false
    }
  }
}

extension AccountRequest {
  /// The message shown while the request runs.
  var progress: Message { words.progress }

  /// The message shown if the request failed; it contains the reason.
  var failureMessage: Message { words.failure }

  private var words: (progress: Message, failure: Message) {
    switch self {
    case .signIn: (.workSigningIn, .signInFailed)
    case .signInByCode: (.workSigningInByCode, .signInFailed)
    case .signOut: (.workSigningOut, .signOutFailed)
    case .switchProfile: (.workSwitchingProfile, .profileNotSwitched)
    case .changeMarket: (.workChangingMarket, .marketNotChanged)
    case .setNote, .setPrivacy: (.workSaving, .accountNotSaved)
    case .synchronize: (.workSynchronizing, .synchronizeFailed)
    }
  }
}

extension AccountNotice {
  /// The text shown for the notice.
  public var text: Text {
    switch self {
    case .tokenInFile(let path): .message(.noticeTokenInFile, .path(path))
    case .databaseSetAside(let path): .message(.noticeDatabase, .path(path))
    case .languageRefused(let code):
      .message(.noticeLanguageRefused, .code(code.uppercased))
    case .signOutNotTold: .message(.noticeSignOutNotTold)
    case .sessionsEnded(let count): .count(.noticeSessionsEnded, count)
    }
  }

  /// Whether it is about an error.
  var isWarning: Bool {
    switch self {
    case .tokenInFile, .sessionsEnded: false
    case .databaseSetAside, .languageRefused, .signOutNotTold: true
    }
  }
}

extension AccountState {
  /// The place where the account is kept.
  var placeText: Text { server.map { .address($0) } ?? .message(.thisMachine) }
}

extension TokenPlace {
  /// Where the token is kept (R41).
  var text: Text {
    switch self {
    case .environment: .code(AccountFiles.tokenVariable)
    case .secretService: .message(.tokenInKeyring)
    case .file: .message(.tokenInFile)
    }
  }
}

extension SignInReason {
  /// The text above the fields of the form; nil at the first sign-in.
  var explanation: Text? {
    switch self {
    case .neverSignedIn, .signedOut: nil
    case .expired: .message(.signInExpired)
    case .refused: .message(.signInRefused)
    case .environmentTokenInvalid:
      .message(.signInGivenTokenInvalid, .code(AccountFiles.tokenVariable))
    case .secretServiceTokenInvalid: .message(.signInKeyringTokenInvalid)
    case .fileTokenInvalid: .message(.signInFileTokenInvalid)
    }
  }

  /// The message of a command that requires a sign-in.
  public var text: Text { explanation ?? .message(.failureSignInNeeded) }
}
