import BidiText

/// A JSON value (RFC 8259). Members keep the order in which they were written.
enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Hashable, Sendable {
    let name: String
    let value: JSON
  }

  /// An object of some members; those without a value are left out.
  static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }

  static func number(_ value: Int) -> JSON { .number(Double(value)) }

  /// A member's value; nil where there is none, or this is no object.
  subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var array: [JSON]? { if case .array(let values) = self { values } else { nil } }
  var number: Double? { if case .number(let value) = self { value } else { nil } }

  /// A whole number.
  var integer: Int? { number.flatMap { Int(exactly: $0) } }

  // MARK: Writing

  /// The value on one line, in ASCII but for letters; control characters and what moves the
  /// direction of text are escaped, so a line may be shown on a terminal.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): Self.text(value)
    case .string(let text): Self.quoted(text)
    case .array(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.name)): \($0.value.text)" }.joined(separator: ", ")
        + "}"
    }
  }

  private static func text(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let whole = Int(exactly: value) { return String(whole) }
    // Times: a millionth is enough, and never an exponent.
    let millionths = Int((abs(value) * 1_000_000).rounded())
    let (whole, part) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
    var digits = String(1_000_000 + part).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return (value < 0 ? "-" : "") + (digits.isEmpty ? "\(whole)" : "\(whole).\(digits)")
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x0A: result += "\\n"
      case 0x0D: result += "\\r"
      case 0x09: result += "\\t"
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029,
        _ where scalar.isDirectionalFormatting:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  // MARK: Reading

  /// That a text is not JSON, and where it stops being so, in bytes.
  struct Failure: Error, Hashable {
    let offset: Int
  }

  /// Reads a text that is one value, at most 64 levels deep.
  init(_ bytes: some Sequence<UInt8>) throws(Failure) {
    var reader = Reader(bytes: Array(bytes))
    reader.skipSpace()
    self = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.index == reader.bytes.count else { throw Failure(offset: reader.index) }
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    private var failure: Failure { Failure(offset: index) }

    private var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

    mutating func skipSpace() {
      while [0x20, 0x09, 0x0A, 0x0D].contains(next) { index += 1 }
    }

    private mutating func take(_ text: StaticString) -> Bool {
      let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      guard bytes[index...].starts(with: wanted) else { return false }
      index += wanted.count
      return true
    }

    mutating func value(depth: Int) throws(Failure) -> JSON {
      guard depth < 64 else { throw failure }
      switch next {
      case UInt8(ascii: "{"): return try object(depth)
      case UInt8(ascii: "["): return try array(depth)
      case UInt8(ascii: "\""): return .string(try string())
      default:
        if take("true") { return .bool(true) }
        if take("false") { return .bool(false) }
        if take("null") { return .null }
        return try number()
      }
    }

    private mutating func object(_ depth: Int) throws(Failure) -> JSON {
      index += 1
      var members: [Member] = []
      skipSpace()
      if take("}") { return .object([]) }
      repeat {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw failure }
        let name = try string()
        skipSpace()
        guard take(":") else { throw failure }
        skipSpace()
        members.append(Member(name: name, value: try value(depth: depth + 1)))
        skipSpace()
      } while take(",")
      guard take("}") else { throw failure }
      return .object(members)
    }

    private mutating func array(_ depth: Int) throws(Failure) -> JSON {
      index += 1
      var values: [JSON] = []
      skipSpace()
      if take("]") { return .array([]) }
      repeat {
        skipSpace()
        values.append(try value(depth: depth + 1))
        skipSpace()
      } while take(",")
      guard take("]") else { throw failure }
      return .array(values)
    }

    /// `-? (0 | 1-9 digits) (. digits)? ((e|E) (+|-)? digits)?`
    private mutating func number() throws(Failure) -> JSON {
      let start = index
      func digits(_ reader: inout Reader) throws(Failure) {
        let first = reader.index
        while reader.next &- 0x30 < 10 { reader.index += 1 }
        if reader.index == first { throw reader.failure }
      }
      _ = take("-")
      if !take("0") { try digits(&self) }
      if take(".") { try digits(&self) }
      if take("e") || take("E") {
        if !take("+") { _ = take("-") }
        try digits(&self)
      }
      let text = String(decoding: bytes[start..<index], as: UTF8.self)
      guard let value = Double(text), value.isFinite else { throw Failure(offset: start) }
      return .number(value)
    }

    private mutating func string() throws(Failure) -> String {
      index += 1
      var text: [UInt8] = []
      while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\""):
          guard let result = String(validating: text, as: UTF8.self) else { throw failure }
          index += 1
          return result
        case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
        case 0..<0x20: throw failure
        default:
          text.append(byte)
          index += 1
        }
      }
      throw failure
    }

    private mutating func escape() throws(Failure) -> Unicode.Scalar {
      let start = index
      index += 1
      let letter = next
      index += 1
      switch letter {
      case UInt8(ascii: "\""): return "\""
      case UInt8(ascii: "\\"): return "\\"
      case UInt8(ascii: "/"): return "/"
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{C}"
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "u"):
        guard let unit = codeUnit() else { break }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // A half of a pair that is alone stands for nothing; others write it for cut texts.
        guard UTF16.isLeadSurrogate(unit), take("\\u"), let trail = codeUnit(),
          UTF16.isTrailSurrogate(trail)
        else { return "\u{FFFD}" }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
      default: break
      }
      throw Failure(offset: start)
    }

    /// Four hexadecimal digits.
    private mutating func codeUnit() -> UInt16? {
      let digits = bytes[index...].prefix(4)
      guard digits.count == 4, !digits.contains(UInt8(ascii: "+")),
        let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      index += 4
      return unit
    }
  }
}
