import TerminalEmulator

/// A question that went to the terminal.
package struct AskedQuestion: Hashable, Sendable {
  package let kind: TerminalQuestion
  /// Whether the program asked, and not this process.
  package let isOfProgram: Bool

  package init(kind: TerminalQuestion, isOfProgram: Bool) {
    (self.kind, self.isOfProgram) = (kind, isOfProgram)
  }
}
