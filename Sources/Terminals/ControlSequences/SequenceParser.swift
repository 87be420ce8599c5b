/// Splits what a program writes or a terminal sends, in pieces of any size, into characters, controls,
/// escape sequences, control sequences and strings (the state machine of ECMA-48 and the VT500 manuals).
///
/// A terminal obeys output byte by byte, and a program may write anything. Input consists of keys, and
/// the next key can come at any time, also after a sequence that lost its end. So the two differ:
///
/// | | output | input |
/// |---|---|---|
/// | control or DEL in a sequence | acts or is ignored; the sequence goes on | ends it |
/// | CAN, SUB | end sequence and string | end a sequence, belong to a string |
/// | ESC in a string, not before `\` | ends it and begins a sequence | belongs to it |
/// | BEL in a string | ends OSC | ends every string |
/// | ESC and a character | may begin a sequence | the character with Alt, except `[O]P_^` |
/// | `ESC O` | a single shift | begins a key, with one more byte |
/// | `CSI M`, `CSI [` | control sequences | three bytes follow, and one |
///
/// Whether a lone ESC is a key depends on time, so the reader of the input decides it.
public struct SequenceParser: Sendable {
  public enum Element: Sendable {
    case character(Unicode.Scalar)
    case control(UInt8)
    /// `ESC`, an intermediate byte (`O` in input) or U+0000, a final byte.
    case escape(Unicode.Scalar, Unicode.Scalar)
    case sequence(ControlSequence)
    /// The byte after ESC (`]` OSC, `P` DCS, `_` APC, `^` PM, `X` SOS) and the bytes up to the end.
    case string(Unicode.Scalar, [UInt8])
    /// Invalid bytes: a control as UTF-8, or a sequence that violates its grammar or is interrupted
    /// by another.
    case malformed([UInt8])
    /// Malformed UTF-8, which terminals show as U+FFFD.
    case replaced([UInt8])
  }

  @usableFromInline enum State: Sendable {
    case ground, escape, sequence, payload, string, stringEscape
  }

  /// The length of the longest string; a longer one is malformed.
  private static let stringLimit = 1 << 20

  /// Whether an ESC inside a device control string belongs to it, as in the pass-through of GNU
  /// screen and tmux.
  public var keepsEscapes = false

  /// Whether `ESC ] R` and `ESC ] P` with seven digits are complete commands, as on the Linux
  /// console (console_codes(4)).
  public var hasConsolePalette = false

  private let isInput: Bool
  @usableFromInline var state = State.ground
  @usableFromInline var decoder = UTF8Decoder()
  /// The bytes of the current sequence or string, from its ESC.
  private var bytes: [UInt8] = []
  private var sequence = ControlSequence()

  public init(isInput: Bool = false) { self.isInput = isInput }

  /// The first element of a terminal's input, and its length in bytes; nil if it is not complete.
  public static func first(
    in input: some Collection<UInt8>
  ) -> (element: Element, length: Int)? {
    var parser = SequenceParser(isInput: true)
    var elements: [Element] = []
    var length = 0
    for byte in input {
      parser.parse(byte, into: &elements)
      if let element = elements.first {
        // A byte that ends another element begins the next one.
        let isLast = elements.count == 1 && parser.isBetweenSequences
        return (element, isLast ? length + 1 : length)
      }
      length += 1
    }
    return nil
  }

  /// Whether no sequence or character is incomplete.
  @inlinable @inline(__always) public var isBetweenSequences: Bool {
    if case .ground = state { !decoder.isInsideCharacter } else { false }
  }

  public mutating func parse(_ byte: UInt8, into elements: inout [Element]) {
    switch state {
    case .ground: parseText(byte, into: &elements)
    case .escape: parseEscape(byte, into: &elements)
    case .sequence: parseSequence(byte, into: &elements)
    case .payload: parsePayload(byte, into: &elements)
    case .string: parseString(byte, into: &elements)
    case .stringEscape: parseStringEnd(byte, into: &elements)
    }
  }

  /// Parses the element at a place: a control sequence if all of it is present without controls
  /// inside, as much of a string as has no controls, else one byte. Returns its length.
  public mutating func parse(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, into elements: inout [Element]
  ) -> Int {
    switch state {
    case .ground where !isInput && !decoder.isInsideCharacter:
      let length = sequence.readWhole(input, from: start)
      guard length > 0 else { break }
      elements.append(.sequence(sequence))
      return length
    case .string where !hasConsolePalette:
      var end = start
      while end < input.count, input[end] >= 0x20 { end += 1 }
      guard end > start else { break }
      bytes += input[start..<end].prefix(Self.stringLimit + 1 - bytes.count)
      return end - start
    default: break
    }
    parse(input[start], into: &elements)
    return 1
  }

  private mutating func parseText(_ byte: UInt8, into elements: inout [Element]) {
    decoder.decode(byte) { element in
      switch element {
      case .malformed(let bytes): elements.append(.replaced(bytes))
      case .scalar(let scalar):
        switch scalar.value {
        case 0x1B: break
        case 0x00...0x1F, 0x7F: elements.append(.control(byte))
        // C1 controls in UTF-8 are unsafe: xterm and VTE execute them, others print them.
        case 0x80...0x9F: elements.append(.malformed(Array(String(scalar).utf8)))
        default: elements.append(.character(scalar))
        }
      }
    }
    if byte == 0x1B {
      state = .escape
      bytes.removeAll(keepingCapacity: true)
      bytes.append(0x1B)
    }
  }

