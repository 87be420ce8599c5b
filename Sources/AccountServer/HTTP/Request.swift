import AccountProtocol

/// A request whose body is whole.
struct Request: Sendable {
  let method: String
  /// Without the query, percent escapes undone.
  let path: String
  let address: ClientAddress
  let authorization: String?
  let contentType: String?
  let acceptLanguage: String?
  let body: [UInt8]
  /// The body went beyond `Bounds.body`, and was not kept.
  let isTooLarge: Bool
}

/// An answer to a request.
struct Response: Sendable {
  var status: Int
  var contentType: String?
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// What the access log tells beside the status.
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

/// What a request was about, for the access log; nothing of it is secret.
struct RequestNotes: Sendable {
  var account: Int64?
  var code: String?
  var language: String?
  var device: String?
  var sequence: Int64?
  var outcome: String?
  /// Why a request was refused, in more words than the code's.
  var message: String?
}

/// How a request is answered: at once, or when slower work is done, off the thread that serves the
/// connections.
enum Answer: Sendable {
  case now(Response)
  case later(@Sendable (_ answer: @escaping @Sendable (Response) -> Void) -> Void)
}
