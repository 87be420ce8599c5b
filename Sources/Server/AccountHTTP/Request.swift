import AccountProtocol
import AccountService

/// A request with its whole body.
package struct Request: Sendable {
  package let method: String
  /// The path without the query, percent-decoded.
  package let path: String
  /// The query, as sent.
  package let query: [UInt8]
  package let address: ClientAddress
  package let authorization: String?
  package let contentType: String?
  package let accept: String?
  package let acceptLanguage: String?
  package let ifNoneMatch: String?
  package let prefer: String?
  package let cookies: String?
  /// Where the request comes from, as far as a browser states it (`Sec-Fetch-Site`).
  package let fetchSite: String?
  /// The host and port that the client addresses.
  package let host: String
  /// Whether the client's connection is encrypted.
  package let isEncrypted: Bool
  package let body: [UInt8]
  /// Whether the body exceeded its bound and was not kept.
  package let isTooLarge: Bool

  /// Whether a person reads the answer: programs use the paths below `/rpc/`, or do not ask for
  /// HTML.
  package var isFromBrowser: Bool {
    !path.hasPrefix("/rpc/") && (accept ?? "").holds("text/html")
  }
}

/// An answer to a request.
package struct Response: Sendable {
  package var status: Int
  package var contentType: String?
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []
  /// Additional fields for the access log.
  package var notes = RequestNotes()

  /// `204 No Content`.
  package static let nothing = Response(status: 204)

  package init(status: Int) {
    self.status = status
  }

  package init(_ type: String, _ body: [UInt8], status: Int = 200) {
    self.status = status
    contentType = type
    self.body = body
  }

  init(json message: some JSONMessage, status: Int = 200) {
    self.init("application/json", message.json(), status: status)
  }

  /// The response with the account that it is about, for the log.
  package func about(_ account: Int64) -> Response {
    var response = self
    response.notes.account = account
    return response
  }
}

/// Details of a request for the access log; none of them is secret.
package struct RequestNotes: Sendable {
  package var account: Int64?
  package var code: String?
  package var language: String?
  package var device: String?
  package var sequence: Int64?
  package var outcome: String?
  /// A more detailed reason for a refusal than its code.
  package var message: String?
}