  /// Aborts the current sequence.
  private mutating func abort(into elements: inout [Element]) {
    elements.append(.malformed(bytes))
    state = .ground
  }

  /// Handles the bytes that belong to no sequence; returns false for all others.
  private mutating func interrupts(_ byte: UInt8, into elements: inout [Element]) -> Bool {
    switch byte {
    case 0x20...0x7E: return false
    case 0x18 where !isInput, 0x1A where !isInput: abort(into: &elements)
    case _ where isInput || byte == 0x1B || byte >= 0x80:
      abort(into: &elements)
      parseText(byte, into: &elements)
    case 0x7F: break
    default: elements.append(.control(byte))
    }
    return true
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < ControlSequence.longest { bytes.append(byte) }
  }

  private mutating func parseEscape(_ byte: UInt8, into elements: inout [Element]) {
    // Enter and Backspace with Alt.
    let isKey = isInput && bytes.count == 1 && (byte == 0x0D || byte == 0x08 || byte == 0x7F)
    if !isKey, interrupts(byte, into: &elements) { return }
    if isInput, bytes.count == 2, byte < 0x40 {
      abort(into: &elements)
      return parseText(byte, into: &elements)
    }
    keep(byte)
    if isInput ? bytes.count == 2 && byte == UInt8(ascii: "O") : byte < 0x30 { return }
    state = .ground
    switch (bytes.count, byte) {
    case (3, _): elements.append(.escape(Unicode.Scalar(bytes[1]), Unicode.Scalar(byte)))
    case (4..., _): abort(into: &elements)
    case (_, UInt8(ascii: "[")): state = .sequence
    case (_, UInt8(ascii: "]")), (_, UInt8(ascii: "P")), (_, UInt8(ascii: "_")),
      (_, UInt8(ascii: "^")):
      state = .string
    case (_, UInt8(ascii: "X")) where !isInput: state = .string
    default: elements.append(.escape("\0", Unicode.Scalar(byte)))
    }
  }

  private mutating func parseSequence(_ byte: UInt8, into elements: inout [Element]) {
    if interrupts(byte, into: &elements) { return }
    keep(byte)
    if byte < 0x40 { return }
    if isInput, bytes.count == 3, byte == UInt8(ascii: "M") || byte == UInt8(ascii: "[") {
      state = .payload
      return
    }
    state = .ground
    let whole = bytes
    _ = whole.withUnsafeBufferPointer { sequence.read($0, from: 0) }
    if sequence.final == "\0" {
      abort(into: &elements)
    } else {
      elements.append(.sequence(sequence))
    }
  }

  private mutating func parsePayload(_ byte: UInt8, into elements: inout [Element]) {
    bytes.append(byte)
    guard bytes.count == (bytes[2] == UInt8(ascii: "M") ? 6 : 4) else { return }
    state = .ground
    elements.append(.sequence(ControlSequence(payload: bytes)))
  }

  private var isCommand: Bool { bytes[1] == UInt8(ascii: "]") }

  private mutating func parseString(_ byte: UInt8, into elements: inout [Element]) {
    switch byte {
    case 0x18 where !isInput, 0x1A where !isInput: abort(into: &elements)
    case 0x1B: state = .stringEscape
    // In output BEL ends only an OSC; xterm introduced this, and other terminals follow.
    case 0x07 where isInput || isCommand: end(into: &elements)
    default:
      keepInString(byte)
      if hasConsolePalette, isCommand, isConsolePalette { end(into: &elements) }
    }
  }

  private var isConsolePalette: Bool {
    bytes[2] == UInt8(ascii: "R") || bytes[2] == UInt8(ascii: "P") && bytes.count == 10
  }

  /// Keeps one byte more than the limit, which shows that the string is too long.
  private mutating func keepInString(_ byte: UInt8) {
    if bytes.count <= Self.stringLimit { bytes.append(byte) }
  }

  private mutating func parseStringEnd(_ byte: UInt8, into elements: inout [Element]) {
    if byte == UInt8(ascii: "\\") { return end(into: &elements) }
    if isInput || bytes[1] == UInt8(ascii: "P") && keepsEscapes {
      keepInString(0x1B)
      state = .string
      if isInput { return parseString(byte, into: &elements) }
      // A doubled ESC stands for one, as tmux writes it.
      if byte != 0x1B { keepInString(byte) }
      return
    }
    abort(into: &elements)
    parseText(0x1B, into: &elements)
    parseEscape(byte, into: &elements)
  }

  private mutating func end(into elements: inout [Element]) {
    if bytes.count > Self.stringLimit {
      bytes.removeSubrange(ControlSequence.longest...)
      return abort(into: &elements)
    }
    state = .ground
    elements.append(.string(Unicode.Scalar(bytes[1]), Array(bytes[2...])))
  }
}
