import Glibc
import SystemCalls
import WritingDirection

/// A log that several programs write to: what happened and why, in English, a line each with time,
/// level and process (R60). At 1 MiB it becomes `lisan.log.1`, in the place of the one before.
///
/// ```
/// 2025-06-01T12:00:00Z warning [4711] the stored language xx is not configured
/// ```
public struct LogFile: Sendable {
  public enum Level: String, Sendable {
    case info, warning, error
  }

  /// The size from which a log is moved aside, in bytes.
  private static let limit = 1 << 20

  public let path: String
  private var file: LineFile?
  private var isOpen = false

  public init(path: String) {
    self.path = path
  }

  /// Opened by the first line, or for standard error while a screen is up: a command with nothing
  /// to say leaves no file.
  public mutating func opened() -> LineFile? {
    if !isOpen {
      isOpen = true
      // Whether there is a directory now, opening the file will say.
      _ = try? makeDirectories(parentDirectory(of: path))
      file = try? LineFile(path: path)
    }
    return file
  }

  public mutating func write(_ level: Level, _ message: String) {
    guard let file = opened() else { return }
    file.makeRoom(at: path, limit: Self.limit, aside: "\(path).1")
    // A path or a value in the message must not be able to forge a line, nor to drive the terminal of
    // whoever reads the log.
    var line = ""
    for scalar in message.unicodeScalars {
      line.unicodeScalars.append(Self.isHarmless(scalar) ? scalar : "?")
    }
    file.append("\(Self.timestamp()) \(level.rawValue) [\(getpid())] \(line)")
  }

  /// No control of C0 or C1, no line separator, nothing that turns text round.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029: false
    default: !scalar.isDirectionalFormatting
    }
  }

  /// The time in UTC as RFC 3339 writes it.
  private static func timestamp() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
