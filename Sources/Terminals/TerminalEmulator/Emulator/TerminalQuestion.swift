/// What a program asks a terminal and the terminal answers in its own words: which question an answer
/// belongs to is told by its kind, and by the order in which questions of one kind were asked.
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
  /// Keeps a question in the order in which they are asked.
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
