import CMicroHTTPD
import FoundationEssentials
import Glibc
import Synchronization

/// The log of requests and events, one JSON object a line; no password, token or name is in it.
final class AccessLog: Sendable {
  private struct Line: Encodable {
    var t: String
    var event: String
    var method: String?
    var path: String?
    var status: Int?
    var us: Int64?
    var bytes: Int?
    var address: String?
    var account: Int64?
    var code: String?
    var language: String?
    var device: String?
    var sequence: Int64?
    var outcome: String?
    var message: String?
  }

  private let path: String?
  private let descriptor: Mutex<Int32>

  /// Appends to a file, made for its owner alone, or writes to standard error; nil with errno.
  init?(path: String?) {
    self.path = path
    let opened = path.map(Self.open) ?? STDERR_FILENO
    guard opened >= 0 else { return nil }
    descriptor = Mutex(opened)
  }

  private static func open(_ path: String) -> Int32 {
    Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  /// Opens the file anew, after a rotation; the old one serves on where that fails.
  func reopen() {
    guard let path else { return }
    let opened = Self.open(path)
    guard opened >= 0 else { return }
    descriptor.withLock { present in
      close(present)
      present = opened
    }
  }

  func event(_ name: String, _ message: String? = nil) {
    var line = Line(t: Self.time(), event: name)
    line.message = message
    write(line)
  }

  func request(_ exchange: Exchange, _ response: Response, address: String) {
    var line = Line(t: Self.time(), event: "request")
    line.method = String(exchange.method.prefix(16))
    line.path = String(exchange.path.prefix(100))
    line.status = response.status
    line.us = (monotonicNanoseconds() - exchange.start) / 1000
    line.bytes = response.body.count
    line.address = address
    let notes = response.notes
    line.account = notes.account
    line.code = notes.code
    line.language = notes.language
    line.device = notes.device
    line.sequence = notes.sequence
    line.outcome = notes.outcome
    write(line)
  }

  private static func time() -> String {
    Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// One write(2) a line, so that lines of several threads and processes stay whole.
  private func write(_ line: Line) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard var bytes = try? encoder.encode(line) else { return }
    bytes.append(UInt8(ascii: "\n"))
    descriptor.withLock { descriptor in
      bytes.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
  }
}
