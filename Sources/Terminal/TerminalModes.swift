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
    guard let bytes = Hexadecimal.bytes(text), bytes.count == MemoryLayout<termios>.size else {
      return nil
    }
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
  }

  /// The modes as two digits a byte, to be handed to the next program of this process.
  public var hexadecimal: String {
    withUnsafeBytes(of: value) { Hexadecimal.digits($0) }
  }

  /// The same line without echo and line editing; its signal keys and output processing stay. What
  /// was written is not thrown away when such a key comes (NOFLSH): that would cut a sequence.
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

  /// Sets them once what was written has gone out (tcsetattr, `TCSADRAIN`).
  func apply(to descriptor: Int32) {
    var modes = value
    while tcsetattr(descriptor, TCSADRAIN, &modes) != 0 && errno == EINTR {}
  }
}
