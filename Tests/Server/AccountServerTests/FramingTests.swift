import Foundation
import ServerHarness
import Testing

/// Requests that two programs could read in two ways: one answer, then the connection is closed, and
/// nothing that stands behind them runs.
@Suite(.serialized) struct FramingTests {
  /// What would be run if the server took the rest for a request of its own.
  private static let second = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

  private static func post(_ headers: String, _ body: String = "") -> String {
    "POST /rpc/sign_in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(headers)\r\n\r\n\(body)"
  }

  private static func get(_ headers: String, _ path: String = "/healthz") -> String {
    "GET \(path) HTTP/1.1\r\n\(headers)\r\n\r\n"
  }

  private static let host = "Host: localhost"

  static let ambiguous: [(String, String)] = [
    ("a length and a coding", post("Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n")),
    ("a coding and a length", post("Transfer-Encoding: chunked\r\nContent-Length: 4", "0\r\n\r\n")),
    ("chunks", post("Transfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n")),
    ("chunks that end with LF", post("Transfer-Encoding: chunked", "2\n{}\n0\n\n")),
    ("two lengths", post("Content-Length: 0\r\nContent-Length: 44", "")),
    ("two equal lengths", post("Content-Length: 2\r\nContent-Length: 2", "{}")),
    ("a space before the colon of a coding", post("Transfer-Encoding : chunked", "0\r\n\r\n")),
    ("a space before the colon of a length", post("Content-Length : 2", "{}")),
    ("a tab before the colon", post("Transfer-Encoding\t: chunked", "0\r\n\r\n")),
    ("an unknown coding", post("Transfer-Encoding: gzip", "")),
    ("no coding by name", post("Transfer-Encoding: identity", "")),
    ("two codings in one header", post("Transfer-Encoding: gzip, chunked", "0\r\n\r\n")),
    (
      "a coding twice",
      post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n")
    ),
    ("a coding with a letter before", post("Transfer-Encoding: xchunked", "0\r\n\r\n")),
    ("a coding behind a control", post("Transfer-Encoding: \u{B}chunked", "0\r\n\r\n")),
    ("a folded header", get("\(host)\r\nX-A: 1\r\n b: 2")),
    ("a header folded by a tab", get("\(host)\r\nX-A: 1\r\n\tb")),
    ("a header folded with letters alone", get("\(host)\r\nX-A: 1\r\n b")),
    ("a folded header before others", get("X-A: 1\r\n b\r\n\(host)")),
    ("a folded host", get("Host: local\r\n host")),
    ("a folded length", post("Content-Length: 0\r\n 44", "")),
    ("a fold of nothing", get("\(host)\r\nX-A: 1\r\n ")),
    ("a first header that is folded", "GET /healthz HTTP/1.1\r\n X: 1\r\n\(host)\r\n\r\n"),
    ("a bare CR in a value", get("\(host)\r\nX-A: 1\rX-B: 2")),
    ("a bare CR in a name", get("\(host)\r\nX-\rA: 1")),
    ("a bare CR before the end", get("\(host)\r\nX-A: 1\r")),
    ("a coding behind a bare CR", post("X: 1\rTransfer-Encoding: chunked", "")),
    ("lines that end with LF", "GET /healthz HTTP/1.1\nHost: localhost\n\n"),
    ("one line that ends with LF", get("\(host)\nX-A: 1")),
    ("the last line ends with LF", "GET /healthz HTTP/1.1\r\n\(host)\r\nX: 1\n\r\n"),
    ("no host", get("X-A: 1")),
    ("no header", "GET /healthz HTTP/1.1\r\n\r\n"),
    ("two hosts", get("\(host)\r\nHost: other")),
    ("two equal hosts", get("\(host)\r\nhost: localhost")),
    ("a space before the host's colon", get("Host : localhost")),
    ("a header without a name", get("\(host)\r\n: 1")),
    ("a header without a colon", get("\(host)\r\nX-A")),
    ("a name with brackets", get("\(host)\r\nX(A): 1")),
    ("an encoded slash", get(host, "/rpc%2fme")),
    ("an encoded slash in capitals", get(host, "/rpc%2Fme")),
    ("an encoded backslash", get(host, "/rpc%5cme")),
    ("an encoded zero", get(host, "/healthz%00x")),
    ("an encoded line end", get(host, "/healthz%0d%0aX:1")),
    ("an absolute target without a host", get(host, "http:///healthz")),
    ("an absolute target with a user", get(host, "http://ana@localhost/healthz")),
    ("half an escape", get(host, "/healthz%2")),
    ("an escape that is none", get(host, "/healthz%zz")),
    ("a zero in the path", get(host, "/healthz\0x")),
    ("a zero in the query", get(host, "/healthz?a=b\0x")),
    ("a zero in a value", get("\(host)\r\nX-A: 1\0 2\r\nX-B: 2")),
    ("a zero in the last value", get("\(host)\r\nX-A: 1\0 2")),
    ("a zero in a name", get("\(host)\r\nX\0A: 1")),
    ("a space in the path", get(host, "/health z")),
    ("two spaces before the path", get(host, " /healthz")),
    ("two spaces behind the path", get(host, "/healthz ")),
    ("a tab for a space", "GET\t/healthz HTTP/1.1\r\n\(host)\r\n\r\n"),
    ("letters beyond ASCII in the path", get(host, "/healthzب")),
    (
      "a coding in HTTP/1.0", "POST /rpc/me HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    ("no version", "GET /healthz\r\n\(host)\r\n\r\n"),
    ("another version", "GET /healthz HTTP/2.0\r\n\(host)\r\n\r\n"),
    ("a version that is none", "GET /healthz HTTP/1.1x\r\n\(host)\r\n\r\n"),
    ("a method that is none", "G(T /healthz HTTP/1.1\r\n\(host)\r\n\r\n"),
  ]

  /// What libmicrohttpd 0.9.75 refuses before anybody is asked: it writes the head of its answer
  /// twice, the second time as the first one's body.
  static let refusedByLibrary: [(String, String)] = [
    ("two lengths in one header", post("Content-Length: 2, 2", "{}")),
    ("a length with a sign", post("Content-Length: +2", "{}")),
    ("a length that is none", post("Content-Length: 0x2", "{}")),
    ("a negative length", post("Content-Length: -2", "{}")),
    ("a length without digits", post("Content-Length:", "{}")),
    ("a huge length", post("Content-Length: 99999999999999999999999", "{}")),
  ]

  @Test("A length that is no number ends the connection, and nothing behind it runs")
  func lengths() throws {
    let server = try Server(users: [])
    try server.start()
    for (name, request) in Self.refusedByLibrary + [("no request", "\u{1}\u{2}\r\n\r\n")] {
      let client = try Client(server)
      client.send(request + Self.second)
      let text = String(decoding: client.rest(), as: UTF8.self)
      let statuses = text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
      #expect(Set(statuses).isSubset(of: ["400", "413"]), "\(name): \(text)")
      #expect(!text.contains(#"{"status":"ok"}"#), "\(name): \(text)")
    }
  }

  @Test("What could be read in two ways gets one answer, and nothing behind it runs")
  func refused() throws {
    let server = try Server(users: [])
    try server.start()
    for (name, request) in Self.ambiguous {
      for isDripped in [false, true] {
        let client = try Client(server)
        let bytes = Array((request + Self.second + Self.second).utf8)
        if isDripped {
          // The library reads what came so far, so that places in its buffer could differ.
          for part in stride(from: 0, to: bytes.count, by: 7) {
            client.send(Array(bytes[part..<min(part + 7, bytes.count)]))
          }
        } else {
          client.send(bytes)
        }
        let text = String(decoding: client.rest(), as: UTF8.self)
        let answers = text.components(separatedBy: "HTTP/1.1 ").dropFirst()
        #expect(answers.count == 1, "\(name), dripped \(isDripped): \(text)")
        let status = answers.first.flatMap { Int($0.prefix(3)) } ?? 0
        #expect([400, 413, 505].contains(status), "\(name), dripped \(isDripped): \(text)")
        #expect(!text.contains(#"{"status":"ok"}"#), "\(name), dripped \(isDripped): \(text)")
      }
    }
    #expect(try server.ask("GET", "/healthz").status == 200)
    #expect(server.text(server.complaints).isEmpty)
  }

  @Test("What a sound client may send is served, several on one connection")
  func served() throws {
    let server = try Server(users: [])
    try server.start()
    let sound = [
      Self.get(Self.host), Self.get("Host:localhost"), Self.get("host: \t localhost \t "),
      Self.get("\(Self.host)\r\nX-Empty:\r\nX-Blank: \r\nX-A: a b\tc"),
      Self.get("\(Self.host)\r\nCookie: a=b; c=d\r\nX-High: ب"),
      Self.get("\(Self.host)\r\nX-A: 1\r\nX-A: 2"), Self.get(Self.host, "/healthz?a=b&c=%2f&d"),
      Self.get(Self.host, "http://localhost/healthz"), Self.get(Self.host, "http://localhost?a"),
      Self.get("Host: other", "HTTP://LOCALHOST:80/%68ealthz?a=http://b/c"),
      Self.get(Self.host, "/healthz?"), Self.get(Self.host, "/%68ealthz"),
      "\r\n" + Self.get(Self.host), Self.get("\(Self.host)\r\nContent-Length: 0"),
      Self.get("\(Self.host)\r\nX-Long: \(String(repeating: "x", count: 8000))"),
    ]
    for isDripped in [false, true] {
      let client = try Client(server)
      let bytes = Array(sound.joined().utf8)
      if isDripped {
        for part in stride(from: 0, to: bytes.count, by: 11) {
          client.send(Array(bytes[part..<min(part + 11, bytes.count)]))
        }
      } else {
        client.send(bytes)
      }
      for request in sound {
        #expect(try client.receive().status == 200, "\(request.prefix(80))")
      }
    }
    let old = try Client(server)
    old.send("GET /healthz HTTP/1.0\r\n\r\n")
    #expect(try old.receive().status == 200)
  }

  @Test("What is refused by its head is refused in JSON, and all of it is logged")
  func jsonAndLog() throws {
    let server = try Server(users: [])
    try server.start()
    for request in [Self.get("X-A: 1"), Self.get(Self.host, "/rpc%2fme")] {
      let client = try Client(server)
      client.send(request)
      let reply = try client.receive()
      #expect(reply.code == .badRequest && reply.status == 400)
      #expect(reply.headers["content-type"] == "application/json")
      #expect(reply.headers["connection"]?.lowercased() == "close")
    }
    #expect(eventually { server.text(server.log).contains("not one host") })
    // The library's own answer is not ours to write, but it is logged.
    let client = try Client(server)
    client.send("GET /healthz HTTP/9.9\r\n\(Self.host)\r\n\r\n")
    #expect(try client.receive().status == 505)
    #expect(eventually { server.text(server.log).contains("HTTP response code is 505") })
  }
}
