import AccountModel

/// An account as one session sees it, with its version.
struct AccountView: Sendable {
  let response: Response
  let version: AccountVersion

  init(_ account: Account, for session: LiveSession) {
    var response = Response(json: session.view(of: account, device: session.device))
    version = AccountVersion(of: response.body)
    response.headers.append(("ETag", version.header))
    response.notes.account = session.account
    self.response = response
  }
}

/// A version of an account as one session sees it: an entity tag (RFC 9110, section 8.8.3).
struct AccountVersion: Hashable, Sendable {
  /// The text between the quotation marks.
  private let tag: String

  init(of body: [UInt8]) {
    tag = hexadecimal(digest(of: body).prefix(16))
  }

  /// The tag of an `If-None-Match` header with one tag; nil for anything else. A proxy that
  /// compresses answers makes tags weak; they still name the same record.
  init?(ifNoneMatch header: String?) {
    guard var text = header?[...], text.utf8.count <= 64 else { return nil }
    if text.hasPrefix("W/") { text = text.dropFirst(2) }
    guard text.utf8.count > 2, text.first == "\"", text.last == "\"" else { return nil }
    tag = String(text.dropFirst().dropLast())
  }

  /// The value of an `ETag` header.
  var header: String { "\"\(tag)\"" }
}

extension Response {
  /// `304 Not Modified`.
  static func unchanged(_ version: AccountVersion) -> Response {
    var response = Response(status: 304)
    response.headers.append(("ETag", version.header))
    return response
  }
}
