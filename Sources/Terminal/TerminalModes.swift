import Glibc

/// The modes of a terminal line (`termios`), kept to be given back unchanged at the end, also
/// across exec.
public struct TerminalModes: Sendable {
  var value: termios

  /// The modes that a terminal has now (tcgetattr), or nil if the descriptor is none.
  public init?(of descriptor: Int32) {
    value = termios()
    guard tcgetattr(descriptor, &value) == 0 else { return nil }
  }

  /// Reads what `hexadecimal` wrote; nil if it is anything else.
  public init?(hexadecimal text: Substring) {
    value = termios()
    let digits = Array(text.utf8)
    guard digits.count == 2 * MemoryLayout<termios>.size else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(text.dropFirst(index).prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
    }
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
  }

  /// The modes as two digits a byte, to be handed to the next program of this process.
  public var hexadecimal: String {
    withUnsafeBytes(of: value) { bytes in
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  /// The same line without echo and line editing; its signal keys and output processing stay.
  var forScreen: TerminalModes {
    var modes = self
    modes.value.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    modes.value.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | IXON)
    withUnsafeMutableBytes(of: &modes.value.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    return modes
  }

  /// Sets them once what was written has gone out (tcsetattr, `TCSADRAIN`).
  func apply(to descriptor: Int32) {
    var modes = value
    while tcsetattr(descriptor, TCSADRAIN, &modes) != 0 && errno == EINTR {}
  }
}
