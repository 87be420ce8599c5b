import AccountModel
import AccountProtocol
import Foundation
import Glibc
import Localization
import Testing

/// A server that misbehaves as it is told, byte by byte; what it is not told about, it answers as
/// `lisan-server` with one account does (`FaultServerTests`). What it is told to answer names no
/// database: it comes from somebody between the server and the device.
final class FaultServer: @unchecked Sendable {
  struct Request: Sendable {
    let method: String
    let path: String
    let headers: [String: String]
    let body: [UInt8]
    /// When it had come as a whole, by the monotonic clock in nanoseconds and by the time of day in
    /// milliseconds since 1970.
    let time: Int64
    let timeOfDay: Int64

    var change: AccountChange? { try? AccountChange(json: body) }
  }

  /// The fate of a request.
  enum Fault: Sendable {
    /// An answer, whatever its status.
    case answer(Int, String, headers: [String] = [])
    /// An answer as the account would give, after the others that are let go by `release`.
    case held
    /// Nothing, for as long as the client waits.
    case stall
    /// A byte of the body, or of the headers, five times a second.
    case drip
    case dripHeaders
    /// The connection broken by a reset, closed without a byte, or in the middle of the body.
    case reset
    case close
    case cut
    /// A hundred megabytes, said so or in chunks without an end, and headers without an end.
    case large
    case largeChunks
    case largeHeaders
    case bytes(String)
  }

  private let lock = NSCondition()
  private let listener: Int32
  private(set) var port: UInt16 = 0
  private var faults: [String: [Fault]] = [:]
  private var seen: [Request] = []
  private var released = 0
  private var isClosed = false
  private var sentBytes = 0
  private let cooldown: Int
  /// Whether it lets clients follow the account; servers of former versions do not.
  private let isFollowed: Bool
  private let namesDatabase: Bool
  private var waiting = 0
  /// The number of the record's version.
  private var version = 1
  /// The account as its changes made it.
  private var record = Account(
    accountID: 1, login: "ana", name: "Ana", preferredLocale: "en", activeProfileID: 1,
    profiles: [
      Profile(profileID: 1, name: "Home", languageCode: "en"),
      Profile(profileID: 2, name: "Work", languageCode: "en"),
    ])
  {
    didSet {
      guard record != oldValue else { return }
      version += 1
      lock.broadcast()
    }
  }

  /// The answer to a sign-in.
  static let token = "lisan_of_a_fault_server"
  /// Its header for the database that it would have.
  static let identity = "Lisan-Database: " + String(repeating: "fa", count: 16)

  var url: String { "http://127.0.0.1:\(port)" }

