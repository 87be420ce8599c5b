import Glibc
import SystemCalls
import WritingDirection

/// A log shared by several programs, in English, with time, level and process on each line (R60).
/// At 1 MiB it is renamed to `lisan.log.1` and replaces the previous one.
///
/// ```
/// 2025-06-01T12:00:00Z warning [4711] the stored language xx is not configured
/// ```
public struct LogFile: Sendable {
  public enum Level: String, Sendable {
    case info, warning, error
  }

  /// The size in bytes at which a log is renamed.
  private static let limit = 1 << 20

  public let path: String
  private var file: LineFile?
  private var isOpen = false

  public init(path: String) {
    self.path = path
  }

  /// The file, opened for the first line, or for standard error while a screen is up. A command
  /// that logs nothing creates no file.
  public mutating func opened() -> LineFile? {
    if !isOpen {
      isOpen = true
      // If this fails, opening the file fails too.
      _ = try? makeDirectories(parentDirectory(of: path))
      file = try? LineFile(path: path)
    }
    return file
  }

  public mutating func write(_ level: Level, _ message: String) {
    guard let file = opened() else { return }
    file.makeRoom(at: path, limit: Self.limit, aside: "\(path).1")
    // A path or value in the message must not forge a line or control the terminal of the log's
    // reader.
    var line = ""
    for scalar in message.unicodeScalars {
      line.unicodeScalars.append(Self.isHarmless(scalar) ? scalar : "?")
    }
    let time = UTCTime.text(millisecondsSince1970: SystemClock.millisecondsSince1970())
    file.append("\(time) \(level.rawValue) [\(getpid())] \(line)")
  }

  /// Whether a scalar is no C0 or C1 control, line separator or directional formatting character.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029: false
    default: !scalar.isDirectionalFormatting
    }
  }
}
