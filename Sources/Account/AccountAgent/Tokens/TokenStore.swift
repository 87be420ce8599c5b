import AccountModel

/// Stores a server's token: `LISAN_TOKEN`, else the user's keyring, else a private file (R41).
struct TokenStore: Sendable {
  struct Found: Hashable, Sendable {
    let token: String
    let place: TokenPlace
  }

  /// A place holds something else than a token.
  struct InvalidToken: Error {
    let place: TokenPlace
  }

  private let given: String?
  private let service: SecretService?
  private let file: PrivateFile
  private let log: AgentLog

  init(
    server: ServerURL, places: AccountFiles, environment: (String) -> String?, log: AgentLog
  ) {
    given = environment(AccountFiles.tokenVariable).flatMap { $0.isEmpty ? nil : $0 }
    service = SecretService(server: server, environment: environment, log: log)
    file = PrivateFile(places.token)
    self.log = log
  }

  /// Whether the token is from `LISAN_TOKEN`.
  var isGiven: Bool { given != nil }

  /// The file for a token if no keyring accepts it.
  var path: String { file.path }

  /// Nil if no place holds anything. A valid token in the file is used if the keyring's is not.
  func find() async throws(InvalidToken) -> Found? {
    if let given { return try found(given, .environment, AccountFiles.tokenVariable) }
    var failure: InvalidToken?
    if let token = await service?.token() {
      do throws(InvalidToken) {
        return try found(token, .secretService, "the keyring")
      } catch {
        failure = error
      }
    }
    if let bytes = file.read() {
      return try found(String(decoding: bytes, as: UTF8.self), .file, file.path)
    }
    if let failure { throw failure }
    return nil
  }

  /// Stores a token in the first place that accepts it.
  func keep(_ token: String) async throws(PrivateFile.Failure) -> TokenPlace {
    if await service?.keep(token) ?? false {
      file.remove()
      return .secretService
    }
    try file.write(Array(token.utf8))
    return .file
  }

  /// Removes an invalid token, unless it has been replaced.
  func remove(_ found: Found) async {
    switch found.place {
    case .environment: return
    case .file:
      if file.read() == Array(found.token.utf8) { file.remove() }
    case .secretService:
      if await service?.token() == found.token { await service?.remove() }
    }
  }

  /// Validates a token; logs an invalid one without its text.
  private func found(
    _ token: String, _ place: TokenPlace, _ name: String
  ) throws(InvalidToken) -> Found {
    do throws(InvalidField) {
      return Found(token: try FieldRules.token(token), place: place)
    } catch {
      log.warningOnce("token", "\(name) does not hold a token: \(error.reason.rawValue)")
      throw InvalidToken(place: place)
    }
  }
}
