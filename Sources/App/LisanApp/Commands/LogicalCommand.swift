import BidiRepair
import Glibc
import MirrorLayout
import SettingsCore
import SystemCalls

/// `lisan logical`: what was written, for text that was copied from a terminal.
extension Commands {
  /// Copies standard input to standard output line by line, and turns lines in visual order.
  func turnLogical() -> ExitCode {
    // A reader that has gone ends the command without an error.
    signal(SIGPIPE, SIG_IGN)
    var lines = HeldLines()
    var input = [UInt8](repeating: 0, count: 1 << 16)
    func written(_ line: [UInt8], _: Bool) -> [UInt8] { ShownText(utf8: line)?.written ?? line }
    while true {
      let count = read(STDIN_FILENO, &input, input.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        complain(.message(.inputNotRead, SystemError.last.text))
        return .failed
      }
      var output: [UInt8] = []
      for byte in input[..<count] {
        if let piece = lines.take(byte) { output += piece.translated(by: written) }
      }
      if count == 0 { output += lines.end().translated(by: written) }
      if !Console.give(output) || count == 0 { return .done }
    }
  }
}
