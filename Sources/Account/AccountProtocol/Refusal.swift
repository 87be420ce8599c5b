import AccountModel

/// The body of every unsuccessful answer.
public struct Refusal: Hashable, JSONMessage {
  public var error: Details

  public struct Details: Hashable, Codable, Sendable {
    /// A stable code for programs.
    public var code: RefusalCode
    /// A message for users, in the language of the request.
    public var message: String
    /// The invalid field, if any.
    public var field: String?
  }

  public init(_ code: RefusalCode, message: String, field: String? = nil) {
    error = Details(code: code, message: message, field: field)
  }

  public mutating func validate() throws(InvalidField) {
    error.message = try FieldRules.message(error.message)
    try FieldRules.count(error.field?.utf8.count ?? 0, "error.field", 0...Bounds.field)
  }
}

/// Why a request was refused, such as `session_expired`.
public enum RefusalCode: String, Hashable, Codable, Sendable, CaseIterable {
  /// Invalid or ambiguous HTTP.
  case badRequest = "bad_request"
  case invalidJSON = "invalid_json"
  case invalidField = "invalid_field"
  case invalidCredentials = "invalid_credentials"
  case notSignedIn = "not_signed_in"
  case sessionExpired = "session_expired"
  case forbidden = "forbidden"
  /// The choice is from another device than the session's.
  case otherDevice = "other_device"
  /// The form of a web page lacks the proof that it is from this server, or is too old.
  case staleForm = "stale_form"
  // Answers to a polling device (RFC 8628, section 3.5).
  /// Nobody has decided yet.
  case authorizationPending = "authorization_pending"
  /// Nobody has decided yet, and the pause between two polls is now five seconds longer.
  case slowDown = "slow_down"
  /// A person refused.
  case accessDenied = "access_denied"
  /// The code is too old, or was used or withdrawn.
  case expiredToken = "expired_token"
  case notFound = "not_found"
  case methodNotAllowed = "method_not_allowed"
  case languageNotOffered = "language_not_offered"
  case tooLarge = "too_large"
  case unsupportedMediaType = "unsupported_media_type"
  case tooManyAttempts = "too_many_attempts"
  /// The session has sent too many requests in this minute.
  case tooManyRequests = "too_many_requests"
  case unavailable = "unavailable"
  /// The server runs, but must not serve until its operator has repaired it.
  case outOfService = "out_of_service"
  case failed = "failed"

  /// The HTTP status.
  public var status: Int {
    switch self {
    case .badRequest, .invalidJSON, .authorizationPending, .slowDown, .accessDenied, .expiredToken:
      400
    case .notSignedIn, .sessionExpired, .invalidCredentials: 401
    case .forbidden, .otherDevice, .staleForm: 403
    case .notFound: 404
    case .methodNotAllowed: 405
    case .languageNotOffered: 409
    case .tooLarge: 413
    case .unsupportedMediaType: 415
    case .invalidField: 422
    case .tooManyAttempts, .tooManyRequests: 429
    case .failed: 500
    case .unavailable, .outOfService: 503
    }
  }
}
