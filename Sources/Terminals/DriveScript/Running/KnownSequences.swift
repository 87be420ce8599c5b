/// Sequences that programs are known to send although no terminal knows them: they look whether a
/// trace of them is left on the screen, or ask for what one terminal alone has.
enum KnownSequences {
  private static let byProgram: [String: [String]] = [
    // Two probes: a terminal that shows them is old (`term.c`, may_req_…).
    "vim": ["␛Pzz", "␛[0%m"],
    "vi": ["␛Pzz", "␛[0%m"],
    // A mode of mintty: an Escape key that is told from the beginning of a sequence.
    "tmux": ["␛[?7727h", "␛[?7727l"],
  ]

  /// What a program may send, by the name that it was started by.
  static func of(_ program: String) -> [String] {
    byProgram[program.split(separator: "/").last.map(String.init) ?? program] ?? []
  }
}
