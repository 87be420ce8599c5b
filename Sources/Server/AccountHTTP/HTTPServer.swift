import AccountService
import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization
import SystemCalls

/// The HTTP server on libmicrohttpd: reads whole requests, passes them on, and limits clients.
package final class HTTPServer: @unchecked Sendable {
  private let site: Site
  private let settings: ServiceSettings
  private let log: AccessLog
  private let watch: ConnectionWatch
  private let exchanges = DispatchGroup()
  /// Set once, by `start`, before the first request.
  private var daemon: OpaquePointer?
  private var usesTLS = false
  /// The number of the listening socket, which belongs to libmicrohttpd.
  private var socket: Int32 = -1
  /// Whether no further request may be suspended, because the daemon is about to end.
  private let isEnding = Atomic(false)
  /// How many lines libmicrohttpd logged in the current second; lines above a limit are dropped.
  private let said = Mutex((second: Int64(0), lines: 0))

  package init(_ site: Site) {
    self.site = site
    settings = site.service.settings
    log = site.log
    // All clients of a proxy share its address, so the proxy has to limit them.
    watch = ConnectionWatch(
      requestSeconds: settings.requestSeconds,
      networkLimit: settings.isBehindProxy ? nil : settings.connectionsForAddress)
  }

  /// The maximum number of connections without a held request.
  package static let connections = 1000

  /// Serves the socket until `stop`, with TLS if `mh_load_certificate` has loaded a certificate;
  /// false if libmicrohttpd refuses.
  package func start(_ socket: consuming ListeningSocket, usesTLS: Bool) -> Bool {
    let processors = UInt32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var start = mh_settings()
    start.listen_socket = socket.descriptor.number
    start.threads = min(max(processors, 2), 8)
    start.connections = UInt32(Self.connections + settings.followers.all)
    // What a held request keeps: libmicrohttpd clears, and so touches, all of it for each further
    // request of a connection.
    start.memory = 12 << 10
    start.idle_seconds = 10
    start.uses_tls = usesTLS
    self.usesTLS = usesTLS
    let context = Unmanaged.passRetained(self)
    start.context = context.toOpaque()
    start.accept = { context, address, _ in
      HTTPServer.from(context).watch.admits(ClientAddress(address) ?? .none) ? .YES : .NO
    }
    start.begun = { context, target, connection in
      HTTPServer.from(context).begin(connection!, target)
    }
    start.handle = { context, connection, _, method, version, data, size, slot in
      HTTPServer.from(context).handle(connection!, method!, version!, data, size!, slot!.pointee!)
    }
    start.completed = { context, connection, slot, _ in
      HTTPServer.from(context).completed(connection!, slot!)
    }
    start.connection = { context, connection, _, event in
      HTTPServer.from(context).connectionChanged(connection!, event)
    }
    start.log = { context, line in
      HTTPServer.from(context).told(String(cString: line!))
    }
    daemon = mh_start(&start)
    guard daemon != nil else {
      context.release()
      return false
    }
    self.socket = socket.descriptor.release()
    watch.start()
    return true
  }

  /// Stops accepting connections, waits for the answers to current requests, and ends. If answers
  /// are missing after the limit, its threads go on until the process exits.
  package func stop(withinSeconds limit: Int) {
    guard let daemon else { return }
    mh_stop_listening(socket)
    let deadline = DispatchTime.now() + .seconds(limit)
    _ = exchanges.wait(timeout: deadline)
    isEnding.store(true, ordering: .sequentiallyConsistent)
    let isQuiet = exchanges.wait(timeout: deadline) == .success
    watch.stop()
    // With a suspended connection, MHD_stop_daemon would abort the process.
    guard isQuiet else { return log.event("http", "some requests were not answered in time") }
    MHD_stop_daemon(daemon)
    Unmanaged.passUnretained(self).release()
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> HTTPServer {
    Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
  }

  /// Logs a message of libmicrohttpd, such as why it answered or closed a connection itself.
  private func told(_ line: String) {
    let second = SystemClock.monotonic() / 1_000_000_000
    let isLogged = said.withLock { said in
      said = said.second == second ? (second, said.lines + 1) : (second, 1)
      return said.lines <= 10
    }
    if isLogged { log.event("http", line) }
  }

  private func begin(
    _ connection: OpaquePointer, _ target: UnsafePointer<CChar>?
  ) -> UnsafeMutableRawPointer {
    exchanges.enter()
    let exchange = Exchange(connection: connection, target: target, start: SystemClock.monotonic())
    return Unmanaged.passRetained(exchange).toOpaque()
  }

  private func handle(
    _ connection: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>,
    _ data: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>,
    _ context: UnsafeMutableRawPointer
  ) -> MHD_Result {
    let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    guard exchange.hasBegun else {
      exchange.hasBegun = true
      exchange.method = String(cString: method)
      exchange.address = address(exchange)
      // An answer at this point closes the connection; the rest of the body is never read.
      if let refusal = refusal(exchange, method, version) { return send(refusal, exchange) }
      return .YES
    }
    if size.pointee > 0 {
      let isBounded = exchange.receive(UnsafeRawBufferPointer(start: data, count: size.pointee))
      size.pointee = 0
      return isBounded ? .YES : .NO
    }
    if let response = exchange.response { return send(response, exchange) }
    watch.isComplete(connection)
    switch site.answer(request(exchange)) {
    case .now(let result): return send(result.get(), exchange)
    case .later(let work): return wait(for: work, exchange)
    case .held(let work):
      watch.isHeld(connection)
      return wait(for: work, exchange)
    }
  }

  /// Suspends the connection until the work has an answer.
  private func wait(for work: Answer<Response, Never>.Work, _ exchange: Exchange) -> MHD_Result {
    if isEnding.load(ordering: .sequentiallyConsistent) {
      return send(site.refuse(Refused(.unavailable), to: request(exchange)), exchange)
    }
    MHD_suspend_connection(exchange.connection)
    work { [exchanges] result in
      exchange.response = result.get()
      // The daemon must not end while MHD_resume_connection, which has made the connection ready,
      // still uses it.
      exchanges.enter()
      MHD_resume_connection(exchange.connection)
      exchanges.leave()
    }
    return .YES
  }

  /// Refuses a request because of its headers: they are ambiguous or announce too large a body. The
  /// answer closes the connection, so that the rest is not parsed as another request.
  private func refusal(
    _ exchange: Exchange, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
  ) -> Response? {
    var trouble = mh_ambiguity(
      exchange.connection, method, exchange.place.start, exchange.place.length, version
    ).map { String(cString: $0) }
    if exchange.target.isAmbiguous { trouble = "an ambiguous target" }
    var response: Response
    if let trouble {
      response = site.refuse(Refused(.badRequest), to: nil)
      response.notes.message = trouble
    } else if let length = exchange.header("Content-Length").flatMap({ Int($0) }),
      length > Exchange.discardLimit
    {
      response = site.refuse(Refused(.tooLarge), to: nil)
    } else {
      return nil
    }
    response.headers.append(("Connection", "close"))
    return response
  }

  private func request(_ exchange: Exchange) -> Request {
    Request(
      method: exchange.method, path: exchange.target.path, query: exchange.target.query,
      address: exchange.address, authorization: exchange.header("Authorization"),
      contentType: exchange.header("Content-Type"), accept: exchange.header("Accept"),
      acceptLanguage: exchange.header("Accept-Language"),
      ifNoneMatch: exchange.header("If-None-Match"), prefer: exchange.header("Prefer"),
      cookies: exchange.header("Cookie"), fetchSite: exchange.header("Sec-Fetch-Site"),
      host: exchange.target.authority ?? exchange.header("Host") ?? "",
      isEncrypted: isEncrypted(exchange),
      body: exchange.body, isTooLarge: exchange.isTooLarge)
  }

  /// Whether the client's connection is encrypted; behind a proxy, whether the proxy says so.
  private func isEncrypted(_ exchange: Exchange) -> Bool {
    guard settings.isBehindProxy, let scheme = exchange.lastHeader("X-Forwarded-Proto") else {
      return usesTLS
    }
    return scheme.lowercased() == "https"
  }

  /// The peer's address, or behind a proxy the address that the proxy reports.
  private func address(_ exchange: Exchange) -> ClientAddress {
    if settings.isBehindProxy, let list = exchange.lastHeader("X-Forwarded-For"),
      let last = list.split(separator: ",", omittingEmptySubsequences: false).last,
      let address = ClientAddress(forwarded: last)
    {
      return address
    }
    return ClientAddress(mh_peer(exchange.connection)) ?? .none
  }

  /// Passes the answer to libmicrohttpd, which sends it later.
  private func send(_ response: Response, _ exchange: Exchange) -> MHD_Result {
    guard !exchange.isAnswered else { return .NO }
    exchange.isAnswered = true
    let answer = response.body.withUnsafeBytes { bytes in
      // An empty body needs no address.
      MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let answer else { return .NO }
    defer { MHD_destroy_response(answer) }
    if let type = response.contentType { MHD_add_response_header(answer, "Content-Type", type) }
    for (name, value) in Self.commonHeaders + response.headers {
      MHD_add_response_header(answer, name, value)
    }
    let isLast = response.headers.contains { $0.name == "Connection" }
    if site.service.isStopping, !isLast { MHD_add_response_header(answer, "Connection", "close") }
    log.request(exchange, response)
    count(exchange, response)
    return MHD_queue_response(exchange.connection, UInt32(response.status), answer)
  }

  private func count(_ exchange: Exchange, _ response: Response) {
    let route = site.routes.first { $0.path == exchange.target.path }
    let isKnown = ["GET", "HEAD", "POST", "PATCH"].contains(exchange.method)
    site.metrics.count(
      route: route?.path ?? "other", method: isKnown ? exchange.method : "other",
      status: response.status, nanoseconds: SystemClock.monotonic() - exchange.start)
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
      watch.opened(
        connection, socket: mh_socket(connection),
        from: ClientAddress(mh_peer(connection)) ?? .none)
    } else {
      watch.closed(connection)
    }
  }
}
