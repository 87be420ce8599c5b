/// Takes a terminal's answers out of the bytes of its line before they are read as keys.
///
/// Answers come when they like: at once, late, in pieces with any time between them, broken by a
/// bad line. None of their bytes may be taken for a key, because `2` chooses a language and `q`
/// quits. So a sequence that only an answer begins with is waited for, and what is left of a broken
/// one is thrown away up to the next pause. The rest goes on as it came. How long an answer may take,
/// the caller decides (`breakOff`); how long it may be, `longestAnswer`.
///
/// ```swift
/// var filter = AnswerFilter()
/// filter.take("j\u{1B}[?62;c".utf8)  // "j"
/// filter.takeAnswers()               // .primaryAttributes([62, 0])
/// ```
///
/// Only while answers are awaited need bytes go through it; later ones, complete as they are, mean
/// nothing to the decoder of keys either.
public struct AnswerFilter: Sendable {
  /// What has come of a sequence that may be an answer.
  private var held: [UInt8] = []
  private var answers: [TerminalAnswer] = []
  private var state = State.keys
  /// Whether an ESC was given out as the Escape key right before: what follows may belong to it.
  private var gaveEscape = false
  /// Whether what is held has lost its ESC, so that it is no key and not to be believed either.
  private var isDoubtful = false

  private enum State {
    case keys
    /// After ESC, and after ESC `[` or ESC `P`: still perhaps a key.
    case escape, control, string
    /// A control sequence without a private mark: an answer if it ends in `$ y`.
    case numbers
    /// Nothing but an answer begins like this.
    case answer, answerString, answerStringEnd
    /// Behind an answer that broke off.
    case broken
  }

  /// More than any answer has.
  private static let longestAnswer = 256
  private static let escape: UInt8 = 0x1B

  public init() {}

  /// Whether an ESC waits to be told apart from the Escape key, or the end of broken bytes is to
  /// come; `release` says that nothing came for a while.
  public var waitsForPause: Bool { state == .escape || state == .broken }

  /// Whether the end of an answer is still to come.
  public var holdsAnswer: Bool {
    switch state {
    case .control, .string, .numbers, .answer, .answerString, .answerStringEnd: true
    case .keys, .escape, .broken: false
    }
  }

  /// What is held back, to be handed to the next program of this process.
  public var remainder: [UInt8] { held }

  /// The answers that were found since the last call.
  public mutating func takeAnswers() -> [TerminalAnswer] {
    defer { answers = [] }
    return answers
  }

  /// Nothing came for a while, so a lone ESC was a key: returns it.
  public mutating func release() -> [UInt8] {
    guard waitsForPause else { return [] }
    gaveEscape = state == .escape
    return giveUp()
  }

  /// No answer is awaited any more: returns all that is held back.
  public mutating func giveUp() -> [UInt8] {
    defer {
      held = []
      state = .keys
    }
    return held
  }

  /// Takes bytes as they came and returns those that are no answers'.
  public mutating func take(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var keys: [UInt8] = []
    var rest = bytes[...]
    if gaveEscape, let first = rest.first {
      gaveEscape = false
      if first == UInt8(ascii: "[") || first == UInt8(ascii: "P") { begin() }
    }
    while let byte = rest.popFirst() {
      // An answer that has lost its ESC; nobody types these two keys in one moment.
      if state == .keys, byte == UInt8(ascii: "["), let next = rest.first, Self.isPrivateMark(next)
      {
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

  private static func isPrivateMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: ">")
  }

  private mutating func step(_ byte: UInt8, _ keys: inout [UInt8]) {
    if byte == Self.escape {
      switch state {
      // A key sequence that was cut off; the decoder knows what to do with it.
      case .escape, .control, .string, .numbers: keys += held
      case .answerString:
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
      hold(byte, then: byte == UInt8(ascii: "[") ? .control : .string)
      if byte != UInt8(ascii: "["), byte != UInt8(ascii: "P") { pass(&keys) }
    case .control:
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      hold(byte, then: isDigit ? .numbers : .answer)
      if !isDigit, !Self.isPrivateMark(byte) { pass(&keys) }
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
    case .answerStringEnd:
      held.append(byte)
      if byte == UInt8(ascii: "\\") {
        finish()
      } else {
        // The string broke off, and another sequence began with that ESC.
        begin()
        step(byte, &keys)
      }
    }
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

  /// The rest of an answer will not come, or not in time: what is there of it is no keys, and neither
  /// is what follows up to the next pause.
  public mutating func breakOff() {
    held = []
    state = .broken
  }

  private mutating func limit() {
    if held.count > Self.longestAnswer { breakOff() }
  }
}
