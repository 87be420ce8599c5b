/// A control sequence from `CSI` to its final byte: `␛[1;31m` has the parameters 1 and 31 and the
/// final byte `m` (ECMA-48, 5.4).
struct ControlSequence {
  /// `<`, `=`, `>` or `?` before the parameters, else U+0000.
  var prefix: Unicode.Scalar = "\0"
  /// The intermediate byte, such as the `$` of `␛[8$p`, else U+0000.
  var intermediate: Unicode.Scalar = "\0"
  var final: Unicode.Scalar = "\0"
  /// The parameters; -1 for an omitted one.
  var values: [Int] = []
  /// Bit n is set if value n follows a colon and so belongs to the value before it.
  var colons: UInt64 = 0

  /// Clears the sequence but keeps its memory.
  mutating func reset() {
    prefix = "\0"
    intermediate = "\0"
    final = "\0"
    values.removeAll(keepingCapacity: true)
    colons = 0
  }

  /// The parameter at `index`, or `standard` if it is omitted.
  func value(_ index: Int, _ standard: Int = 0) -> Int {
    index < values.count && values[index] >= 0 ? values[index] : standard
  }

  /// A count: at least 1, and 1 if omitted.
  func count(_ index: Int = 0) -> Int { max(1, value(index, 1)) }
}

/// Splits a terminal's input, in pieces of any size, into characters, controls, escape sequences,
/// control sequences and strings (the state machine of ECMA-48 and the VT500 manuals).
struct SequenceParser: Sendable {
  enum Element {
    case character(Unicode.Scalar)
    case control(UInt8)
    /// `ESC`, an intermediate byte or U+0000, a final byte.
    case escape(Unicode.Scalar, Unicode.Scalar)
    case sequence(ControlSequence)
    case string(StringKind, [UInt8])
    /// Invalid bytes: a control as UTF-8, or a sequence that violates its grammar or is interrupted
    /// by another.
    case malformed([UInt8])
    /// Malformed UTF-8, which terminals show as U+FFFD.
    case replaced([UInt8])
  }

  /// Which control opened a string: OSC, DCS, APC, PM or SOS.
  enum StringKind: Sendable {
    case operatingSystemCommand, deviceControl, applicationCommand, privacyMessage, startOfString
  }

  private enum State {
    case ground, escape, parameters
    case string(StringKind)
    case stringEscape(StringKind)
  }

  /// The maximum lengths of a string and of a sequence; a longer one is malformed.
  static let stringLimit = 1 << 20
  static let sequenceLimit = 256

  /// Whether an ESC inside a device control string belongs to it, as in the pass-through of GNU
  /// screen and tmux.
  var keepsEscapes = false

  /// Whether `ESC ] R` and `ESC ] P` with seven digits are complete commands, as on the Linux
  /// console (console_codes(4)).
  var hasConsolePalette = false

  private var state = State.ground
  private var decoder = UTF8Decoder()
  /// The bytes of the current sequence or string, from its ESC.
  private var bytes: [UInt8] = []
  private var sequence = ControlSequence()
  private var intermediates = 0
  private var isBroken = false

  /// Whether no sequence and no character is incomplete.
  var isBetweenSequences: Bool {
    if case .ground = state { !decoder.isInsideCharacter } else { false }
  }

  mutating func parse(_ byte: UInt8, into elements: inout [Element]) {
    switch state {
    case .ground: parseText(byte, into: &elements)
    case .escape: parseEscape(byte, into: &elements)
    case .parameters: parseParameters(byte, into: &elements)
    case .string(let kind): parseString(kind, byte, into: &elements)
    case .stringEscape(let kind): parseStringEnd(kind, byte, into: &elements)
    }
  }

