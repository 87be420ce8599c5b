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
package final class AccessLog: Sendable {
  private struct Waiting {
    var bytes: [UInt8] = []
    var lines = 0
    var dropped = 0
    /// Whether the thread was asked to write and has not emptied the queue since.
    var isWriting = false
  }

  /// With at least so many lines since it wrote last, the thread rests longer.
  private static let fewLines = 4
  /// The maximum number of queued bytes.
  private static let limit = 1 << 20

  private let path: String?
  /// nil for standard error. Used only on the queue.
  nonisolated(unsafe) private var file: OwnedDescriptor?
  private let waiting = Mutex(Waiting())
  private let queue = DispatchQueue(label: "log")

  /// Appends to a file with mode 0600; without a path, writes to standard error.
  package init(path: String?) throws(SystemError) {
    self.path = path
    if let path { file = try Self.open(path) }
  }

  private static func open(_ path: String) throws(SystemError) -> OwnedDescriptor {
    try OwnedDescriptor(opening: path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW)
  }

  /// Reopens the file after a rotation; keeps the old one if that fails.
  package func reopen() {
    guard let path else { return }
    queue.async { [self] in
      guard let opened = try? Self.open(path) else { return }
      file = consume opened
    }
  }

  /// Waits at most one second for queued lines.
  package func finish() {
    let isWritten = DispatchSemaphore(value: 0)
    queue.async { isWritten.signal() }
    _ = isWritten.wait(timeout: .now() + 1)
  }

  package func event(_ name: String, _ message: String? = nil) { append(Self.line(name, message)) }

  /// Adds a line.
  package func append(_ members: KeyValuePairs<String, JSON?>) {
    append(Self.line(members))
  }

  package static func time() -> String {
    UTCTime.preciseText(millisecondsSince1970: SystemClock.millisecondsSince1970())
  }

  private static func line(_ members: KeyValuePairs<String, JSON?>) -> [UInt8] {
    JSON.members(members).utf8 + [UInt8(ascii: "\n")]
  }

  private static func line(_ event: String, _ message: String?) -> [UInt8] {
    line([
      "event": .string(event), "message": message.map { .string($0) }, "t": .string(time()),
    ])
  }

  private func append(_ bytes: [UInt8]) {
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
    while let (bytes, lines, dropped) = drain() {
      if !write(bytes) {
        // The next line triggers a new attempt.
        return waiting.withLock { waiting in
          waiting.dropped += lines + dropped
          waiting.isWriting = false
        }
      }
      // Lines gather while the thread rests. To wake it for each costs more than the rest of a line.
      usleep(lines < Self.fewLines ? 100 : 1000)
    }
  }

  /// The queued bytes, the number of their lines, and the number of dropped lines that they report;
  /// nil if there is nothing to write.
  private func drain() -> (bytes: [UInt8], lines: Int, dropped: Int)? {
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
      // This ends a line that was cut off.
      let said = [UInt8(ascii: "\n")] + Self.line("log.dropped", "\(waiting.dropped) lines")
      return (said + waiting.bytes, waiting.lines, waiting.dropped)
    }
  }

  /// Writes whole lines, in one write(2) if possible, so that several processes' lines do not mix.
  private func write(_ bytes: [UInt8]) -> Bool {
    let descriptor = file?.number ?? STDERR_FILENO
    return (try? writeAll(bytes, to: descriptor, waitsForRoom: true)) != nil
  }
}
