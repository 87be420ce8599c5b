import Foundation
import Glibc
import ServerHarness
import Testing

/// What an operator's machines see: metrics, and the states of a service.
@Suite(.serialized) struct MetricsTests {
  /// The values of the metrics, by name and labels.
  private func metrics(_ server: Server) throws -> [String: Double] {
    let port = try #require(server.metricsPort)
    let reply = try Client(server, port: port).ask("GET", "/metrics")
    #expect(reply.status == 200)
    #expect(reply.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
    #expect(reply.text.hasSuffix("\n"))
    var values: [String: Double] = [:]
    var announced: Set<String> = []
    for line in reply.text.split(separator: "\n") {
      if let name = line.firstMatch(of: /^# TYPE (\w+) (counter|gauge|histogram)$/)?.1 {
        #expect(announced.insert(String(name)).inserted, "\(name) twice")
      }
      guard !line.hasPrefix("#") else { continue }
      let sample = try #require(
        line.wholeMatch(of: /((\w+?)(?:_bucket|_sum|_count)?(?:\{[^}]*\})?) ([0-9.e+-]+)/),
        "\(line)")
      #expect(
        announced.contains(String(sample.2))
          || announced.contains(String(sample.1.prefix { $0 != "{" })),
        "\(line)")
      #expect(values.updateValue(Double(sample.3)!, forKey: String(sample.1)) == nil, "\(line)")
    }
    return values
  }

  @Test("Metrics count each request by route, method and status, and sort its time into a bucket")
  func requests() throws {
    let server = try Server(options: ["--metrics", "127.0.0.1:0"], hasOutbox: true)
    try server.start()
    let token = try server.signIn(device: "a")
    for _ in 0..<3 { _ = try server.ask("GET", "/rpc/me", token: token) }
    _ = try server.ask("GET", "/rpc/me", token: "none")
    _ = try server.ask("BREW", "/rpc/me")
    _ = try server.ask("GET", "/no/such\"route\n".replacing("\n", with: "%20"))
    _ = try server.ask("POST", "/rpc/device_code", "{}")
    let values = try metrics(server)
    func requests(_ route: String, _ method: String, _ status: Int) -> Double? {
      values["lisan_requests_total{route=\"\(route)\",method=\"\(method)\",status=\"\(status)\"}"]
    }
    #expect(requests("/rpc/me", "GET", 200) == 3)
    #expect(requests("/rpc/me", "GET", 401) == 1)
    #expect(requests("/rpc/me", "other", 405) == 1)
    #expect(requests("/rpc/sign_in", "POST", 200) == 1)
    #expect(requests("other", "GET", 404) == 1 || requests("other", "GET", 400) == 1)
    let name = "lisan_request_duration_seconds"
    #expect(values["\(name)_count{route=\"/rpc/me\"}"] == 5)
    #expect(values["\(name)_bucket{route=\"/rpc/me\",le=\"+Inf\"}"] == 5)
    #expect(values["\(name)_sum{route=\"/rpc/me\"}"] ?? 0 > 0)
    // Buckets grow, and a password takes longer than a read.
    let buckets = values.filter { $0.key.hasPrefix("\(name)_bucket{route=\"/rpc/sign_in\"") }
    #expect(buckets.count == 16)
    #expect(buckets["\(name)_bucket{route=\"/rpc/sign_in\",le=\"0.005\"}"] == 0)
    #expect(values["lisan_up"] == 1)
    #expect(values["lisan_device_codes_open"] == 1)
    #expect(values["lisan_password_checks_waiting"] == 0)
    #expect(values["lisan_notices_waiting"] == 0)
    #expect(values["lisan_followers"] == 0)
    #expect(values["lisan_notices_undeliverable"] == 0)
    // Counted is also what reads them.
    #expect(
      try metrics(server)[
        "lisan_requests_total{route=\"/metrics\",method=\"GET\",status=\"200\"}"] == 1)
  }

  @Test("Metrics are served at their own address alone, and nothing else is there")
  func address() throws {
    let server = try Server(options: ["--metrics", "127.0.0.1:0"])
    try server.start()
    #expect(try server.ask("GET", "/metrics").status == 404)
    let port = try #require(server.metricsPort)
    for path in ["/", "/account", "/rpc/me", "/rpc/app_config", "/healthz"] {
      #expect(try Client(server, port: port).ask("GET", path).status == 404, "\(path)")
    }
    #expect(try Client(server, port: port).ask("POST", "/metrics").status == 405)
    // Without the option there is no such address.
    let other = try Server()
    try other.start()
    #expect(other.metricsPort == nil)
    #expect(try other.ask("GET", "/metrics").status == 404)
  }

  @Test("Metrics answer while the database is out of service, and say so")
  func outOfService() throws {
    let server = try Server(options: ["--metrics", "127.0.0.1:0"])
    try server.start()
    #expect(try metrics(server)["lisan_up"] == 1)
    unlink(server.database)
    #expect(try server.ask("GET", "/rpc/app_config").status == 503)
    #expect(try metrics(server)["lisan_up"] == 0)
    #expect(try server.ask("GET", "/healthz").status == 200)
  }

  @Test(
    "A service manager is told of the start, of each reload and of the stop, at a path or an abstract address",
    arguments: [false, true])
  func states(isAbstract: Bool) throws {
    let server = try Server()
    let name = "\(server.directory)/notify"
    let socket = try NotifySocket(name, isAbstract: isAbstract)
    server.environment["NOTIFY_SOCKET"] = isAbstract ? "@\(name)" : name
    try server.start()
    #expect(socket.next() == "READY=1")
    server.signal(SIGHUP)
    let reload = try #require(socket.next())
    #expect(reload.wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=[0-9]+/) != nil)
    #expect(socket.next() == "READY=1")
    server.signal(SIGTERM)
    #expect(socket.next() == "STOPPING=1")
    #expect(server.wait() == 0)
    // Nobody has to listen.
    for wrong in ["", "relative", "/nowhere/at/all", "/" + String(repeating: "x", count: 200)] {
      server.environment["NOTIFY_SOCKET"] = wrong
      try server.start()
      #expect(try server.ask("GET", "/healthz").status == 200)
      server.signal(SIGTERM)
      #expect(server.wait() == 0)
    }
  }

  /// The socket of a service manager.
  private final class NotifySocket {
    private let descriptor: Int32

    init(_ name: String, isAbstract: Bool) throws {
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = (isAbstract ? [0] : []) + Array(name.utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(length))
        }
      }
      try #require(result == 0)
    }

    deinit { close(descriptor) }

    /// The next message; nil if none comes within ten seconds.
    func next() -> String? {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, 10_000) > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 1000)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
  }
}
