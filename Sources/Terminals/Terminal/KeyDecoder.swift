import Cells
import Input

/// Decodes the bytes of a terminal line into keys, pointer events and pastes. The bytes may arrive
/// in any pieces.
///
/// Arrows, Home and End are recognized in their CSI and SS3 forms in every keypad mode (R50). A
/// control sequence that is no key, such as a late answer to a query, is dropped.
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
      switch Self.parse(bytes[start...], isComplete: isComplete) {
      case .key(let key, let length):
        start += length
        return .key(key)
      case .pointer(let event, let length):
        start += length
        return .pointer(event)
      case .pasteStart(let length):
        start += length
        (paste, pasteLength) = ([], 0)
        if let text = takePaste(isComplete: isComplete) { return .pasted(text) }
      case .nothing(let length):
        start += length
      case .unfinished:
        return nil
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
    let isLast = { (index: Int) in rest[index...].starts(with: Self.pasteEnd) }
    let end = rest.indices.first { rest[$0] == 0x1B && isLast($0) }
    // The last bytes may be the beginning of the end marker.
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

  private enum Parsed {
    case key(Key, length: Int)
    case pointer(PointerEvent, length: Int)
    case pasteStart(length: Int)
    case nothing(length: Int)
    case unfinished
  }

  private static func parse(_ input: ArraySlice<UInt8>, isComplete: Bool) -> Parsed {
    let first = input[input.startIndex]
    switch first {
    case 0x1B: return parseEscape(input, isComplete: isComplete)
    case 0x0D, 0x0A: return .key(.enter, length: 1)
    case 0x09: return .key(.tab, length: 1)
    case 0x7F, 0x08: return .key(.backspace, length: 1)
    case 0x01...0x1A:
      return .key(.control(Character(Unicode.Scalar(first + 0x60))), length: 1)
    case 0x1F: return .key(.control("_"), length: 1)
    case 0x20...0x7E: return .key(.character(Character(Unicode.Scalar(first))), length: 1)
    case 0xC2...0xF4: return parseLetter(input, isComplete: isComplete)
    default: return .nothing(length: 1)
    }
  }

  /// Parses a letter of two to four bytes. A byte that cannot belong to it ends it and is parsed
  /// again.
  private static func parseLetter(_ input: ArraySlice<UInt8>, isComplete: Bool) -> Parsed {
    let length = input[input.startIndex] < 0xE0 ? 2 : input[input.startIndex] < 0xF0 ? 3 : 4
    let available = input.prefix(length)
    let following = available.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count
    guard following + 1 == available.count else { return .nothing(length: following + 1) }
    guard available.count == length else {
      return isComplete ? .nothing(length: available.count) : .unfinished
    }
    guard let text = String(validating: available, as: UTF8.self), let letter = text.first else {
      return .nothing(length: length)
    }
    // C1 controls are not letters.
    if let scalar = text.unicodeScalars.first, (0x80...0x9F).contains(scalar.value) {
      return .nothing(length: length)
    }
    return .key(.character(letter), length: length)
  }

  private static func parseEscape(_ input: ArraySlice<UInt8>, isComplete: Bool) -> Parsed {
    guard input.count > 1 else {
      return isComplete ? .key(.escape, length: 1) : .unfinished
    }
    switch input[input.startIndex + 1] {
    case UInt8(ascii: "["): return parseControl(input, isComplete: isComplete)
    case UInt8(ascii: "O"):
      guard input.count > 2 else { return isComplete ? .nothing(length: 2) : .unfinished }
      let final = input[input.startIndex + 2]
      // A byte that ends no SS3 sequence starts a new input.
      guard final >= 0x40, final < 0x7F else { return .nothing(length: 2) }
      // rxvt sends this for arrows held down with Control.
      if let arrow = arrow(final) { return .key(.holding(.control, arrow), length: 3) }
      return key(final: final, parameters: [], length: 3)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      return parseString(input, isComplete: isComplete)
    case 0x20...0x7E:
      let letter = Character(Unicode.Scalar(input[input.startIndex + 1]))
      return .key(.holding(.alt, .character(letter)), length: 2)
    case 0x0D: return .key(.holding(.alt, .enter), length: 2)
    case 0x7F, 0x08: return .key(.holding(.alt, .backspace), length: 2)
    default:
      // An Escape key followed by a separate input.
      return .key(.escape, length: 1)
    }
  }

  /// Parses a control sequence: `ESC [`, parameters, intermediates, one final byte.
  private static func parseControl(_ input: ArraySlice<UInt8>, isComplete: Bool) -> Parsed {
    var index = input.startIndex + 2
    // The Linux console sends ESC [ [ A for F1.
    if index < input.endIndex, input[index] == UInt8(ascii: "[") {
      if index + 1 < input.endIndex { return .nothing(length: 4) }
      return isComplete ? .nothing(length: 3) : .unfinished
    }
    while index < input.endIndex, (0x20...0x3F).contains(input[index]) { index += 1 }
    let length = index - input.startIndex
    guard index < input.endIndex else {
      return isComplete || length > longestSequence ? .nothing(length: length) : .unfinished
    }
    guard (0x40...0x7E).contains(input[index]) else { return .nothing(length: length) }
    let body = input[input.startIndex + 2..<index]
    if input[index] == UInt8(ascii: "M"), body.isEmpty {
      return parseOldPointer(input, isComplete: isComplete)
    }
    if body.first == UInt8(ascii: "<") {
      return pointer(body.dropFirst(), final: input[index], length: length + 1)
    }
    // Private parameters and intermediates occur only in answers and reports.
    guard body.allSatisfy({ (0x30...0x3B).contains($0) }) else {
      return .nothing(length: length + 1)
    }
    let parameters = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    return key(final: input[index], parameters: parameters, length: length + 1)
  }

  /// Parses `CSI < b ; x ; y M`, a pointer event of mode 1006.
  private static func pointer(_ body: ArraySlice<UInt8>, final: UInt8, length: Int) -> Parsed {
    let fields = body.split(separator: UInt8(ascii: ";")).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    guard fields.count == 3, final == UInt8(ascii: "M"),
      let event = event(code: fields[0], column: fields[1], row: fields[2])
    else { return .nothing(length: length) }
    return .pointer(event, length: length)
  }

  /// Parses `CSI M` and three bytes, from terminals with mode 1000 but without 1006.
  private static func parseOldPointer(_ input: ArraySlice<UInt8>, isComplete: Bool) -> Parsed {
    guard input.count >= 6 else {
      return isComplete ? .nothing(length: input.count) : .unfinished
    }
    let fields = input.dropFirst(3).prefix(3).map { Int($0) - 32 }
    return event(code: fields[0], column: fields[1], row: fields[2])
      .map { .pointer($0, length: 6) } ?? .nothing(length: 6)
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
  private static func arrow(_ final: UInt8) -> Key? {
    switch Character(Unicode.Scalar(final)) {
    case "a": .up
    case "b": .down
    case "c": .right
    case "d": .left
    default: nil
    }
  }

  private static func key(final: UInt8, parameters: [Int], length: Int) -> Parsed {
    if parameters.isEmpty || parameters == [0], let arrow = arrow(final) {
      return .key(.holding(.shift, arrow), length: length)
    }
    if final == UInt8(ascii: "~"), parameters.first == 200 { return .pasteStart(length: length) }
    let key: Key? =
      switch Character(Unicode.Scalar(final)) {
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
    guard let key else { return .nothing(length: length) }
    // The second parameter is 1 plus the modifier bits: 5 is Control, 2 is Shift. rxvt ends a
    // numbered key with ^ instead.
    var modifiers = Modifiers(
      rawValue: UInt8(clamping: (parameters.dropFirst().first ?? 1) - 1) & 0x07)
    if final == UInt8(ascii: "^") { modifiers.insert(.control) }
    return .key(modifiers.isEmpty ? key : .holding(modifiers, key), length: length)
  }

  /// Parses a string that a terminal sends (OSC, DCS, APC, PM), up to BEL or ESC \.
  private static func parseString(_ input: ArraySlice<UInt8>, isComplete: Bool) -> Parsed {
    var index = input.startIndex + 2
    while index < input.endIndex {
      if input[index] == 0x07 { return .nothing(length: index - input.startIndex + 1) }
      if input[index] == 0x1B, index + 1 < input.endIndex, input[index + 1] == UInt8(ascii: "\\") {
        return .nothing(length: index - input.startIndex + 2)
      }
      index += 1
    }
    if input.count > longestSequence { return .nothing(length: input.count) }
    // Alt with a letter sends the same two bytes; alone, they are an Escape and a letter.
    guard isComplete else { return .unfinished }
    return input.count == 2 ? .key(.escape, length: 1) : .nothing(length: input.count)
  }
}
