import AccountProtocol
import Localization
import Settings

// What the helper process says, in the words of the settings, and the other way round.

extension AgentReport {
  /// The actions that a report comes to.
  var actions: [Action] {
    switch self {
    case .account(let report): [.accountReported(Settings.AccountReport(report))]
    case .sync(let report): [.syncReported(SyncStatus(report))]
    case .choice(let choice):
      LanguageCode(rawValue: choice.language).map {
        [.accountChoiceTaken($0, chosenAt: choice.chosenAt)]
      } ?? []
    case .notice(let notice): AccountNotice(notice).map { [.accountNoticed($0)] } ?? []
    case .finished(let id, let failure):
      [.requestEnded(id, failure.map { .failed(AccountFailure($0)) } ?? .succeeded)]
    }
  }
}

extension AgentRequest {
  /// - Parameters:
  ///   - language: the resolved code.
  ///   - sequence: the number of the record that it was resolved from.
  init(_ request: AccountRequest, language: LanguageCode, sequence: UInt64) {
    switch request {
    case .signIn(let login, let password): self = .signIn(login: login, password: password)
    case .signOut: self = .signOut
    case .switchProfile(let id): self = .switchProfile(profile: id)
    case .changeMarket(let code): self = .changeMarket(market: code.rawValue)
    case .setNote(let note): self = .setNote(note: note)
    case .setPrivacy(let analytics, let diagnostics):
      self = .setPrivacy(analytics: analytics, diagnostics: diagnostics)
    case .synchronize: self = .synchronize(language: language.rawValue, sequence: sequence)
    }
  }
}

extension Settings.AccountReport {
  init(_ report: AccountProtocol.AccountReport) {
    let tokenPlace: Settings.TokenPlace?
    let access: AccountState.Access
    switch report.session {
    case .embedded: (access, tokenPlace) = (.open, nil)
    case .signedIn(let place): (access, tokenPlace) = (.open, Settings.TokenPlace(place))
    case .signInNeeded(let reason):
      (access, tokenPlace) = (.signedOut(Settings.SignInReason(reason)), nil)
    }
    self.init(
      access: access, record: report.account.map { AccountRecord($0) },
      isCached: report.account != nil && !report.isFresh && report.session.isRemote,
      flags: report.configuration?.featureFlags.filter(\.value).keys.sorted() ?? [],
      tokenPlace: tokenPlace, markets: report.configuration.map { MarketList($0) })
  }
}

extension Settings.TokenPlace {
  fileprivate init(_ place: AccountProtocol.TokenPlace) {
    switch place {
    case .environment: self = .environment
    case .secretService: self = .secretService
    case .file: self = .file
    }
  }
}

extension Settings.SignInReason {
  fileprivate init?(_ reason: AccountProtocol.SignInReason) {
    switch reason {
    case .neverSignedIn: return nil
    case .expired: self = .expired
    case .refused: self = .refused
    }
  }
}

extension AccountRecord {
  fileprivate init(_ account: Account) {
    self.init(
      login: account.login, name: account.name, email: account.email, phone: account.phone,
      note: account.note, isDeveloper: account.isDeveloper,
      activeProfile: account.activeProfileID,
      profiles: account.profiles.map {
        Profile(
          id: $0.profileID, name: $0.name, language: LanguageCode(rawValue: $0.languageCode))
      }, analytics: account.privacy.analytics, diagnostics: account.privacy.diagnostics)
  }
}

extension MarketList {
  /// The server's markets, with what it offers at all of their languages, and that without markets
  /// too.
  fileprivate init(_ configuration: AppConfiguration) {
    let offered = configuration.languages.compactMap { LanguageCode(rawValue: $0) }
    self.init(
      configuration.markets.compactMap { market in
        let languages = market.languages.compactMap { LanguageCode(rawValue: $0) }
          .filter(offered.contains)
        guard let code = MarketCode(rawValue: market.code), !languages.isEmpty else { return nil }
        return MarketList.Market(code: code, languages: languages)
      },
      offer: Offer(
        languages: offered,
        defaultLanguage: LanguageCode(rawValue: configuration.defaultLanguageCode)))
  }
}

extension SyncStatus {
  fileprivate init(_ report: SyncReport) {
    let phase: Phase =
      switch report.state {
      case .synced: .synced
      case .pending: .pending
      case .sending: .sending
      }
    self.init(
      phase: phase, lastSuccess: report.syncedAt ?? 0,
      failure: report.failure.map { AccountFailure($0) })
  }
}

extension AccountFailure {
  init(_ failure: AgentFailure) {
    self =
      switch failure.reason {
      case .offline, .invalidServer: .offline
      case .timedOut: .timedOut
      case .untrusted, .redirected: .untrusted
      case .nonsense, .notFound: .unintelligible
      case .notSignedIn: .signInNeeded
      case .wrongCredentials: .wrongPassword
      case .forbidden, .refused, .noSuchMarket, .noSuchProfile, .notPossible: .refused
      case .languageNotOffered: .languageNotOffered
      case .otherDevice: .otherDevice
      case .sessionDoubted: .sessionDoubted
      case .tooManyRequests, .coolingDown: .tooMany(seconds: failure.retryAfter)
      case .serverError: .serverFault
      case .storage: .storage
      case .cancelled: .cancelled
      }
  }
}

extension AccountNotice {
  /// Nil for what names no language.
  init?(_ notice: AgentNotice) {
    switch notice {
    case .tokenInFile(let path): self = .tokenInFile(path: path)
    case .databaseSetAside(let path): self = .databaseSetAside(path: path)
    case .languageRefused(let language):
      guard let code = LanguageCode(rawValue: language) else { return nil }
      self = .languageRefused(code)
    case .signOutNotTold: self = .signOutNotTold
    }
  }
}
