/// A question that only the terminal can answer. Its answer is recognized by its kind, and by the
/// order of the questions of that kind.
package enum TerminalQuestion: Hashable, Sendable {
  /// DSR 5, `CSI 5 n`.
  case status
  /// DSR 6, `CSI 6 n`: the cursor's place.
  case place
  /// DA1 and DA2.
  case primaryAttributes, secondaryAttributes
  /// XTVERSION.
  case version
  /// DECRQM.
  case mode(Int, isPrivate: Bool)
  /// OSC 11.
  case background
}

extension Emulator {
  /// Appends a question.
  mutating func note(_ question: TerminalQuestion) {
    if recordsQuestions, questions.count < Self.mostQuestions { questions.append(question) }
  }

  /// Returns the questions since the last call.
  package mutating func takeQuestions() -> [TerminalQuestion] {
    defer { questions = [] }
    return questions
  }

  /// More than a terminal has answered when as many more have been asked.
  private static let mostQuestions = 1 << 14
}
