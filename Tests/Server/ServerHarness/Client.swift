import AccountModel
import AccountProtocol
import Foundation
import Glibc

/// A connection to a server that can send any bytes, including those that a library would refuse.
package final class Client: @unchecked Sendable {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package struct Reply: Sendable {
    package let status: Int
    package let headers: [String: String]
    package let body: [UInt8]
    /// The values of all `Set-Cookie` headers.
    package var cookies: [String] = []

    package var text: String { String(decoding: body, as: UTF8.self) }
    /// The stable code of a refusal.
    package var code: RefusalCode? { try? Refusal(json: body).error.code }
    package var account: Account? { try? Account(json: body, limit: 1 << 20) }
  }

  /// Connects from a loopback address; number 1 is 127.0.0.1.
  ///
  /// - Parameter port: of another address of the server than the one for clients.
  package init(_ server: Server, from number: UInt32 = 1, port: UInt16? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var own = Self.address(number, port: 0)
    let isBound = withUnsafePointer(to: &own) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard isBound == 0 else { throw Failure(description: "bind: errno \(errno)") }
    var address = Self.address(1, port: port ?? server.port)
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(description: "connect: errno \(errno)") }
  }

  deinit { close(descriptor) }

  private static func address(_ number: UInt32, port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (UInt32(0x7F00_0000) + number).bigEndian
    return address
  }

  /// Sends all bytes; returns false if the server no longer accepts them.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Whether the server sends something or closes the connection within the limit.
  package func isReadable(withinMilliseconds limit: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, limit) > 0
  }

  /// Whether the server closes the connection within the limit.
  package func isClosed(withinMilliseconds limit: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, limit) > 0 else { return false }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
  }

  /// Receives the next complete response.
  package func receive(withBody: Bool = true) throws -> Reply {
    let end = Array("\r\n\r\n".utf8)
    var headEnd = buffer.firstRange(of: end)
    while headEnd == nil {
      try fill()
      headEnd = buffer.firstRange(of: end)
    }
    let head = String(decoding: buffer[..<headEnd!.lowerBound], as: UTF8.self)
    buffer.removeSubrange(..<headEnd!.upperBound)
    let lines = head.components(separatedBy: "\r\n")
    guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Failure(description: "no status line: \(head)")
    }
    if status == 100 { return try receive(withBody: withBody) }
    var headers: [String: String] = [:]
    var cookies: [String] = []
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      let (name, value) = (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
      headers[name] = value
      if name == "set-cookie" { cookies.append(value) }
    }
    let length = withBody ? headers["content-length"].flatMap { Int($0) } ?? 0 : 0
    while buffer.count < length { try fill() }
    let body = Array(buffer.prefix(length))
    buffer.removeFirst(length)
    return Reply(status: status, headers: headers, body: body, cookies: cookies)
  }

  /// Receives everything until the server closes; waits at most twenty seconds between two parts.
  package func rest() -> [UInt8] {
    while (try? fill()) != nil {}
    defer { buffer = [] }
    return buffer
  }

  private func fill() throws {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else {
      throw Failure(description: count == 0 ? "the server closed" : "recv: errno \(errno)")
    }
    buffer += chunk.prefix(count)
  }

  package static func head(
    _ method: String, _ path: String, token: String? = nil, headers: [String: String] = [:],
    length: Int? = nil
  ) -> String {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
    if let token { head += "Authorization: Bearer \(token)\r\n" }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if let length { head += "Content-Length: \(length)\r\n" }
    return head + "\r\n"
  }

  /// Sends one request and returns its response.
  package func ask(
    _ method: String, _ path: String, token: String? = nil, body: [UInt8]? = nil,
    headers: [String: String] = [:]
  ) throws -> Reply {
    var headers = headers
    if body != nil, headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
    send(
      Array(Self.head(method, path, token: token, headers: headers, length: body?.count).utf8)
        + (body ?? []))
    return try receive(withBody: method != "HEAD")
  }

  package func ask(
    _ method: String, _ path: String, token: String? = nil, _ body: String,
    headers: [String: String] = [:]
  ) throws -> Reply {
    try ask(method, path, token: token, body: Array(body.utf8), headers: headers)
  }
}

extension Server {
  /// Sends one request on a separate connection.
  package func ask(
    _ method: String, _ path: String, token: String? = nil, _ body: String? = nil,
    headers: [String: String] = [:]
  ) throws -> Client.Reply {
    try Client(self).ask(
      method, path, token: token, body: body.map { Array($0.utf8) }, headers: headers)
  }

  package func trySignIn(
    _ login: String, _ password: String = Server.password, device: Character? = nil,
    from address: UInt32 = 1, headers: [String: String] = [:]
  ) throws -> Client.Reply {
    let message = SignIn(
      login: login, password: password, device: device.map { String(repeating: $0, count: 32) })
    return try Client(self, from: address).ask(
      "POST", "/rpc/sign_in", body: message.json(), headers: headers)
  }

  package func signIn(_ login: String = "ana", device: Character? = nil) throws -> String {
    let reply = try trySignIn(login, device: device)
    guard let token = try? SignedIn(json: reply.body).token else {
      throw Client.Failure(description: "\(reply.status) \(reply.text)")
    }
    return token
  }

  package func choose(
    _ language: String, sequence: Int64, at time: Int64, device: Character = "a", token: String
  ) throws -> Client.Reply {
    let origin = ChoiceOrigin(
      device: String(repeating: device, count: 32), sequence: sequence, chosenAt: time)
    let change = AccountChange(choice: Choice(language: language, origin: origin))
    return try Client(self).ask("PATCH", "/rpc/me", token: token, body: change.json())
  }
}
