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
/// ```swift
/// var decoder = KeyDecoder()
/// decoder.feed([0x1B, 0x5B, 0x42])
/// decoder.next()  // .key(.down)
/// ```
public struct KeyDecoder: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0
  /// The received part of an unfinished paste.
  private var paste: [UInt8]?
  /// The number of bytes of the paste so far, kept or not.
  private var pasteLength = 0
  /// Whether the rest of an oversized paste is being dropped, until a pause.
  private var isDropping = false

  /// The longest sequence that the decoder waits for; a longer one is no key.
  private static let longestSequence = 4096
  /// The maximum number of bytes kept of a paste; no field takes more.
  private static let longestPaste = 16 << 10
  /// The maximum length of a paste whose end is awaited.
  private static let longestAwaited = 1 << 20
  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  public init() {}

  public mutating func feed(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Bytes that were fed but not used, for the next program in this process.
  public var remainder: [UInt8] {
    (paste.map { Self.pasteStart + $0 } ?? []) + bytes[start...]
  }

  /// Whether the rest may be the beginning of a sequence or of a letter, so that more bytes may
  /// follow.
  public var isWaiting: Bool { isDropping || start < bytes.count && paste == nil }

  /// Whether a paste has not ended yet. Pasted text is never read as keys, however slowly it
  /// arrives, so its end is awaited much longer.
  public var isPasting: Bool { paste != nil }

  /// Returns the next input, or nil if there is none or it is incomplete.
  ///
  /// - Parameter isComplete: whether no more bytes will follow in time. Then a lone ESC is the
  ///   Escape key, an unfinished sequence is dropped, and a paste ends.
  public mutating func next(isComplete: Bool = false) -> TerminalInput? {
    if isDropping {
      (bytes, start) = ([], 0)
      isDropping = !isComplete
      return nil
    }
    if paste != nil, let text = takePaste(isComplete: isComplete) { return .pasted(text) }
    while start < bytes.count, paste == nil {
      let rest = bytes[start...]
      guard let (element, length) = SequenceParser.first(in: rest) else {
        guard isComplete || rest.count > Self.longestSequence else { return nil }
        // Two bytes that may begin a string are Escape and a letter.
        if rest.elementsEqual([0x1B])
          || rest.count == 2 && rest[start] == 0x1B && "]P_^".utf8.contains(rest[start + 1])
        {
          start += 1
          return .key(.escape)
        }
        break
      }
      start += length
      if Self.beginsPaste(element) {
        (paste, pasteLength) = ([], 0)
        if let text = takePaste(isComplete: isComplete) { return .pasted(text) }
      } else if let input = Self.input(element) {
        return input
      }
    }
    guard paste == nil else { return nil }
    bytes.removeAll(keepingCapacity: true)
    start = 0
    return nil
  }

  /// Ends a paste whose end does not arrive in time. It returns the received text; the rest, up to
  /// a pause, is dropped.
  public mutating func breakPaste() -> TerminalInput? {
    guard let text = takePaste(isComplete: true) else { return nil }
    isDropping = true
    return .pasted(text)
  }

  /// Moves the received part of a paste out of the bytes; returns the text if the paste has ended.
  private mutating func takePaste(isComplete: Bool) -> String? {
    guard var text = paste else { return nil }
    let rest = bytes[start...]
    let end = firstPlace(of: Self.pasteEnd, in: rest)
    // The last bytes may begin the end marker.
    let sure = isComplete ? rest.endIndex : max(start, rest.endIndex - Self.pasteEnd.count + 1)
    text += rest[..<(end ?? sure)].prefix(Self.longestPaste - text.count)
    pasteLength += (end ?? sure) - start
    start = end.map { $0 + Self.pasteEnd.count } ?? sure
    let isTooLong = end == nil && pasteLength > Self.longestAwaited
    guard end != nil || isComplete || isTooLong else {
      paste = text
      return nil
    }
    paste = nil
    isDropping = isTooLong
    return String(decoding: text, as: UTF8.self)
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
