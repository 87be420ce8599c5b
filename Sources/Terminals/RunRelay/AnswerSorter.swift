import BidiRepair
import ControlSequences
import TerminalEmulator

/// Takes the terminal's answers to this process out of what is typed, and leaves the program its own.
///
/// A terminal answers in the order in which it is asked, so the questions of both are kept in that order.
/// An answer belongs to the first question of its kind; the questions before that one are not answered by
/// this terminal. Until this process has asked, everything passes on at once.
///
/// From then on an answer reaches the program only if the program has asked for it. One that nobody has
/// asked for is one that came twice.
package struct AnswerSorter {
  /// An answer to this process.
  package enum Answer: Equatable {
    /// Where the cursor is, from 1.
    case place(row: Int, column: Int)
    case other([UInt8])
  }

  private var awaited: [AskedQuestion] = []
  /// What this terminal does not answer, as far as that is known.
  private var unanswered: Set<TerminalQuestion> = []
  private var answers: [Answer] = []
  /// When this process last asked.
  private var askedAt: ContinuousClock.Instant?
  private var hasAsked: Bool { askedAt != nil }
  /// Whether a terminal around this one may still answer, out of the order of this one.
  package var awaitsMore = false
  /// When something has last come or was released.
  private var changedAt: ContinuousClock.Instant?

  /// The last answer, whose it was, and whether it has come twice.
  private var last: (bytes: [UInt8], isOfProgram: Bool, cameTwice: Bool)?
  /// Whether this terminal answers twice.
  private var answersTwice = false

  /// What has come of a sequence that may be an answer, and how much of it was passed on already.
  private var held: [UInt8] = []
  private var passed = 0

  private static let escape: UInt8 = 0x1B
  /// How long the answers are waited for.
  private static let answerLimit = Duration.seconds(1)
  /// How long the rest of a sequence is waited for.
  private static let pauseLimit = Duration.milliseconds(50)
  /// For how long after its questions the key Escape waits for what may make an answer of it.
  private static let patience = Duration.seconds(10)
  /// More questions than are ever under way.
  private static let mostAwaited = 1 << 14

  package init() {}

  /// Notes questions that went to the terminal after all others, at a time.
  package mutating func note(_ questions: [AskedQuestion], at time: ContinuousClock.Instant) {
    awaited += questions
    if awaited.count > Self.mostAwaited {
      awaited.removeFirst(awaited.count - Self.mostAwaited)
    }
    if questions.contains(where: { !$0.isOfProgram }) { askedAt = time }
  }

  /// Until when the answers to this process are waited for.
  package var answersEnd: ContinuousClock.Instant? { askedAt.map { $0 + Self.answerLimit } }

  /// When `release` is to give back what is held back, unless more comes before.
  package var pauseEnd: ContinuousClock.Instant? {
    passed < held.count ? changedAt.map { $0 + Self.pauseLimit } : nil
  }

  /// Whether the beginning of an answer is kept from the program for as long as it takes.
  private var isPatient: Bool {
    guard let askedAt, let changedAt else { return false }
    return askedAt + Self.patience > changedAt
  }

  /// Returns the answers to this process since the last call.
  package mutating func takeAnswers() -> [Answer] {
    defer { answers = [] }
    return answers
  }

  /// Takes what came from the terminal, in any parts, at a time; returns what is the program's.
  package mutating func take(
    _ bytes: some Sequence<UInt8>, at time: ContinuousClock.Instant
  ) -> [UInt8] {
    if !hasAsked, awaited.isEmpty, held.isEmpty, last == nil { return Array(bytes) }
    changedAt = time
    var keys: [UInt8] = []
    for byte in bytes { step(byte, &keys) }
    // The key Escape comes alone, and so does the beginning of an answer over a slow line.
    if !hasAsked || held.count == 1 && !isPatient { pass(&keys) }
    return keys
  }

  /// Nothing has come for a while: what may have been typed is. What follows still counts as the rest
  /// of an answer.
  package mutating func release(at time: ContinuousClock.Instant) -> [UInt8] {
    changedAt = time
    var keys: [UInt8] = []
    // Two bytes are Escape or a letter with Alt.
    if held.count <= 2 || !isPatient { pass(&keys) }
    return keys
  }

  private mutating func pass(_ keys: inout [UInt8]) {
    keys += held[passed...]
    passed = held.count
  }

  private mutating func step(_ byte: UInt8, _ keys: inout [UInt8]) {
    if held.isEmpty, byte != Self.escape { return keys.append(byte) }
    if byte == Self.escape, !TerminalReport.isString(held) { end(&keys) }
    held.append(byte)
    switch TerminalReport(held) {
    case .begun:
      if held.count > TerminalReport.longest { shorten(&keys) }
    case .answer(let kind):
      decide(kind, &keys)
      (held, passed) = ([], 0)
    case .broken:
      if !hasAsked { pass(&keys) }
      // It may have been broken off by another sequence.
      held = held.dropLast().last == Self.escape ? [Self.escape, byte] : []
      passed = hasAsked ? 0 : held.count
    case .other: end(&keys)
    }
  }

  private mutating func end(_ keys: inout [UInt8]) {
    pass(&keys)
    (held, passed) = ([], 0)
  }

  /// The middle of a string says nothing about whose it is.
  private mutating func shorten(_ keys: inout [UInt8]) {
    if !hasAsked { pass(&keys) }
    held.remove(at: held.count - 2)
    passed = min(passed, held.count)
  }

  // MARK: Whose it is

  private mutating func decide(_ kind: TerminalQuestion, _ keys: inout [UInt8]) {
    let isOfProgram = takeQuestion(kind)
    guard hasAsked else { return pass(&keys) }
    switch isOfProgram {
    case true?: pass(&keys)
    case false?:
      if kind == .place, let place = ControlSequence(held) {
        answers.append(.place(row: place.value(0), column: place.value(1)))
      } else {
        answers.append(.other(held))
      }
    case nil where awaitsMore && last?.bytes != held: answers.append(.other(held))
    // F3 with Shift, Alt or Ctrl looks like a place.
    case nil where kind == .place && last?.bytes != held && TerminalReport.mayBeKey(held):
      pass(&keys)
    case nil: break
    }
  }

  /// Finds the question of an answer; nil where nobody has asked.
  private mutating func takeQuestion(_ kind: TerminalQuestion) -> Bool? {
    let index = awaited.firstIndex { $0.kind == kind }
    if let last, last.bytes == held {
      let isNext = index.map { awaited[..<$0].allSatisfy { unanswered.contains($0.kind) } }
      let isOfOther = index.map { awaited[$0].isOfProgram != last.isOfProgram } ?? true
      // Once more is what nobody has asked for, and what would be taken for somebody else's out of turn.
      if answersTwice && !last.cameTwice || index == nil || isNext == false && isOfOther {
        answersTwice = true
        self.last?.cameTwice = true
        return nil
      }
    }
    guard let index else { return nil }
    unanswered.formUnion(awaited[..<index].map(\.kind))
    unanswered.remove(kind)
    let question = awaited[index]
    awaited.removeFirst(index + 1)
    let isAgain = last?.bytes == held
    if last?.cameTwice == false, !isAgain { answersTwice = false }
    last = (held, question.isOfProgram, isAgain)
    return question.isOfProgram
  }
}

