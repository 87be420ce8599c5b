import AccountModel

/// Where a server's token is: `LISAN_TOKEN`, else the person's keyring, else a file for its owner
/// alone (R41).
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
    service = SecretService(server: server, environment: environment)
    file = PrivateFile(places.token)
    self.log = log
  }

  /// Whether `LISAN_TOKEN` says who is signed in.
  var isGiven: Bool { given != nil }

  /// Where `keep` puts a token that no keyring takes.
  var path: String { file.path }

  func find() async -> Found? {
    if let given {
      return valid(given, "LISAN_TOKEN").map { Found(token: $0, place: .environment) }
    }
    if let service {
      do throws(SecretService.Failure) {
        if let token = try await service.token().flatMap({
          valid($0, "the keyring")
        }) {
          return Found(token: token, place: .secretService)
        }
      } catch {
        log.warning("token", "secret service: \(error.reason)")
      }
    }
    guard let bytes = file.read() else { return nil }
    return valid(String(decoding: bytes, as: UTF8.self), file.path).map {
      Found(token: $0, place: .file)
    }
  }

  /// Keeps a token in the first place that takes it.
  func keep(_ token: String) async throws(PrivateFile.Failure) -> TokenPlace {
    if let service {
      do throws(SecretService.Failure) {
        try await service.keep(token)
        file.remove()
        return .secretService
      } catch {
        log.warning("token", "secret service: \(error.reason)")
      }
    }
    try file.write(Array(token.utf8))
    return .file
  }

  /// Removes a token that opens nothing any more, unless another one has taken its place.
  func remove(_ found: Found) async {
    switch found.place {
    case .environment: return
    case .file:
      if file.read() == Array(found.token.utf8) { file.remove() }
    case .secretService:
      do throws(SecretService.Failure) {
        guard let service, try await service.token() == found.token else { return }
        try await service.remove()
      } catch {
        log.warning("token", "secret service: \(error.reason)")
      }
    }
  }

  /// What is a token; what is not, the log tells without showing it.
  private func valid(_ token: String, _ place: String) -> String? {
    do throws(InvalidField) {
      return try FieldRules.token(token)
    } catch {
      log.warningOnce("token", "what \(place) holds is no token: \(error.reason.rawValue)")
      return nil
    }
  }
}
