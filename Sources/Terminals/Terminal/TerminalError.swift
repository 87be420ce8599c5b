/// Why no screen can be opened; each case means exit code 5 (R57).
public enum TerminalError: Error, Hashable, Sendable {
  /// Standard input or output is not a terminal.
  case notATerminal
  /// `TERM` is unset, empty or `dumb`.
  case noCursorMovement
  /// The terminfo database does not know this `TERM`.
  case unknownTerminal(String)
  /// The locale's name asks for a charset other than UTF-8.
  case foreignCharset(String)
  /// The terminal cannot show UTF-8, whatever the locale says: Eterm.
  case terminalWithoutUTF8(String)
  /// Not even `C.UTF-8` can be set, so character widths are unknown.
  case noUTF8Locale
  /// A system call failed (errno).
  case system(call: String, errno: Int32)
}
