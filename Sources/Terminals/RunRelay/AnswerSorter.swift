import BidiRepair
import ControlSequences
import TerminalEmulator

/// Separates the terminal's answers to this process from its other input.
///
/// A terminal answers in the order of the queries, so those of both are kept in that order. An
/// answer belongs to the first query of its kind; this terminal does not answer the queries before
/// it. Until this process has asked, all input passes at once.
///
/// From then on an answer reaches the program only if the program has asked for it. An answer
/// without a query is a repeated one.
package struct AnswerSorter {
  /// An answer to this process.
  package enum Answer: Equatable {
    /// The cursor's place, from 1.
    case place(row: Int, column: Int)
    case other([UInt8])
  }

  private var awaited: [AskedQuestion] = []
  /// The queries that this terminal does not answer, as far as known.
  private var unanswered: Set<TerminalQuestion> = []
  private var answers: [Answer] = []
  /// When this process last asked.
  private var askedAt: ContinuousClock.Instant?
  private var hasAsked: Bool { askedAt != nil }
  /// Whether a terminal around this one may still answer, out of order. It may until the first
  /// answers to this process were looked at.
  package var awaitsMore = false
  /// When bytes last arrived or were released.
  private var changedAt: ContinuousClock.Instant?

  /// The last answer, whose it was, and whether it was repeated.
  private var last: (bytes: [UInt8], isOfProgram: Bool, cameTwice: Bool)?
  /// Whether this terminal answers twice.
  private var answersTwice = false

  /// The received bytes of a sequence that may be an answer, and how many were passed on already.
  private var held: [UInt8] = []
  private var passed = 0

  private static let escape: UInt8 = 0x1B
  /// The time limit for answers.
  private static let answerLimit = Duration.seconds(1)
  /// The time limit for the rest of a sequence.
  private static let pauseLimit = Duration.milliseconds(50)
  /// For how long after its queries the Escape key waits for bytes that would make it an answer.
  private static let patience = Duration.seconds(10)
  /// More queries than are ever open.
  private static let mostAwaited = 1 << 14

  package init() {}

  /// Records queries that went to the terminal after all others, at a time.
  package mutating func note(_ questions: [AskedQuestion], at time: ContinuousClock.Instant) {
    awaited += questions
    if awaited.count > Self.mostAwaited {
      awaited.removeFirst(awaited.count - Self.mostAwaited)
    }
    guard questions.contains(where: { !$0.isOfProgram }) else { return }
    (askedAt, awaitsMore) = (time, true)
  }

  /// The deadline for the answers to this process.
  package var answersEnd: ContinuousClock.Instant? { askedAt.map { $0 + Self.answerLimit } }

  /// When `release` must return the held bytes, unless more arrive before.
  package var pauseEnd: ContinuousClock.Instant? {
    passed < held.count ? changedAt.map { $0 + Self.pauseLimit } : nil
  }

  /// Whether the beginning of an answer is kept from the program for however long it takes.
  private var isPatient: Bool {
    guard let askedAt, let changedAt else { return false }
    return askedAt + Self.patience > changedAt
  }

  /// Returns the answers to this process since the last call.
  package mutating func takeAnswers() -> [Answer] {
    defer { answers = [] }
    return answers
  }

  /// Takes the terminal's input, in any pieces, at a time; returns the program's part.
  package mutating func take(
    _ bytes: some Sequence<UInt8>, at time: ContinuousClock.Instant
  ) -> [UInt8] {
    if !hasAsked, awaited.isEmpty, held.isEmpty, last == nil { return Array(bytes) }
    changedAt = time
    var keys: [UInt8] = []
    for byte in bytes { step(byte, &keys) }
    // The Escape key arrives alone, and so does the beginning of an answer over a slow line.
    if !hasAsked || held.count == 1 && !isPatient { pass(&keys) }
    return keys
  }

  /// Nothing has arrived for a while: bytes that may have been typed are returned. Following bytes
  /// still count as the rest of an answer.
  package mutating func release(at time: ContinuousClock.Instant) -> [UInt8] {
    changedAt = time
    var keys: [UInt8] = []
    // Two bytes are Escape, or a letter with Alt.
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
      // Another sequence may have interrupted it.
      held = held.dropLast().last == Self.escape ? [Self.escape, byte] : []
      passed = hasAsked ? 0 : held.count
    case .other: end(&keys)
    }
  }

  private mutating func end(_ keys: inout [UInt8]) {
    pass(&keys)
    (held, passed) = ([], 0)
  }

  /// The middle of a string does not show to whom it belongs.
  private mutating func shorten(_ keys: inout [UInt8]) {
    if !hasAsked { pass(&keys) }
    held.remove(at: held.count - 2)
    passed = min(passed, held.count)
  }

  // MARK: Ownership

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
    case nil where awaitsMore && kind != .place && last?.bytes != held:
      answers.append(.other(held))
    // F3 with Shift, Alt or Ctrl looks like a cursor's place.
    case nil where kind == .place && last?.bytes != held && TerminalReport.mayBeKey(held):
      pass(&keys)
    case nil: break
    }
  }

  /// Finds the query of an answer; nil if there is none.
  private mutating func takeQuestion(_ kind: TerminalQuestion) -> Bool? {
    let index = awaited.firstIndex { $0.kind == kind }
    if let last, last.bytes == held {
      let isNext = index.map { awaited[..<$0].allSatisfy { unanswered.contains($0.kind) } }
      let isOfOther = index.map { awaited[$0].isOfProgram != last.isOfProgram } ?? true
      // A repeated answer has no query, or would match another sender's query out of turn.
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

/// A terminal's answer, or its beginning.
private enum TerminalReport {
  /// The bytes may become an answer.
  case begun
  case answer(TerminalQuestion)
  /// Only an answer begins this way, but the bytes do not continue as one.
  case broken
  case other

  /// Longer than any answer.
  static let longest = 512

  private static let version = Array("\u{1B}P>|".utf8)
  private static let background = Array("\u{1B}]11;".utf8)

  /// Whether bytes have begun a string, which an ESC may end.
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

  /// Whether a cursor report may be F3 with other keys: `CSI 1 ; 2 R` to `CSI 1 ; 16 R`.
  static func mayBeKey(_ bytes: [UInt8]) -> Bool {
    guard let place = ControlSequence(bytes) else { return false }
    return place.value(0) == 1 && (2...16).contains(place.value(1))
  }
}