  /// Parses a control sequence of nothing but a prefix, digits and semicolons, as most are, if all of
  /// it is there; returns its length in bytes, 0 where `parse` has to take it byte by byte.
  mutating func parseWhole(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into elements: inout [Element]
  ) -> Int {
    let end = min(bytes.count, start + Self.longestWhole)
    guard start + 2 < end, bytes[start] == 0x1B, bytes[start + 1] == UInt8(ascii: "["),
      isBetweenSequences
    else { return 0 }
    var place = start + 2
    sequence.reset()
    if (0x3C...0x3F).contains(bytes[place]) {
      sequence.prefix = Unicode.Scalar(bytes[place])
      place += 1
    }
    var value = -1
    while place < end {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = min(max(value, 0) * 10 + Int(byte - UInt8(ascii: "0")), 65_535)
      case UInt8(ascii: ";"):
        sequence.values.append(value)
        value = -1
      case 0x40...0x7E:
        if value >= 0 || !sequence.values.isEmpty { sequence.values.append(value) }
        sequence.final = Unicode.Scalar(byte)
        elements.append(.sequence(sequence))
        return place - start
      default: return 0
      }
    }
    return 0
  }

  /// No sequence of this length has more parameters than `parse` takes.
  private static let longestWhole = 64

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
    if byte == 0x1B { begin() }
  }

  private mutating func begin() {
    state = .escape
    bytes.removeAll(keepingCapacity: true)
    bytes.append(0x1B)
    sequence.reset()
    intermediates = 0
    isBroken = false
  }

  /// Aborts the current sequence.
  private mutating func abort(into elements: inout [Element]) {
    elements.append(.malformed(bytes))
    state = .ground
  }

  /// Handles the bytes that interrupt every sequence; returns false for all others.
  private mutating func interrupts(_ byte: UInt8, into elements: inout [Element]) -> Bool {
    switch byte {
    case 0x18, 0x1A: abort(into: &elements)
    case 0x1B:
      abort(into: &elements)
      begin()
    case 0x80...:
      abort(into: &elements)
      parseText(byte, into: &elements)
    default: return false
    }
    return true
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Self.sequenceLimit { bytes.append(byte) } else { isBroken = true }
  }

  private mutating func parseEscape(_ byte: UInt8, into elements: inout [Element]) {
    if interrupts(byte, into: &elements) { return }
    if byte < 0x20 {
      elements.append(.control(byte))
      return
    }
    if byte == 0x7F { return }
    keep(byte)
    if byte < 0x30 {
      intermediates += 1
      sequence.intermediate = Unicode.Scalar(byte)
      return
    }
    state = .ground
    guard intermediates < 2, !isBroken else { return abort(into: &elements) }
    guard intermediates == 0 else {
      elements.append(.escape(sequence.intermediate, Unicode.Scalar(byte)))
      return
    }
    switch byte {
    case UInt8(ascii: "["): state = .parameters
    case UInt8(ascii: "]"): state = .string(.operatingSystemCommand)
    case UInt8(ascii: "P"): state = .string(.deviceControl)
    case UInt8(ascii: "_"): state = .string(.applicationCommand)
    case UInt8(ascii: "^"): state = .string(.privacyMessage)
    case UInt8(ascii: "X"): state = .string(.startOfString)
    default: elements.append(.escape("\0", Unicode.Scalar(byte)))
    }
  }

  private mutating func parseParameters(_ byte: UInt8, into elements: inout [Element]) {
    if interrupts(byte, into: &elements) { return }
    if byte < 0x20 {
      elements.append(.control(byte))
      return
    }
    if byte == 0x7F { return }
    let isFirst = bytes.count == 2
    keep(byte)
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if sequence.values.isEmpty { sequence.values.append(-1) }
      let last = sequence.values.count - 1
      let digit = Int(byte - UInt8(ascii: "0"))
      sequence.values[last] = min(max(sequence.values[last], 0) * 10 + digit, 65_535)
      if intermediates > 0 { isBroken = true }
    case UInt8(ascii: ";"), UInt8(ascii: ":"):
      if sequence.values.isEmpty { sequence.values.append(-1) }
      if sequence.values.count < 64 {
        if byte == UInt8(ascii: ":") { sequence.colons |= 1 << UInt64(sequence.values.count) }
        sequence.values.append(-1)
      } else {
        isBroken = true
      }
      if intermediates > 0 { isBroken = true }
    case 0x3C...0x3F:
      if isFirst { sequence.prefix = Unicode.Scalar(byte) } else { isBroken = true }
    case 0x20...0x2F:
      intermediates += 1
      sequence.intermediate = Unicode.Scalar(byte)
    default:
      state = .ground
      sequence.final = Unicode.Scalar(byte)
      if isBroken || intermediates > 1 {
        abort(into: &elements)
      } else {
        elements.append(.sequence(sequence))
      }
    }
  }

  private mutating func parseString(
    _ kind: StringKind, _ byte: UInt8, into elements: inout [Element]
  ) {
    switch byte {
    case 0x18, 0x1A: abort(into: &elements)
    case 0x1B: state = .stringEscape(kind)
    // BEL ends only an OSC; xterm introduced this, and other terminals follow.
    case 0x07 where kind == .operatingSystemCommand: end(kind, into: &elements)
    default:
      keepInString(byte)
      if hasConsolePalette, kind == .operatingSystemCommand, isConsolePalette {
        end(kind, into: &elements)
      }
    }
  }

  private var isConsolePalette: Bool {
    bytes[2] == UInt8(ascii: "R") || bytes[2] == UInt8(ascii: "P") && bytes.count == 10
  }

  private mutating func keepInString(_ byte: UInt8) {
    if bytes.count < Self.stringLimit { bytes.append(byte) } else { isBroken = true }
  }

  private mutating func parseStringEnd(
    _ kind: StringKind, _ byte: UInt8, into elements: inout [Element]
  ) {
    if byte == UInt8(ascii: "\\") { return end(kind, into: &elements) }
    if kind == .deviceControl && keepsEscapes {
      keepInString(0x1B)
      // A doubled ESC stands for one, as tmux writes it.
      if byte != 0x1B { keepInString(byte) }
      state = .string(kind)
      return
    }
    abort(into: &elements)
    begin()
    parseEscape(byte, into: &elements)
  }

  private mutating func end(_ kind: StringKind, into elements: inout [Element]) {
    if isBroken {
      bytes.removeSubrange(Self.sequenceLimit...)
      return abort(into: &elements)
    }
    state = .ground
    elements.append(.string(kind, Array(bytes[2...])))
  }
}
