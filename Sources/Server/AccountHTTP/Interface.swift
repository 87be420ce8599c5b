import AccountProtocol
import AccountService

extension Route {
  /// The interface for programs. A test compares it with `openapi.json`.
  package static let interface: [Route] = [
    Route("/rpc/sign_in", ("POST", signIn)),
    Route("/rpc/sign_out", ("POST", signOut)),
    Route("/rpc/device_code", ("POST", deviceCode)),
    Route("/rpc/device_token", ("POST", deviceToken)),
    Route("/rpc/device_cancel", ("POST", cancelDeviceCode)),
    Route("/rpc/me", ("GET", me), ("PATCH", changeMe), prompt: ["GET"]),
    Route("/rpc/follow", ("GET", follow), isHeld: true),
    Route("/rpc/app_config", ("GET", appConfiguration)),
    Route("/rpc/set_active_profile", ("POST", setActiveProfile)),
    Route("/healthz", ("GET", health), isServedAlways: true),
    Route("/readyz", ("GET", readiness)),
  ]

  private static let signIn: Handler = { site, request throws(Refused) in
    site.service.signIn(try request.message(), .app, from: request.address).map { $0.response }
  }

  private static let signOut: Handler = { site, request throws(Refused) in
    let session = try site.session(of: request)
    return site.service.signOut(session).map { .nothing.about(session.account) }
  }

  private static let deviceCode: Handler = { site, request throws(Refused) in
    site.service.giveDeviceCode(try request.message(), to: request.address)
      .map { Response(json: $0) }
  }

  private static let deviceToken: Handler = { site, request throws(Refused) in
    try site.service.pollDeviceCode(try request.message()).map { $0.response }
  }

  private static let cancelDeviceCode: Handler = { site, request throws(Refused) in
    try site.service.withdrawDeviceCode(try request.message()).map { .nothing }
  }

  private static let me: Handler = { site, request throws(Refused) in
    try site.service.accountView(of: try request.token()).map { $0.response }
  }

  private static let changeMe: Handler = { site, request throws(Refused) in
    let session = try site.session(of: request)
    return site.service.change(try request.message(), by: session).map { $0.response }
  }

  private static let setActiveProfile: Handler = { site, request throws(Refused) in
    let session = try site.session(of: request)
    return try site.service.setActiveProfile(try request.message(), by: session)
      .map { $0.response }
  }

  /// The account, as soon as it differs from the version in `If-None-Match`; 304 if it did not change
  /// while the client preferred to wait (R62).
  private static let follow: Handler = { site, request throws(Refused) in
    try site.service.follow(
      try request.token(), known: AccountVersion(ifNoneMatch: request.ifNoneMatch),
      seconds: WaitPreference(prefer: request.prefer).seconds
    ).map { followed in
      switch followed {
      case .news(let view): return view.response
      case .unchanged(let version):
        var response = Response(status: 304)
        response.headers.append(("ETag", version.header))
        return response
      }
    }
  }

  /// Public, because the sign-in screen needs it.
  private static let appConfiguration: Handler = { site, request throws(Refused) in
    .now(.success(Response(json: try site.service.configuration())))
  }

  /// The process is alive, in any state.
  private static let health: Handler = { _, _ throws(Refused) in
    .now(.success(Response(json: Health())))
  }

  /// The server can serve, and the database accepts writes.
  private static let readiness: Handler = { site, _ throws(Refused) in
    try site.service.probe().map { Response(json: Health()) }
  }
}

/// The answer of `GET /healthz` and `GET /readyz`.
private struct Health: Hashable, JSONMessage {
  var status = "ok"
}

// MARK: Requests

extension Site {
  /// The session of a request's token, within its limit of requests.
  package func session(of request: Request) throws(Refused) -> LiveSession {
    try service.session(of: try request.token())
  }
}

extension Request {
  fileprivate func token() throws(Refused) -> Token {
    guard let token = Token(authorization: authorization) else { throw Refused(.notSignedIn) }
    return token
  }

  /// Parses the message in the body.
  fileprivate func message<Message: JSONMessage>() throws(Refused) -> Message {
    try requireMediaType("application/json")
    do throws(MessageError) {
      return try Message(json: body)
    } catch {
      switch error {
      case .invalidJSON: throw Refused(.invalidJSON)
      case .invalidField(let invalid): throw Refused(.invalidField, field: invalid.field)
      }
    }
  }

  package func requireMediaType(_ name: String) throws(Refused) {
    let mediaType = contentType?.split(separator: ";").first?.filter { $0 != " " }
    guard mediaType?.lowercased() == name else { throw Refused(.unsupportedMediaType) }
  }
}

extension Token {
  /// The token of an `Authorization: Bearer …` header; nil for anything else.
  fileprivate init?(authorization: String?) {
    guard let words = authorization?.utf8.split(separator: UInt8(ascii: " ")), words.count == 2,
      Substring(words[0]).lowercased() == "bearer"
    else { return nil }
    self.init(String(Substring(words[1])))
  }
}

// MARK: Responses

extension NewSession {
  /// What its device is told.
  fileprivate var response: Response {
    Response(
      json: SignedIn(
        token: token.text, accountID: account, expiresAt: expiresAt,
        endedSessions: ended > 0 ? ended : nil)
    ).about(account)
  }
}

extension AccountView {
  fileprivate var response: Response {
    var response = Response("application/json", json)
    response.headers.append(("ETag", version.header))
    return response.about(account)
  }
}

extension ChangedAccount {
  fileprivate var response: Response {
    var response = Response(json: account).about(account.accountID)
    response.notes.language = choice?.language
    response.notes.device = choice?.origin.device
    response.notes.sequence = choice?.origin.sequence
    response.notes.outcome = outcome?.rawValue
    return response
  }
}

/// A version is an entity tag (RFC 9110, section 8.8.3).
extension AccountVersion {
  /// The tag of an `If-None-Match` header with one tag; nil for anything else. A proxy that
  /// compresses answers makes tags weak; they still name the same record.
  fileprivate init?(ifNoneMatch header: String?) {
    guard var text = header?[...], text.utf8.count <= 64 else { return nil }
    if text.hasPrefix("W/") { text = text.dropFirst(2) }
    guard text.utf8.count > 2, text.first == "\"", text.last == "\"" else { return nil }
    self.init(tag: String(text.dropFirst().dropLast()))
  }

  /// The value of an `ETag` header.
  fileprivate var header: String { "\"\(tag)\"" }
}
