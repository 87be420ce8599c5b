/// Separates a terminal's answers from its input bytes before they are decoded as keys.
///
/// Answers may arrive at once, late, in pieces with any delay, or damaged by a bad line. None of
/// their bytes may be read as keys, because `2` chooses a language and `q` quits. So a sequence
/// that only an answer begins with is awaited, and the rest of a broken one is dropped up to the
/// next pause. Other bytes pass unchanged. The caller decides how long an answer may take
/// (`breakOff`); `longestAnswer` limits its length.
///
/// ```swift
/// var filter = AnswerFilter()
/// filter.take("j\u{1B}[?62;c".utf8)  // "j"
/// filter.takeAnswers()               // .primaryAttributes([62, 0])
/// ```
///
/// Bytes need to pass through it only while answers are awaited. Later answers are complete, and
/// the key decoder ignores them.
public struct AnswerFilter: Sendable {
  /// The received part of a sequence that may be an answer.
  private var held: [UInt8] = []
  private var answers: [TerminalAnswer] = []
  private var state = State.keys
  /// Whether an ESC was just released as the Escape key; the next bytes may belong to it.
  private var gaveEscape = false
  /// Whether the held bytes lost their ESC: they are neither keys nor a trusted answer.
  private var isDoubtful = false

  private enum State {
    case keys
    /// After ESC, and after ESC `[`, ESC `P` or ESC `]`: it may still be a key.
    case escape, control, string, command
    /// A control sequence without a private mark: an answer if it ends in `$ y`.
    case numbers
    /// Only an answer begins like this.
    case answer, answerString, answerCommand, answerStringEnd
    /// After a broken answer.
    case broken
  }

  /// Longer than any answer.
  private static let longestAnswer = 256
  private static let escape: UInt8 = 0x1B

  public init() {}

  /// Whether an ESC may still be the Escape key, or the end of a broken answer is awaited. Call
  /// `release` after a pause.
  public var waitsForPause: Bool { state == .escape || state == .broken }

  /// Whether the end of an answer is awaited.
  public var holdsAnswer: Bool {
    switch state {
    case .control, .string, .command, .numbers, .answer, .answerString, .answerCommand,
      .answerStringEnd:
      true
    case .keys, .escape, .broken: false
    }
  }

  /// The held bytes, for the next program in this process.
  public var remainder: [UInt8] { held }

  /// Returns the answers found since the last call.
  public mutating func takeAnswers() -> [TerminalAnswer] {
    defer { answers = [] }
    return answers
  }

  /// Ends a pause: a lone ESC was a key, and is returned.
  public mutating func release() -> [UInt8] {
    guard waitsForPause else { return [] }
    gaveEscape = state == .escape
    return giveUp()
  }

  /// Ends the wait for answers and returns all held bytes.
  public mutating func giveUp() -> [UInt8] {
    defer {
      held = []
      state = .keys
    }
    return held
  }

  /// Takes received bytes and returns those that do not belong to answers.
  public mutating func take(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var keys: [UInt8] = []
    var rest = bytes[...]
    if gaveEscape, let first = rest.first {
      gaveEscape = false
      if Self.isIntroducer(first) { begin() }
    }
    while let byte = rest.popFirst() {
      // An answer that lost its ESC; nobody types these keys at once.
      if state == .keys, Self.isRestOfAnswer(byte, rest) {
        begin()
        isDoubtful = true
      }
      step(byte, &keys)
    }
    return keys
  }

  private mutating func begin() {
    held = [Self.escape]
    state = .escape
    isDoubtful = false
  }

  /// Whether a byte after ESC may begin an answer.
  private static func isIntroducer(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "P") || byte == UInt8(ascii: "]")
  }

  private static func isRestOfAnswer(_ byte: UInt8, _ rest: some Collection<UInt8>) -> Bool {
    switch byte {
    case UInt8(ascii: "["): rest.first.map(isPrivateMark) ?? false
    case UInt8(ascii: "]"): rest.starts(with: "11;".utf8)
    default: false
    }
  }

  private static func isPrivateMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: ">")
  }

  private mutating func step(_ byte: UInt8, _ keys: inout [UInt8]) {
    if byte == Self.escape {
      switch state {
      // A truncated key sequence, which the decoder handles.
      case .escape, .control, .string, .command, .numbers: keys += held
      case .answerString, .answerCommand:
        held.append(byte)
        state = .answerStringEnd
        return
      case .keys, .answer, .answerStringEnd, .broken: break
      }
      begin()
      return
    }
    switch state {
    case .keys:
      keys.append(byte)
    case .broken: break
    case .escape:
      switch byte {
      case UInt8(ascii: "["): hold(byte, then: .control)
      case UInt8(ascii: "P"): hold(byte, then: .string)
      case UInt8(ascii: "]"): hold(byte, then: .command)
      default:
        held.append(byte)
        pass(&keys)
      }
    case .control:
      let isDigit = Self.isDigit(byte)
      hold(byte, then: isDigit ? .numbers : .answer)
      if !isDigit, !Self.isPrivateMark(byte) { pass(&keys) }
    case .command:
      hold(byte, then: .answerCommand)
      if !Self.isDigit(byte) { pass(&keys) }
    case .numbers:
      held.append(byte)
      switch byte {
      case 0x20...0x3F: limit()
      case 0x40...0x7E where TerminalAnswer(held) == nil: pass(&keys)
      case 0x40...0x7E: finish()
      default: breakOff()
      }
    case .string:
      hold(byte, then: .answerString)
      if byte != UInt8(ascii: ">") { pass(&keys) }
    case .answer:
      held.append(byte)
      switch byte {
      case 0x20...0x3F: limit()
      case 0x40...0x7E: finish()
      default: breakOff()
      }
    case .answerString:
      held.append(byte)
      if byte < 0x20 || byte > 0x7E { breakOff() } else { limit() }
    case .answerCommand:
      held.append(byte)
      switch byte {
      // The other end of a command.
      case 0x07: finish()
      case 0x20...0x7E: limit()
      default: breakOff()
      }
    case .answerStringEnd:
      held.append(byte)
      if byte == UInt8(ascii: "\\") {
        finish()
      } else {
        // The string broke off, and this ESC began another sequence.
        begin()
        step(byte, &keys)
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func hold(_ byte: UInt8, then next: State) {
    held.append(byte)
    state = next
  }

  private mutating func pass(_ keys: inout [UInt8]) {
    keys += giveUp()
  }

  private mutating func finish() {
    if !isDoubtful, let answer = TerminalAnswer(held) { answers.append(answer) }
    held = []
    state = .keys
  }

  /// Gives up an unfinished answer. Its bytes and those up to the next pause are dropped.
  public mutating func breakOff() {
    held = []
    state = .broken
  }

  private mutating func limit() {
    if held.count > Self.longestAnswer { breakOff() }
  }
}
