import AccountHTTP
import AccountService
import CMicroHTTPD

/// The fields of a submitted form (`application/x-www-form-urlencoded`) or of a query.
struct Form: Sendable {
  /// The maximum number of fields; no form of this server comes near it.
  private static let fieldLimit = 50

  private let fields: [String: String]

  static let empty = Form(fields: [:])

  private init(fields: [String: String]) {
    self.fields = fields
  }

  /// Parses `name=value&name=value`; nil if it is malformed, not UTF-8, or names a field twice.
  init?(_ bytes: [UInt8]) {
    var fields: [String: String] = [:]
    let pairs = bytes.split(separator: UInt8(ascii: "&"), maxSplits: Self.fieldLimit)
    guard pairs.count <= Self.fieldLimit else { return nil }
    for pair in pairs {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]),
        let value = parts.count > 1 ? Self.decoded(parts[1]) : "",
        fields.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    self.fields = fields
  }

  /// The form in the body of a request.
  init(_ request: Request) throws(Refused) {
    try request.requireMediaType("application/x-www-form-urlencoded")
    guard let form = Form(request.body) else { throw Refused(.badRequest) }
    self = form
  }

  /// The value of a field; empty if it is absent.
  subscript(name: String) -> String { fields[name] ?? "" }

  /// Text with its escapes decoded (MHD_http_unescape); nil if it is not UTF-8.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    guard !bytes.contains(0) else { return nil }
    var text = bytes.map { CChar(bitPattern: $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0) }
    text.append(0)
    let count = MHD_http_unescape(&text)
    return String(validating: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
