import AccountProtocol
import CMicroHTTPD
import Dispatch
import Glibc

/// HTTP by libmicrohttpd: takes requests whole, has them answered, keeps clients within bounds.
final class HTTPServer: @unchecked Sendable {
  struct TLS {
    /// PEM texts.
    let certificate: String
    let key: String
  }

  private let settings: ServiceSettings
  private let service: Service
  private let log: AccessLog
  private let watch: ConnectionWatch
  private let exchanges = DispatchGroup()
  /// Both are set once, by `start`, before any request comes.
  private var daemon: OpaquePointer?
  private var pem: [UnsafeMutablePointer<CChar>] = []

  init(_ service: Service, settings: ServiceSettings, log: AccessLog) {
    self.service = service
    self.settings = settings
    self.log = log
    watch = ConnectionWatch(requestSeconds: settings.requestSeconds)
  }

  /// Serves the socket until `stop`; false where libmicrohttpd refuses, as for a bad certificate.
  func start(_ socket: ListeningSocket, tls: TLS?) -> Bool {
    pem = tls.map { [strdup($0.certificate), strdup($0.key)] } ?? []
    let processors = UInt32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var start = mh_settings()
    start.listen_socket = socket.descriptor
    start.threads = min(max(processors, 2), 8)
    start.connections = 1000
    start.memory = 32 << 10
    start.idle_seconds = 10
    start.certificate = pem.first.map { UnsafePointer($0) }
    start.key = pem.last.map { UnsafePointer($0) }
    start.context = Unmanaged.passUnretained(self).toOpaque()
    start.handle = { context, connection, url, method, _, data, size, slot in
      HTTPServer.from(context).handle(connection!, url!, method!, data, size!, slot!)
    }
    start.completed = { context, connection, slot, _ in
      HTTPServer.from(context).completed(connection!, slot!)
    }
    start.connection = { context, connection, _, event in
      HTTPServer.from(context).connectionChanged(connection!, event)
    }
    daemon = mh_start(&start)
    if daemon != nil { watch.start() }
    return daemon != nil
  }

  /// Takes no more connections, lets the requests that are under way be answered, and ends.
  func stop(withinSeconds limit: Int) {
    guard let daemon else { return }
    let socket = MHD_quiesce_daemon(daemon)
    if socket >= 0 { close(socket) }
    _ = exchanges.wait(timeout: .now() + .seconds(limit))
    watch.stop()
    MHD_stop_daemon(daemon)
    for text in pem { free(text) }
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> HTTPServer {
    Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
  }

  private func handle(
    _ connection: OpaquePointer, _ url: UnsafePointer<CChar>, _ method: UnsafePointer<CChar>,
    _ data: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let known = slot.pointee else {
      let exchange = Exchange(
        connection: connection, method: String(cString: method), path: String(cString: url),
        start: monotonicNanoseconds())
      exchanges.enter()
      slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
      // An answer this early closes the connection, and the rest of the body is never read.
      if let length = exchange.header("Content-Length").flatMap({ Int($0) }),
        length > Exchange.discardLimit
      {
        return send(service.refuse(.tooLarge, to: nil), exchange)
      }
      return .YES
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    if size.pointee > 0 {
      let isBounded = exchange.receive(UnsafeRawBufferPointer(start: data, count: size.pointee))
      size.pointee = 0
      return isBounded ? .YES : .NO
    }
    if let response = exchange.response { return send(response, exchange) }
    watch.isComplete(connection)
    switch service.answer(request(exchange)) {
    case .now(let response): return send(response, exchange)
    case .later(let work):
      MHD_suspend_connection(connection)
      work { response in
        exchange.response = response
        MHD_resume_connection(exchange.connection)
      }
      return .YES
    }
  }

  private func request(_ exchange: Exchange) -> Request {
    Request(
      method: exchange.method, path: exchange.path, address: address(exchange),
      authorization: exchange.header("Authorization"),
      contentType: exchange.header("Content-Type"),
      acceptLanguage: exchange.header("Accept-Language"), body: exchange.body,
      isTooLarge: exchange.isTooLarge)
  }

  /// The peer's address, or behind a proxy the one that the proxy saw.
  private func address(_ exchange: Exchange) -> String {
    if settings.isBehindProxy, let list = exchange.lastHeader("X-Forwarded-For"),
      let last = list.split(separator: ",").last
    {
      return String(last.drop { $0 == " " }.prefix(64))
    }
    return mh_peer(exchange.connection).flatMap { numericAddress($0, withPort: false) } ?? ""
  }

  /// Hands the answer to libmicrohttpd, which sends it when it can.
  private func send(_ response: Response, _ exchange: Exchange) -> MHD_Result {
    guard !exchange.isAnswered else { return .NO }
    exchange.isAnswered = true
    let answer = response.body.withUnsafeBytes { bytes in
      MHD_create_response_from_buffer(
        bytes.count,
        UnsafeMutableRawPointer(mutating: bytes.baseAddress ?? UnsafeRawPointer(nothing)),
        .RESPMEM_MUST_COPY)
    }
    guard let answer else { return .NO }
    defer { MHD_destroy_response(answer) }
    if let type = response.contentType { MHD_add_response_header(answer, "Content-Type", type) }
    for (name, value) in Self.commonHeaders + response.headers {
      MHD_add_response_header(answer, name, value)
    }
    if service.isStopping { MHD_add_response_header(answer, "Connection", "close") }
    log.request(exchange, response, address: address(exchange))
    return MHD_queue_response(exchange.connection, UInt32(response.status), answer)
  }

  private static let commonHeaders = [
    (name: "Cache-Control", value: "no-store"),
    (name: "X-Content-Type-Options", value: "nosniff"),
    (name: "Referrer-Policy", value: "no-referrer"),
  ]

  private func completed(
    _ connection: OpaquePointer, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) {
    guard let known = slot.pointee else { return }
    Unmanaged<Exchange>.fromOpaque(known).release()
    slot.pointee = nil
    watch.wasAnswered(connection)
    exchanges.leave()
  }

  private func connectionChanged(
    _ connection: OpaquePointer, _ event: MHD_ConnectionNotificationCode
  ) {
    if mh_has_started(event) {
      watch.opened(connection, socket: mh_socket(connection))
    } else {
      watch.closed(connection)
    }
  }
}

/// An address for an empty body.
nonisolated(unsafe) private let nothing = UnsafeMutableRawPointer.allocate(
  byteCount: 1, alignment: 1)
