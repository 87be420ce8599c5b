/// Sequences that programs are known to send although no terminal knows them: probes for traces on
/// the screen, or for features of a single terminal.
enum KnownSequences {
  private static let byProgram: [String: [String]] = [
    // Two probes: a terminal that shows them is old (`term.c`, may_req_…).
    "vim": ["␛Pzz", "␛[0%m"],
    "vi": ["␛Pzz", "␛[0%m"],
    // A mode of mintty, which distinguishes an Escape key from the beginning of a sequence.
    "tmux": ["␛[?7727h", "␛[?7727l"],
  ]

  /// The sequences that a program may send, by the name under which it was started.
  static func of(_ program: String) -> [String] {
    byProgram[program.split(separator: "/").last.map(String.init) ?? program] ?? []
  }
}