  /// - Parameters:
  ///   - cooldown: seconds between two askings.
  ///   - namesDatabase: whether its answers name its database; those of former versions do not.
  init(cooldown: Int = 0, isFollowed: Bool = false, namesDatabase: Bool = true) throws {
    self.cooldown = cooldown
    self.namesDatabase = namesDatabase
    self.isFollowed = isFollowed
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, length)
        _ = getsockname(listener, $0, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(port > 0 && listen(listener, 64) == 0)
    Thread.detachNewThread { [listener, weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        guard let self else {
          Glibc.close(connection)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  deinit { refuse() }

  /// Takes no connection any more, as a server that is not there.
  func refuse() {
    let wasClosed = lock.withLock {
      defer { isClosed = true }
      return isClosed
    }
    guard !wasClosed else { return }
    shutdown(listener, Int32(SHUT_RDWR))
    Glibc.close(listener)
  }

  /// What becomes of the next requests of a kind such as `PATCH /rpc/me`; the last one of them
  /// stays if `lasts`.
  func next(_ request: String, _ faults: Fault...) {
    lock.withLock { self.faults[request, default: []] += faults }
  }

  func heal() { lock.withLock { faults = [:] } }

  /// Lets the requests go that are held.
  func release() {
    lock.withLock {
      released += 1
      lock.broadcast()
    }
  }

  func requests(_ kind: String? = nil) -> [Request] {
    lock.withLock { seen.filter { kind == nil || "\($0.method) \($0.path)" == kind } }
  }

  var account: Account { lock.withLock { record } }

  /// Changes the record behind the back of every client.
  func change(_ body: (inout Account) -> Void) { lock.withLock { body(&record) } }
  /// How many requests wait for a change.
  var followers: Int { lock.withLock { waiting } }
  var bytesSent: Int { lock.withLock { sentBytes } }

  // MARK: A connection

  private func serve(_ connection: Int32) {
    defer { Glibc.close(connection) }
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        connection, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    var buffer: [UInt8] = []
    while let request = read(connection, &buffer) {
      let kind = "\(request.method) \(request.path)"
      // Whoever sees the request may let it go at once: what counts as before it is fixed here.
      let (fault, released): (Fault?, Int) = lock.withLock {
        seen.append(request)
        guard var waiting = faults[kind], !waiting.isEmpty else { return (nil, self.released) }
        // The last one stays.
        let fault = waiting.count > 1 ? waiting.removeFirst() : waiting[0]
        faults[kind] = waiting
        return (fault, self.released)
      }
      guard act(fault, request, connection, heldSince: released) else { return }
    }
  }

  private func read(_ connection: Int32, _ buffer: inout [UInt8]) -> Request? {
    func fill() -> Bool {
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return false }
      buffer += chunk.prefix(count)
      return true
    }
    let end = Array("\r\n\r\n".utf8)
    while buffer.firstRange(of: end) == nil { if !fill() { return nil } }
    let head = buffer.firstRange(of: end)!
    let lines = String(decoding: buffer[..<head.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    buffer.removeSubrange(..<head.upperBound)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard let name = parts.first else { continue }
      headers[name.lowercased()] = parts.last?.trimmingCharacters(in: .whitespaces)
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while buffer.count < length { if !fill() { return nil } }
    let words = lines[0].split(separator: " ")
    guard words.count >= 2 else { return nil }
    let body = Array(buffer.prefix(length))
    buffer.removeFirst(length)
    return Request(
      method: String(words[0]), path: String(words[1]), headers: headers, body: body,
      time: Device.now(), timeOfDay: milliseconds())
  }

  @discardableResult
  private func send(_ text: String, _ connection: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      lock.withLock { sentBytes += count }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func answer(
    _ status: Int, _ body: String, _ headers: [String], _ connection: Int32
  ) -> Bool {
    let lines =
      ["HTTP/1.1 \(status) X", "Content-Type: application/json"] + headers
      + ["Content-Length: \(body.utf8.count)", "", body]
    return send(lines.joined(separator: "\r\n"), connection)
  }

  /// - Parameter before: how often requests had been let go when this one was seen.
  /// - Returns: whether the connection continues.
  private func act(
    _ fault: Fault?, _ request: Request, _ connection: Int32, heldSince before: Int
  ) -> Bool {
    switch fault {
    case nil: return answerWell(request, connection)
    case .answer(let status, let body, let headers):
      return answer(status, body, headers, connection)
    case .held:
      lock.withLock {
        let end = Date().addingTimeInterval(30)
        while released == before, lock.wait(until: end) {}
      }
      return answerWell(request, connection)
    case .stall:
      var byte: UInt8 = 0
      _ = recv(connection, &byte, 1, 0)
      return false
    case .drip:
      send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", connection)
      return drip("x", connection)
    case .dripHeaders:
      send("HTTP/1.1 200 OK\r\n", connection)
      return drip("X-A: b\r\n", connection)
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
      return false
    case .close: return false
    case .cut:
      send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"account_id\":", connection)
      return false
    case .large:
      send("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n", connection)
      return pour(String(repeating: " ", count: 100_000), connection)
    case .largeChunks:
      send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", connection)
      return pour("186a0\r\n" + String(repeating: " ", count: 100_000) + "\r\n", connection)
    case .largeHeaders:
      send("HTTP/1.1 200 OK\r\n", connection)
      return pour("X-A: " + String(repeating: "b", count: 9_000) + "\r\n", connection)
    case .bytes(let text):
      send(text, connection)
      return false
    }
  }

  private func drip(_ text: String, _ connection: Int32) -> Bool {
    while send(text, connection) {
      var watched = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      if poll(&watched, 1, 200) > 0 { return false }
    }
    return false
  }

  private func pour(_ text: String, _ connection: Int32) -> Bool {
    for _ in 0..<1000 where !send(text, connection) { return false }
    return false
  }

  /// Answers when the record is another one than the client has, or when it has waited enough.
  private func follow(_ request: Request, _ connection: Int32) -> Bool {
    let known = request.headers["if-none-match"]
    let seconds = request.headers["prefer"].flatMap { Double($0.dropFirst("wait=".count)) } ?? 0
    let (account, tag) = lock.withLock {
      let end = Date().addingTimeInterval(seconds)
      waiting += 1
      while known == "\"\(version)\"", lock.wait(until: end) {}
      waiting -= 1
      return (record, "\"\(version)\"")
    }
    return tag == known
      ? say(304, nil, connection, ["ETag: \(tag)"])
      : say(200, account, connection, ["ETag: \(tag)"])
  }

  /// Answers as the real server does.
  private func say(
    _ status: Int, _ message: (any JSONMessage)?, _ connection: Int32, _ more: [String] = []
  ) -> Bool {
    let body = message.map { String(decoding: $0.json(), as: UTF8.self) } ?? ""
    var headers = [
      "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
    ]
    if namesDatabase { headers.append(Self.identity) }
    if message != nil { headers.append("Content-Type: application/json") }
    headers += more
    // These have no body, and say nothing about its length.
    if status != 204, status != 304 { headers.append("Content-Length: \(body.utf8.count)") }
    let lines = ["HTTP/1.1 \(status) X"] + headers + ["", body]
    return send(lines.joined(separator: "\r\n"), connection)
  }

  private func refuse(
    _ code: RefusalCode, _ connection: Int32, field: String? = nil
  ) -> Bool {
    let more = code.status == 401 ? ["WWW-Authenticate: Bearer"] : []
    return say(
      code.status, Refusal(code, message: "x", field: field), connection,
      ["Content-Language: en"] + more)
  }

  private func answerWell(_ request: Request, _ connection: Int32) -> Bool {
    let isSignedIn = request.headers["authorization"] == "Bearer \(FaultServer.token)"
    switch "\(request.method) \(request.path)" {
    case "GET /rpc/app_config":
      return say(
        200,
        AppConfiguration(
          languages: ["en", "ar"], defaultLanguageCode: "en",
          markets: [Market(code: .world, languages: ["en", "ar"])],
          cooldowns: Cooldowns(syncSeconds: cooldown)), connection)
    case "POST /rpc/sign_in":
      return say(
        200,
        SignedIn(token: FaultServer.token, accountID: 1, expiresAt: milliseconds() + 1000),
        connection)
    case "GET /rpc/me", "PATCH /rpc/me", "POST /rpc/set_active_profile", "POST /rpc/sign_out":
      guard isSignedIn else { return refuse(.notSignedIn, connection) }
    case "GET /rpc/follow" where isFollowed:
      return isSignedIn ? follow(request, connection) : refuse(.notSignedIn, connection)
    default: return refuse(.notFound, connection)
    }
    switch request.method + request.path {
    case "PATCH/rpc/me":
      guard let change = request.change else {
        return refuse(.invalidField, connection, field: "note")
      }
      lock.withLock {
        if let note = change.note { record.note = note }
        if let choice = change.choice,
          choice.origin.device != record.lastChange?.device
            || choice.origin.sequence > record.lastChange?.sequence ?? 0
        {
          record.preferredLocale = choice.language
          record.lastChange = choice.origin
        }
      }
    case "POST/rpc/set_active_profile":
      guard let change = try? ProfileChange(json: request.body),
        let profile = account.profiles.first(where: { $0.profileID == change.profileID })
      else { return refuse(.notFound, connection) }
      lock.withLock {
        record.activeProfileID = profile.profileID
        record.preferredLocale = profile.languageCode
        record.lastChange = ChoiceOrigin(
          device: String(repeating: "0", count: 32), sequence: 1, chosenAt: milliseconds())
      }
    case "POST/rpc/sign_out": return say(204, nil, connection)
    default: return say(200, account, connection, ["ETag: \"\(lock.withLock { version })\""])
    }
    return say(200, account, connection)
  }
}
