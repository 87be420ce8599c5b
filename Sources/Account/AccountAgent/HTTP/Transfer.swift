import AccountModel
import CCurl

/// A request in progress: libcurl's handle and the answer so far.
///
/// One thread uses it at a time: first its creator's, then the client's.
final class Transfer: @unchecked Sendable {
  /// The time limit for a connection in milliseconds.
  private static let connectionLimit = 4000
  /// The maximum size of an answer's headers in bytes.
  private static let headerLimit = 32 << 10

  private let request: HTTPRequest
  private let tell: @Sendable (Result<HTTPAnswer, ServiceFailure>) -> Void
  private(set) var handle: UnsafeMutableRawPointer?
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var body: [UInt8] = []
  private var headerBytes = 0
  /// Of the last answer; libcurl before 7.84 keeps none (`curl_easy_header`).
  private var version: String?
  private var database: String?

  init(
    _ request: HTTPRequest,
    then tell: @escaping @Sendable (Result<HTTPAnswer, ServiceFailure>) -> Void
  ) {
    self.request = request
    self.tell = tell
  }

  /// Creates the handle (curl_easy_init); nil if out of memory.
  func begin() -> UnsafeMutableRawPointer? {
    guard let handle = curl_easy_init() else { return nil }
    self.handle = handle
    curl_set_text(handle, CURLOPT_URL, request.url)
    curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
    if let body = request.body { curl_set_body(handle, body, body.count) }
    for line in request.headers { headers = curl_slist_append(headers, line) }
    curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers)

    // Treat a redirect as an answer: the token must not go to another server.
    curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0)
    curl_allow_http(handle)
    if let file = Certificates.file { curl_set_text(handle, CURLOPT_CAINFO, file) }
    if request.isDirect { curl_set_text(handle, CURLOPT_PROXY, "") }
    if !request.reusesConnection { curl_set_number(handle, CURLOPT_FRESH_CONNECT, 1) }
    curl_set_text(handle, CURLOPT_USERAGENT, "lisan-agent")
    curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    curl_set_number(handle, CURLOPT_TIMEOUT_MS, request.limit)
    curl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, Self.connectionLimit)

    let context = Unmanaged.passUnretained(self).toOpaque()
    curl_set_body_taker(
      handle,
      { bytes, size, count, context in
        Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
          .receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
      }, context)
    curl_set_header_taker(
      handle,
      { bytes, size, count, context in
        Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
          .receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
      }, context)
    return handle
  }

  /// Returning fewer bytes than given ends the transfer with CURLE_WRITE_ERROR.
  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= Bounds.answer else { return 0 }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    headerBytes += bytes.count
    guard headerBytes <= Self.headerLimit else { return 0 }
    let line = String(decoding: bytes, as: UTF8.self)
    // An interim answer, or that of a proxy, may come before.
    if line.hasPrefix("HTTP/") { (version, database) = (nil, nil) }
    version = version ?? Self.value(of: "etag", in: line)
    database = database ?? Self.value(of: "lisan-database", in: line)
    return bytes.count
  }

  /// The value in a line, if the line is that header's.
  private static func value(of name: String, in line: String) -> String? {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == name else { return nil }
    var value = parts[1].drop(while: \.isWhitespace)
    while value.last?.isWhitespace == true { value.removeLast() }
    return String(value)
  }

  /// Finishes with libcurl's result.
  func finish(_ code: CURLcode) {
    guard code == CURLE_OK, let handle else { return end(with: .failure(Self.failure(code))) }
    let seconds = min(Int64(curl_retry_after(handle)), Bounds.retryAfter.upperBound)
    end(
      with: .success(
        HTTPAnswer(
          status: curl_status(handle), body: body, retryAfter: seconds > 0 ? Int(seconds) : nil,
          version: version,
          // It has the form of a device's identity.
          database: database.flatMap { try? FieldRules.device($0) })))
  }

  /// Ends the transfer before its answer.
  func cancel() {
    end(with: .failure(.cancelled))
  }

  private func end(with result: Result<HTTPAnswer, ServiceFailure>) {
    if let handle { curl_easy_cleanup(handle) }
    curl_slist_free_all(headers)
    (handle, headers) = (nil, nil)
    tell(result)
  }

  private static func failure(_ code: CURLcode) -> ServiceFailure {
    let reason: AccountFailure.Reason =
      switch code {
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT,
        CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE,
        CURLE_OUT_OF_MEMORY, CURLE_PROXY:
        .offline
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR:
        .untrusted
      default: .nonsense
      }
    return ServiceFailure(AccountFailure(reason), String(cString: curl_easy_strerror(code)))
  }
}
