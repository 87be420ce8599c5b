import AccountModel
import AccountProtocol

/// An account on a server (R36), with the session's token.
struct RemoteAccount: AccountService {
  var door: ServerDoor

  func account() async throws(ServiceFailure) -> Account {
    try await door.ask("GET", "/rpc/me")
  }

  /// The server's configuration, which is public and says nothing about the session.
  func configuration() async throws(ServiceFailure) -> AppConfiguration? {
    do throws(ServiceFailure) {
      let (configuration, _): (AppConfiguration, String?) = try await door.askPublicly(
        "GET", "/rpc/app_config")
      return configuration
    } catch {
      guard error.signIn != nil else { throw error }
      throw ServiceFailure(
        AccountFailure(.nonsense, status: error.failure.status), error.detail)
    }
  }

  func change(_ change: AccountChange) async throws(ServiceFailure) -> Account {
    try await door.ask("PATCH", "/rpc/me", change)
  }

  func activate(profile: Int64, of account: Int64) async throws(ServiceFailure) -> Account {
    try await door.ask(
      "POST", "/rpc/set_active_profile", ProfileChange(accountID: account, profileID: profile))
  }

  /// This account, with other connections.
  func by(_ client: HTTPClient) -> RemoteAccount {
    var account = self
    account.door.client = client
    return account
  }

  /// The account once its version differs, or unchanged after this many seconds (R62).
  func news(
    after version: String?, within seconds: Int
  ) async throws(ServiceFailure) -> AccountNews {
    var headers = ["Prefer: wait=\(seconds)"]
    if let version { headers.append("If-None-Match: \(version)") }
    // A busy server may answer later than requested.
    let answer = try await door.answer(
      "GET", "/rpc/follow", body: nil, headers: headers, limit: 1000 * (seconds + 10))
    guard let version = answer.version, version.utf8.count <= Bounds.version,
      version.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), version.utf8.last == 0x22
    else {
      throw ServiceFailure(
        AccountFailure(.nonsense, status: answer.status), "GET /rpc/follow: an answer of no version"
      )
    }
    var news = AccountNews(version: version)
    if answer.status != 304 {
      let account: Account = try door.read(answer, "GET", "/rpc/follow")
      news.account = account
    }
    door.accepted(by: answer)
    return news
  }

  /// Ends the session at the server.
  func signOut() async throws(ServiceFailure) {
    _ = try await door.answer("POST", "/rpc/sign_out", body: nil)
  }
}

/// The answer to a request that follows an account.
struct AccountNews: Sendable {
  /// Nil if it is still the named version.
  var account: Account?
  /// Names the version in the next request.
  let version: String
}

/// Sends requests to a server, for a session or without one.
struct ServerDoor: Sendable {
  struct Session: Sendable {
    let token: String
    let rule: SessionRule
  }

  let server: ServerURL
  var client: HTTPClient
  /// The resolved language, for `Accept-Language`.
  let language: String
  /// Nil before somebody has signed in.
  var session: Session?

  /// Sends a request of the session, and reads the answer.
  func ask<Answer: JSONMessage>(
    _ method: String, _ path: String, _ message: (any JSONMessage)? = nil
  ) async throws(ServiceFailure) -> Answer {
    let answer = try await answer(method, path, body: message?.json())
    let value: Answer = try read(answer, method, path)
    accepted(by: answer)
    return value
  }

  /// Sends a request that needs no session, and reads the answer.
  ///
  /// - Returns: the answer, and the identity of the database that gave it.
  func askPublicly<Answer: JSONMessage>(
    _ method: String, _ path: String, _ message: (any JSONMessage)? = nil
  ) async throws(ServiceFailure) -> (Answer, database: String?) {
    let answer = try await answer(method, path, body: message?.json())
    return (try read(answer, method, path), answer.database)
  }

  /// Records that an answer accepted the session.
  func accepted(by answer: HTTPAnswer) {
    if let session { session.rule.accepted(session.token, by: answer.database) }
  }

  func read<Answer: JSONMessage>(
    _ answer: HTTPAnswer, _ method: String, _ path: String
  ) throws(ServiceFailure) -> Answer {
    do throws(MessageError) {
      return try Answer(json: answer.body, limit: Bounds.answer)
    } catch {
      throw ServiceFailure(
        AccountFailure(.nonsense, status: answer.status), "\(method) \(path): an answer of \(error)"
      )
    }
  }

  /// - Throws: also if another account database than the session's answered, with any answer.
  func answer(
    _ method: String, _ path: String, body: [UInt8]?, headers more: [String] = [],
    limit: Int? = nil
  ) async throws(ServiceFailure) -> HTTPAnswer {
    var headers = ["Accept: application/json", "Accept-Language: \(language)", "Expect:"] + more
    if let session { headers.append("Authorization: Bearer \(session.token)") }
    if body != nil { headers.append("Content-Type: application/json") }
    var request = HTTPRequest(
      method: method, url: server.text + path, headers: headers, body: body,
      reusesConnection: method == "GET", isDirect: server.isLoopback || !server.isEncrypted)
    if let limit { request.limit = limit }
    do throws(ServiceFailure) {
      let answer = try await client.answer(to: request)
      if let session, session.rule.isOther(answer.database, than: session.token) {
        throw ServiceFailure(
          AccountFailure(.otherDatabase, status: answer.status), "another account database answers")
      }
      // 304 is the answer to a request for news.
      guard (200..<300).contains(answer.status) || answer.status == 304 else {
        throw ServiceFailure(answer)
      }
      return answer
    } catch {
      var failure = error
      failure.detail = "\(method) \(path): \(failure.detail)"
      throw failure
    }
  }
}
