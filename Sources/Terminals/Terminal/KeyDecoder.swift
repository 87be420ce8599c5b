import Cells
import ControlSequences
import Input
import SystemCalls

/// Decodes the bytes of a terminal line into keys, pointer events and pastes. The bytes may arrive
/// in any pieces.
///
/// Arrows, Home and End are recognized in their CSI and SS3 forms in every keypad mode (R50). A
/// control sequence that is not a key, such as a late answer to a query, is dropped.
///
/// A short pause shows that a lone ESC is the Escape key (`pause`). It shows nothing about the rest of
/// a sequence or of a paste: over a slow line that comes later, and none of it may count as keys, because
/// `2` chooses a language and `q` quits. Its end is awaited until the caller gives it up (`giveUp`).
///
/// ```swift
/// var decoder = KeyDecoder()
/// decoder.feed([0x1B, 0x5B, 0x42])
/// decoder.next()  // .key(.down)
/// ```
public struct KeyDecoder: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0
  /// How many of the bytes from `start` have counted as keys: an Escape, or Escape and a letter, whose
  /// next bytes may show that they began a sequence.
  private var told = 0
  /// The received part of an unfinished paste.
  private var paste: [UInt8]?

  /// The longest sequence that is kept whole. Of a longer one, only the beginning and the end are.
  private static let longestSequence = 4096
  /// The maximum number of bytes kept of a paste; no field takes more.
  private static let longestPaste = 16 << 10
  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let escape: UInt8 = 0x1B

  public init() {}

  public mutating func feed(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The bytes that are not decoded yet.
  private var rest: ArraySlice<UInt8> { bytes[start...] }

  /// Bytes that were fed but not used, for the next program in this process.
  public var remainder: [UInt8] {
    if let paste { return Self.pasteStart + paste + rest }
    return rest.count > told ? Array(rest) : []
  }

  /// Whether a pause decides what the rest is: a lone ESC, one with a letter, or a part of a letter.
  public var isWaiting: Bool {
    guard paste == nil, rest.count > told, let first = rest.first else { return false }
    return first != Self.escape || rest.count == 1
      || rest.count == 2 && rest.last != UInt8(ascii: "[")
  }

  /// Whether the end of a sequence or of a paste is awaited, or an Escape may still become one.
  public var isHolding: Bool { paste != nil || !rest.isEmpty && !isWaiting }

  /// Returns the next input, or nil if there is none or it is incomplete.
  public mutating func next() -> TerminalInput? {
    if paste != nil, let text = drainPaste() { return .pasted(text) }
    while paste == nil, !rest.isEmpty {
      if told > 0 {
        guard rest.count > told else { return nil }
        guard Self.mayBeSequence(rest) else {
          skip(told)
          continue
        }
      }
      guard let (element, length) = SequenceParser.first(in: rest) else {
        shorten()
        return nil
      }
      skip(length)
      if Self.beginsPaste(element) {
        paste = []
        if let text = drainPaste() { return .pasted(text) }
      } else if let input = Self.input(element) {
        return input
      }
    }
    return nil
  }

  /// Nothing has arrived for a moment. A lone ESC is the Escape key; ESC with a letter that may begin
  /// a string is Escape and that letter. The next bytes still count as the rest of a sequence. A part
  /// of a letter is dropped.
  public mutating func pause() -> TerminalInput? {
    if let input = next() { return input }
    guard isWaiting else { return nil }
    guard rest.first == Self.escape, rest.last != UInt8(ascii: "O") else {
      skip(rest.count)
      return nil
    }
    told += 1
    return told == 1
      ? .key(.escape) : rest.last.map { .key(.character(Character(Unicode.Scalar($0)))) }
  }

  /// Nothing has arrived for so long that nothing more will: an unfinished sequence is dropped, and a
  /// paste ends with what was received of it.
  public mutating func giveUp() -> TerminalInput? {
    let text = paste.map { $0 + rest.prefix(Self.longestPaste - $0.count) }
    paste = nil
    skip(rest.count)
    return text.map { .pasted(String(decoding: $0, as: UTF8.self)) }
  }

  private mutating func skip(_ count: Int) {
    start += count
    told = 0
    if start == bytes.count { (bytes, start) = ([], 0) }
  }

  /// Whether bytes that began with an Escape key may be the rest of a sequence: a control sequence, or
  /// the answer to a query that is a string.
  private static func mayBeSequence(_ bytes: ArraySlice<UInt8>) -> Bool {
    let third = bytes.dropFirst(2).first
    switch bytes.dropFirst().first {
    case UInt8(ascii: "["): return true
    case UInt8(ascii: "]"): return third.map("0123456789".utf8.contains) ?? true
    case UInt8(ascii: "P"): return third.map { $0 == UInt8(ascii: ">") } ?? true
    default: return false
    }
  }

  /// Drops the middle of a sequence that is too long. Its end is still recognized.
  private mutating func shorten() {
    let excess = rest.count - Self.longestSequence
    guard excess > 0 else { return }
    let place = start + Self.longestSequence / 2
    bytes.removeSubrange(place..<place + excess)
  }

  /// Moves the received part of a paste out of the bytes; returns the text if the paste has ended.
  private mutating func drainPaste() -> String? {
    guard var text = paste else { return nil }
    let end = firstPlace(of: Self.pasteEnd, in: rest)
    // The last bytes may begin the end marker.
    let sure = end ?? max(start, rest.endIndex - Self.pasteEnd.count + 1)
    text += bytes[start..<sure].prefix(Self.longestPaste - text.count)
    skip(sure - start + (end == nil ? 0 : Self.pasteEnd.count))
    paste = end == nil ? text : nil
    return end == nil ? nil : String(decoding: text, as: UTF8.self)
  }

  private static func input(_ element: SequenceParser.Element) -> TerminalInput? {
    switch element {
    case .character(let letter): return .key(.character(Character(letter)))
    case .control(let byte): return control(byte).map { .key($0) }
    // An Escape key followed by separate input.
    case .malformed([0x1B]): return .key(.escape)
    case .escape("O", let final):
      // rxvt sends this for arrows held down with Control.
      if let arrow = arrow(final) { return .key(.holding(.control, arrow)) }
      return key(final, parameters: [])
    case .escape(_, let typed):
      let key = control(UInt8(ascii: typed)) ?? .character(Character(typed))
      return .key(.holding(.alt, key))
    case .sequence(let sequence):
      let values = sequence.values
      switch (sequence.prefix, sequence.intermediate) {
      case ("<", "\0") where values.count == 3 && sequence.final == "M":
        return event(code: values[0], column: values[1], row: values[2]).map { .pointer($0) }
      case ("\0", "\0"): return key(sequence.final, parameters: values.map { max(0, $0) })
      // Other private parameters and intermediates occur only in answers and reports.
      default: return nil
      }
    case .string, .malformed, .replaced: return nil
    }
  }

  private static func beginsPaste(_ element: SequenceParser.Element) -> Bool {
    guard case .sequence(let sequence) = element else { return false }
    return sequence.prefix == "\0" && sequence.intermediate == "\0" && sequence.final == "~"
      && sequence.value(0) == 200
  }

  private static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x0D, 0x0A: .enter
    case 0x09: .tab
    case 0x7F, 0x08: .backspace
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1F: .control("_")
    default: nil
    }
  }

  /// The event for the main button or the wheel, with any modifiers; nil for other buttons.
  private static func event(code: Int, column: Int, row: Int) -> PointerEvent? {
    guard column > 0, row > 0 else { return nil }
    let position = Position(row: row - 1, column: column - 1)
    // Shift, Alt and Control are 4, 8 and 16.
    switch code & ~0x1C {
    case 0: return PointerEvent(.press, at: position)
    case 64: return PointerEvent(.wheelUp, at: position)
    case 65: return PointerEvent(.wheelDown, at: position)
    default: return nil
    }
  }

  /// The arrow for a small letter, which rxvt sends for arrows with modifiers.
  private static func arrow(_ final: Unicode.Scalar) -> Key? {
    switch final {
    case "a": .up
    case "b": .down
    case "c": .right
    case "d": .left
    default: nil
    }
  }

  private static func key(_ final: Unicode.Scalar, parameters: [Int]) -> TerminalInput? {
    if parameters.isEmpty || parameters == [0], let arrow = arrow(final) {
      return .key(.holding(.shift, arrow))
    }
    let key: Key? =
      switch final {
      case "A": .up
      case "B": .down
      case "C": .right
      case "D": .left
      case "H": .home
      case "F": .end
      case "Z": .backTab
      case "M" where parameters.isEmpty: .enter
      case "~", "^":
        switch parameters.first {
        case 1, 7: .home
        case 4, 8: .end
        case 3: .delete
        case 5: .pageUp
        case 6: .pageDown
        default: nil
        }
      default: nil
      }
    guard let key else { return nil }
    // The second parameter is 1 plus the modifier bits: 5 is Control, 2 is Shift. rxvt ends a
    // numbered key with ^ instead.
    var modifiers = Modifiers(
      rawValue: UInt8(clamping: (parameters.dropFirst().first ?? 1) - 1) & 0x07)
    if final == "^" { modifiers.insert(.control) }
    return .key(modifiers.isEmpty ? key : .holding(modifiers, key))
  }
}
