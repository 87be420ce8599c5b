import Glibc

/// The modes of a terminal line (`termios`), kept to be restored unchanged at exit, also across
/// exec.
public struct TerminalModes: Sendable {
  var value: termios

  /// The current modes of a terminal (tcgetattr); nil if the descriptor is not a terminal.
  public init?(of descriptor: Int32) {
    value = termios()
    guard tcgetattr(descriptor, &value) == 0 else { return nil }
  }

  /// Parses the output of `hexadecimal`; nil for anything else.
  public init?(hexadecimal text: Substring) {
    value = termios()
    guard let bytes = Hexadecimal.bytes(text), bytes.count == MemoryLayout<termios>.size else {
      return nil
    }
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
  }

  /// The modes as two digits per byte, for the next program in this process.
  public var hexadecimal: String {
    withUnsafeBytes(of: value) { Hexadecimal.digits($0) }
  }

  /// The modes without echo and line editing. Signal keys and output processing stay. A signal key
  /// does not discard pending output (NOFLSH), which would cut a sequence.
  var forScreen: TerminalModes {
    var modes = self
    modes.value.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    modes.value.c_lflag |= tcflag_t(NOFLSH)
    modes.value.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | IXON)
    withUnsafeMutableBytes(of: &modes.value.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    return modes
  }

  /// Sets the modes after pending output was sent (tcsetattr, `TCSADRAIN`).
  func apply(to descriptor: Int32) {
    var modes = value
    while tcsetattr(descriptor, TCSADRAIN, &modes) != 0 && errno == EINTR {}
  }
}
