import Dispatch
import Glibc
import StrictJSON
import Synchronization
import SystemCalls

/// The log of requests and events, one JSON object per line, without passwords, tokens or names.
///
/// A separate thread writes the lines, so that no request waits for a disk or for the reader of a
/// pipe. The queue has a limit: lines beyond it are dropped, and their number is logged when there
/// is room again.
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

  private struct Waiting {
    var bytes: [UInt8] = []
    var lines = 0
    var dropped = 0
    /// Whether the thread was asked to write and has not emptied the queue since.
    var isWriting = false
  }

  /// The maximum number of queued bytes.
  private static let limit = 1 << 20

  private let path: String?
  /// nil for standard error. Used only on the queue.
  nonisolated(unsafe) private var file: OwnedDescriptor?
  private let waiting = Mutex(Waiting())
  private let queue = DispatchQueue(label: "log")

  /// Appends to a file with mode 0600; without a path, writes to standard error.
  init(path: String?) throws(SystemError) {
    self.path = path
    if let path { file = try Self.open(path) }
  }

  private static func open(_ path: String) throws(SystemError) -> OwnedDescriptor {
    try OwnedDescriptor(opening: path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW)
  }

  /// Reopens the file after a rotation; keeps the old one if that fails.
  func reopen() {
    guard let path else { return }
    queue.async { [self] in
      guard let opened = try? Self.open(path) else { return }
      file = consume opened
    }
  }

  /// Waits at most one second for queued lines.
  func finish() {
    let isWritten = DispatchSemaphore(value: 0)
    queue.async { isWritten.signal() }
    _ = isWritten.wait(timeout: .now() + 1)
  }

  func event(_ name: String, _ message: String? = nil) {
    var line = Line(t: Self.time(), event: name)
    line.message = message
    append(line)
  }

  func request(_ exchange: Exchange, _ response: Response, address: ClientAddress) {
    var line = Line(t: Self.time(), event: "request")
    line.method = String(exchange.method.prefix(16))
    line.path = String(exchange.target.path.prefix(100))
    line.status = response.status
    line.us = (SystemClock.monotonic() - exchange.start) / 1000
    line.bytes = response.body.count
    line.address = address.description
    let notes = response.notes
    line.account = notes.account
    line.code = notes.code
    line.language = notes.language
    line.device = notes.device
    line.sequence = notes.sequence
    line.outcome = notes.outcome
    line.message = notes.message
    append(line)
  }

  private static func time() -> String {
    UTCTime.preciseText(millisecondsSince1970: SystemClock.millisecondsSince1970())
  }

  private static func bytes(of line: Line) -> [UInt8] {
    guard let json = try? JSON(encoding: line) else { return [] }
    return json.utf8 + [UInt8(ascii: "\n")]
  }

  private func append(_ line: Line) {
    let bytes = Self.bytes(of: line)
    let isFirst = waiting.withLock { waiting in
      guard waiting.bytes.count + bytes.count <= Self.limit else {
        waiting.dropped += 1
        return false
      }
      waiting.bytes += bytes
      waiting.lines += 1
      defer { waiting.isWriting = true }
      return !waiting.isWriting
    }
    if isFirst { queue.async { [self] in writeWaiting() } }
  }

  private func writeWaiting() {
    while let (bytes, lines, dropped) = take() {
      if !write(bytes) {
        // The next line triggers a new attempt.
        return waiting.withLock { waiting in
          waiting.dropped += lines + dropped
          waiting.isWriting = false
        }
      }
    }
  }

  /// The queued bytes, the number of their lines, and the number of dropped lines that they report;
  /// nil if there is nothing to write.
  private func take() -> (bytes: [UInt8], lines: Int, dropped: Int)? {
    waiting.withLock { waiting in
      guard !waiting.bytes.isEmpty || waiting.dropped > 0 else {
        waiting.isWriting = false
        return nil
      }
      defer {
        waiting.bytes = []
        (waiting.lines, waiting.dropped) = (0, 0)
      }
      guard waiting.dropped > 0 else { return (waiting.bytes, waiting.lines, 0) }
      var line = Line(t: Self.time(), event: "log.dropped")
      line.message = "\(waiting.dropped) lines"
      // This ends a line that was cut off.
      let said = [UInt8(ascii: "\n")] + Self.bytes(of: line)
      return (said + waiting.bytes, waiting.lines, waiting.dropped)
    }
  }

  /// Writes whole lines, in one write(2) if possible, so that several processes' lines do not mix.
  private func write(_ bytes: [UInt8]) -> Bool {
    let descriptor = file?.number ?? STDERR_FILENO
    return (try? writeAll(bytes, to: descriptor, waitsForRoom: true)) != nil
  }
}
