import Glibc

/// A terminal's line settings (`termios`), read from outside the program. A program that exits
/// properly restores the initial ones:
///
/// ```swift
/// #expect(session.lineSettings == session.initialLineSettings)
/// ```
public struct LineSettings: Hashable, Sendable, CustomStringConvertible {
  /// The input flags (`c_iflag`).
  public let input: UInt32
  /// The output flags (`c_oflag`).
  public let output: UInt32
  /// The control flags (`c_cflag`).
  public let control: UInt32
  /// The local flags (`c_lflag`).
  public let local: UInt32
  /// The control characters, `c_cc`.
  public let characters: [UInt8]

  init(_ settings: termios) {
    input = settings.c_iflag
    output = settings.c_oflag
    control = settings.c_cflag
    local = settings.c_lflag
    characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
  }

  /// The kernel edits lines and delivers them whole (ICANON).
  public var isCanonical: Bool { local & UInt32(ICANON) != 0 }
  /// Typed characters are echoed (ECHO).
  public var echoes: Bool { local & UInt32(ECHO) != 0 }
  /// Ctrl-C and Ctrl-Z send signals (ISIG).
  public var sendsSignals: Bool { local & UInt32(ISIG) != 0 }

  public var description: String {
    let flags = [input, output, control, local].map { String($0, radix: 8) }
    return "input \(flags[0]), output \(flags[1]), control \(flags[2]), local \(flags[3])"
      + ", characters \(readable(characters))"
  }
}