/// A terminal's answer, or the beginning of one.
private enum TerminalReport {
  /// It may become one.
  case begun
  case answer(TerminalQuestion)
  /// Only an answer begins so, but it does not go on as one.
  case broken
  case other

  /// Longer than any answer.
  static let longest = 512

  private static let version = Array("\u{1B}P>|".utf8)
  private static let background = Array("\u{1B}]11;".utf8)

  /// Whether bytes have begun a string, in which ESC is a part of its end.
  static func isString(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: version) || bytes.starts(with: background)
  }

  init(_ bytes: [UInt8]) {
    guard bytes.count > 1 else {
      self = .begun
      return
    }
    switch bytes[1] {
    case UInt8(ascii: "["): self.init(control: bytes)
    case UInt8(ascii: "P"): self.init(string: bytes, opening: Self.version, .version)
    case UInt8(ascii: "]"): self.init(string: bytes, opening: Self.background, .background)
    default: self = .other
    }
  }

  private init(string bytes: [UInt8], opening: [UInt8], _ kind: TerminalQuestion) {
    guard bytes.count > opening.count, bytes.starts(with: opening) else {
      self = opening.starts(with: bytes) ? .begun : .other
      return
    }
    switch (bytes[bytes.count - 2], bytes[bytes.count - 1]) {
    case (0x1B, UInt8(ascii: "\\")): self = .answer(kind)
    case (0x1B, _): self = .broken
    case (_, 0x07) where kind == .background: self = .answer(kind)
    case (_, 0x1B), (_, 0x20...): self = .begun
    default: self = .broken
    }
  }

  private init(control bytes: [UInt8]) {
    guard let report = ControlSequence(bytes), report.colons == 0 else {
      self = .other
      return
    }
    let count = report.values.contains { $0 >= 0 } ? report.values.count : 0
    switch (report.prefix, report.intermediate, report.final) {
    case ("\0", "\0", "\0"), ("?", "\0", "\0"), (">", "\0", "\0"), ("\0", "$", "\0"),
      ("?", "$", "\0"):
      self = bytes.count < Self.longest ? .begun : .other
    case ("\0", "\0", "n") where count == 1: self = .answer(.status)
    case ("\0", "\0", "R") where count == 2: self = .answer(.place)
    case ("?", "\0", "c"): self = .answer(.primaryAttributes)
    case (">", "\0", "c"): self = .answer(.secondaryAttributes)
    case ("\0", "$", "y") where count == 2, ("?", "$", "y") where count == 2:
      self = .answer(.mode(report.value(0), isPrivate: report.prefix == "?"))
    default: self = .other
    }
  }

  /// Whether a report of a place may be F3 with other keys: `CSI 1 ; 2 R` to `CSI 1 ; 16 R`.
  static func mayBeKey(_ bytes: [UInt8]) -> Bool {
    guard let place = ControlSequence(bytes) else { return false }
    return place.value(0) == 1 && (2...16).contains(place.value(1))
  }
}
