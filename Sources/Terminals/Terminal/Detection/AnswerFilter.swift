import ControlSequences

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
/// filter.feed("j\u{1B}[?62;c".utf8)  // "j"
/// filter.takeAnswers()               // .primaryAttributes([62, 0])
/// ```
///
/// Bytes need to pass through it only while answers are awaited. Later answers are complete, and
/// the key decoder ignores them.
public struct AnswerFilter: Sendable {
  /// The received part of a sequence that may be an answer.
  private var held: [UInt8] = []
  private var answers: [TerminalAnswer] = []
  /// Whether the next bytes are the rest of a broken answer.
  private var isBroken = false
  /// Whether an ESC was just released as the Escape key; the next bytes may belong to it.
  private var gaveEscape = false
  /// Whether the first of the held bytes is that ESC, so that the decoder has it already.
  private var holdsGiven = false
  /// Whether the held bytes lost their ESC: they are neither keys nor a trusted answer.
  private var isDoubtful = false

  /// Longer than any answer.
  private static let longestAnswer = 256
  private static let escape: UInt8 = 0x1B

  public init() {}

  /// Whether an ESC may still be the Escape key, or the end of a broken answer is awaited. Call
  /// `release` after a pause.
  public var waitsForPause: Bool { isBroken || held.count == 1 }

  /// Whether the end of an answer is awaited.
  public var holdsAnswer: Bool { held.count > 1 }

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
    gaveEscape = !isBroken
    return giveUp()
  }

  /// Ends the wait for answers and returns all held bytes.
  public mutating func giveUp() -> [UInt8] {
    defer { (held, isBroken, holdsGiven) = ([], false, false) }
    return holdsGiven ? Array(held.dropFirst()) : held
  }

  /// Gives up an unfinished answer. Its bytes and those up to the next pause are dropped.
  public mutating func breakOff() {
    (held, isBroken, holdsGiven) = ([], true, false)
  }

  /// Takes received bytes and returns those that do not belong to answers.
  public mutating func feed(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var keys: [UInt8] = []
    var rest = bytes[...]
    if gaveEscape, let first = rest.first {
      gaveEscape = false
      if Self.isIntroducer(first) {
        begin()
        holdsGiven = true
      }
    }
    while let byte = rest.popFirst() {
      // An answer that lost its ESC; nobody types these keys at once.
      if held.isEmpty, !isBroken, Self.isRestOfAnswer(byte, rest) {
        begin()
        isDoubtful = true
      }
      step(byte, &keys)
    }
    return keys
  }

  private mutating func begin() {
    (held, isBroken, isDoubtful, holdsGiven) = ([Self.escape], false, false, false)
  }

  /// Whether a byte after ESC may begin an answer.
  private static func isIntroducer(_ byte: UInt8) -> Bool { "[P]".utf8.contains(byte) }

  private static func isRestOfAnswer(_ byte: UInt8, _ rest: some Collection<UInt8>) -> Bool {
    switch byte {
    case UInt8(ascii: "["): rest.first.map("?>".utf8.contains) ?? false
    case UInt8(ascii: "]"): rest.starts(with: "11;".utf8)
    default: false
    }
  }

  /// Whether only an answer begins with the held bytes.
  private var isAnswer: Bool {
    guard held.count > 2 else { return false }
    return switch held[1] {
    case UInt8(ascii: "["): "?>".utf8.contains(held[2])
    case UInt8(ascii: "P"): held[2] == UInt8(ascii: ">")
    default: "0123456789".utf8.contains(held[2])
    }
  }

  private mutating func step(_ byte: UInt8, _ keys: inout [UInt8]) {
    if held.isEmpty {
      if byte == Self.escape { begin() } else if !isBroken { keys.append(byte) }
      return
    }
    let isString = isAnswer && held[1] != UInt8(ascii: "[")
    if isString, held.last == Self.escape, byte != UInt8(ascii: "\\") {
      // The string broke off, and this ESC began another sequence.
      begin()
      if byte != Self.escape { step(byte, &keys) }
      return
    }
    if byte == Self.escape, !isString {
      // A truncated key sequence, which the decoder handles.
      if !isAnswer { keys += giveUp() }
      return begin()
    }
    held.append(byte)
    switch held.count {
    case 2: if !Self.isIntroducer(byte) { keys += giveUp() }
    // A control sequence without a private mark is an answer if it ends in `$ y`.
    case 3:
      let isNumber = held[1] == UInt8(ascii: "[") && "0123456789".utf8.contains(byte)
      if !isAnswer, !isNumber { keys += giveUp() }
    default: goOn(byte, &keys)
    }
  }

  /// Checks whether an answer ends, or can still end, with its last byte.
  private mutating func goOn(_ byte: UInt8, _ keys: inout [UInt8]) {
    let isEnd = byte == Self.escape || byte == 0x07 && held[1] == UInt8(ascii: "]")
    guard isEnd || (0x20...0x7E).contains(byte) else { return breakOff() }
    guard SequenceParser.first(in: held) != nil else {
      if held.count > Self.longestAnswer, !isEnd { breakOff() }
      return
    }
    let answer = TerminalAnswer(held)
    let isOther = held[1] == UInt8(ascii: "[") && !"?>".utf8.contains(held[2])
    let bytes = giveUp()
    if answer == nil, isOther {
      keys += bytes
    } else if !isDoubtful, let answer {
      answers.append(answer)
    }
  }
}
