import AccountModel
import AccountProtocol

/// An account on a server (R36), with the session's token.
struct RemoteAccount: AccountService {
  let server: ServerURL
  var client: HTTPClient
  /// The resolved language, for `Accept-Language`.
  let language: String
  let token: String

  func account() async throws(ServiceFailure) -> Account {
    try await door.ask("GET", "/rpc/me", token: token)
  }

  func configuration() async throws(ServiceFailure) -> AppConfiguration? {
    let configuration: AppConfiguration = try await door.ask("GET", "/rpc/app_config", token: token)
    return configuration
  }

  func change(_ change: AccountChange) async throws(ServiceFailure) -> Account {
    try await door.ask("PATCH", "/rpc/me", token: token, change)
  }

  func activate(profile: Int64, of account: Int64) async throws(ServiceFailure) -> Account {
    try await door.ask(
      "POST", "/rpc/set_active_profile", token: token,
      ProfileChange(accountID: account, profileID: profile))
  }

  /// The same account, by other connections.
  func by(_ client: HTTPClient) -> RemoteAccount {
    var account = self
    account.client = client
    return account
  }

  /// The account as soon as it is another version, or as it is after so many seconds (R62).
  func news(
    after version: String?, within seconds: Int
  ) async throws(ServiceFailure) -> AccountNews {
    var headers = ["Prefer: wait=\(seconds)"]
    if let version { headers.append("If-None-Match: \(version)") }
    // A server that is busy may answer later than it was asked to.
    let answer = try await door.answer(
      "GET", "/rpc/follow", token: token, body: nil, headers: headers,
      limit: 1000 * (seconds + 10))
    return try AccountNews(answer)
  }

  /// Ends the session at the server.
  func signOut() async throws(ServiceFailure) {
    _ = try await door.answer("POST", "/rpc/sign_out", token: token, body: nil)
  }

  private var door: ServerDoor { ServerDoor(server: server, client: client, language: language) }
}

/// Sends requests to a server, with or without a token.
struct ServerDoor: Sendable {
  let server: ServerURL
  let client: HTTPClient
  let language: String

  func signIn(_ person: SignIn) async throws(ServiceFailure) -> SignedIn {
    try await ask("POST", "/rpc/sign_in", token: nil, person)
  }

  func ask<Answer: JSONMessage>(
    _ method: String, _ path: String, token: String?, _ message: (any JSONMessage)? = nil
  ) async throws(ServiceFailure) -> Answer {
    let answer = try await answer(method, path, token: token, body: message?.json())
    do throws(MessageError) {
      return try Answer(json: answer.body, limit: Bounds.answer)
    } catch {
      throw ServiceFailure(
        AccountFailure(.nonsense, status: answer.status), "\(method) \(path): an answer of \(error)"
      )
    }
  }

  func answer(
    _ method: String, _ path: String, token: String?, body: [UInt8]?, headers more: [String] = [],
    limit: Int? = nil
  ) async throws(ServiceFailure) -> HTTPAnswer {
    var headers = ["Accept: application/json", "Accept-Language: \(language)", "Expect:"] + more
    if let token { headers.append("Authorization: Bearer \(token)") }
    if body != nil { headers.append("Content-Type: application/json") }
    var request = HTTPRequest(
      method: method, url: server.text + path, headers: headers, body: body,
      reusesConnection: method == "GET", isDirect: server.isLoopback || !server.isEncrypted)
    if let limit { request.limit = limit }
    let answer: HTTPAnswer
    do throws(TransferFailure) {
      answer = try await client.answer(to: request)
    } catch {
      var failure = ServiceFailure(error)
      failure.detail = "\(method) \(path): \(failure.detail)"
      throw failure
    }
    // 304 is the answer to a request for news.
    guard (200..<300).contains(answer.status) || answer.status == 304 else {
      var failure = ServiceFailure(answer)
      failure.detail = "\(method) \(path): \(failure.detail)"
      throw failure
    }
    return answer
  }
}
