import AccountProtocol

/// A request with its whole body.
struct Request: Sendable {
  let method: String
  /// The path without the query, percent-decoded.
  let path: String
  /// The query, as sent.
  let query: [UInt8]
  let address: ClientAddress
  let authorization: String?
  let contentType: String?
  let accept: String?
  let acceptLanguage: String?
  let ifNoneMatch: String?
  let prefer: String?
  let cookies: String?
  /// Where the request comes from, as far as a browser states it (`Sec-Fetch-Site`).
  let fetchSite: String?
  /// The host and port that the client addresses.
  let host: String
  /// Whether the client's connection is encrypted.
  let isEncrypted: Bool
  let body: [UInt8]
  /// Whether the body exceeded its bound and was not kept.
  let isTooLarge: Bool

  /// Whether a person reads the answer: programs use the paths below `/rpc/`, or do not ask for
  /// HTML.
  var isFromBrowser: Bool {
    !path.hasPrefix("/rpc/") && (accept ?? "").holds("text/html")
  }
}

/// An answer to a request.
struct Response: Sendable {
  var status: Int
  var contentType: String?
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// Additional fields for the access log.
  var notes = RequestNotes()

  /// `204 No Content`.
  static let nothing = Response(status: 204)

  init(status: Int) {
    self.status = status
  }

  init(json message: some JSONMessage, status: Int = 200) {
    self.status = status
    contentType = "application/json"
    body = message.json()
  }
}

/// Details of a request for the access log; none of them is secret.
struct RequestNotes: Sendable {
  var account: Int64?
  var code: String?
  var language: String?
  var device: String?
  var sequence: Int64?
  var outcome: String?
  /// A more detailed reason for a refusal than its code.
  var message: String?
}

/// How a request is answered.
enum Answer: Sendable {
  typealias Work = @Sendable (_ answer: @escaping @Sendable (Response) -> Void) -> Void

  case now(Response)
  /// By slow work off the connection's thread.
  case later(Work)
  /// When something happens, perhaps long after. Meanwhile the connection does not count as one of
  /// its address; the service limits such requests itself.
  case held(Work)

  /// The answer, with its response changed.
  func map(_ change: @escaping @Sendable (Response) -> Response) -> Answer {
    func changed(_ work: @escaping Work) -> Work {
      { answer in work { answer(change($0)) } }
    }
    return switch self {
    case .now(let response): .now(change(response))
    case .later(let work): .later(changed(work))
    case .held(let work): .held(changed(work))
    }
  }
}
