import AccountModel

/// Stores a server's token: `LISAN_TOKEN`, else the user's keyring, else a private file (R41).
struct TokenStore: Sendable {
  struct Found: Hashable, Sendable {
    let token: String
    let place: TokenPlace
  }

  private let given: String?
  private let service: SecretService?
  private let file: PrivateFile
  private let log: AgentLog

  init(
    server: ServerURL, places: AccountFiles, environment: (String) -> String?, log: AgentLog
  ) {
    given = environment("LISAN_TOKEN").flatMap { $0.isEmpty ? nil : $0 }
    service = SecretService(server: server, environment: environment, log: log)
    file = PrivateFile(places.token)
    self.log = log
  }

  /// Whether the token is from `LISAN_TOKEN`.
  var isGiven: Bool { given != nil }

  /// The file for a token if no keyring accepts it.
  var path: String { file.path }

  func find() async -> Found? {
    if let given {
      return valid(given, "LISAN_TOKEN").map { Found(token: $0, place: .environment) }
    }
    if let token = await service?.token().flatMap({ valid($0, "the keyring") }) {
      return Found(token: token, place: .secretService)
    }
    guard let bytes = file.read() else { return nil }
    return valid(String(decoding: bytes, as: UTF8.self), file.path).map {
      Found(token: $0, place: .file)
    }
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
  private func valid(_ token: String, _ place: String) -> String? {
    do throws(InvalidField) {
      return try FieldRules.token(token)
    } catch {
      log.warningOnce("token", "what \(place) holds is no token: \(error.reason.rawValue)")
      return nil
    }
  }
}
