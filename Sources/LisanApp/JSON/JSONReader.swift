/// Reads a JSON text that is one object (RFC 8259), with the line and column of each member. The
/// toolchain's decoder does not report them.
///
/// ```swift
/// try JSONReader.members(of: Array(#"{"log": "/tmp/log"}"#.utf8))
/// // [Member(key: "log", value: .string("/tmp/log"), place: Place(line: 1, column: 2))]
/// ```
struct JSONReader {
  /// A member of the object. Arrays, objects and null are checked but not kept.
  struct Member {
    enum Value: Equatable {
      case string(String)
      case bool(Bool)
      /// The number as written.
      case number(String)
      case other
    }

    let key: String
    let value: Value
    let place: Place
  }

  /// A line and a character in it, both counted from 1.
  struct Place {
    let line: Int
    let column: Int
  }

  /// Where the text stops being JSON, and what was expected there.
  struct Failure: Error {
    let place: Place
    let expected: String
  }

  private let bytes: [UInt8]
  private var index = 0

  static func members(of bytes: [UInt8]) throws(Failure) -> [Member] {
    var reader = JSONReader(bytes: bytes)
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      reader.index = error.byteOffsets.lowerBound
      throw reader.failure("UTF-8")
    }
    return try reader.document()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func document() throws(Failure) -> [Member] {
    var members: [Member] = []
    try skipSpace(expecting: "{")
    guard take("{") else { throw failure("{") }
    try skipSpace(expecting: "\" }")
    if !take("}") {
      repeat {
        try skipSpace(expecting: "\"")
        let place = place
        let key = try string()
        try skipSpace(expecting: ":")
        guard take(":") else { throw failure(":") }
        try skipSpace(expecting: Self.valueStarts)
        members.append(Member(key: key, value: try value(), place: place))
        try skipSpace(expecting: ", }")
      } while take(",")
      guard take("}") else { throw failure(", }") }
    }
    skipSpace()
    guard index == bytes.count else { throw failure("EOF") }
    return members
  }

  private static let valueStarts = "\" { [ 0-9 - true false null"

  private mutating func value() throws(Failure) -> Member.Value {
    switch bytes[index] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try skipNested()
      return .other
    default: return try scalar()
    }
  }

  /// Skips a whole array or object of any depth without recursion, so that a file cannot exhaust
  /// the stack.
  private mutating func skipNested() throws(Failure) {
    var open: [UInt8] = []
    repeat {
      if take("{") {
        open.append(UInt8(ascii: "}"))
        try skipSpace(expecting: "\" }")
        if bytes[index] != open.last {
          try key()
          continue
        }
      } else if take("[") {
        open.append(UInt8(ascii: "]"))
        try skipSpace(expecting: Self.valueStarts + " ]")
        if bytes[index] != open.last { continue }
      } else if bytes[index] == UInt8(ascii: "\"") {
        _ = try string()
      } else {
        _ = try scalar()
      }
      try closeNested(&open)
    } while !open.isEmpty
  }

  /// Closes what ends after a value, and moves to the next value of what is still open.
  private mutating func closeNested(_ open: inout [UInt8]) throws(Failure) {
    while let end = open.last {
      let expected = end == UInt8(ascii: "}") ? ", }" : ", ]"
      try skipSpace(expecting: expected)
      if bytes[index] == end {
        index += 1
        open.removeLast()
      } else {
        guard take(",") else { throw failure(expected) }
        try skipSpace(expecting: Self.valueStarts)
        if end == UInt8(ascii: "}") { try key() }
        return
      }
    }
  }

  private mutating func key() throws(Failure) {
    _ = try string()
    try skipSpace(expecting: ":")
    guard take(":") else { throw failure(":") }
    try skipSpace(expecting: Self.valueStarts)
  }

  private mutating func scalar() throws(Failure) -> Member.Value {
    let start = index
    while index < bytes.count, Self.isPartOfScalar(bytes[index]) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .other
    default:
      guard Self.isNumber(Array(word.utf8)) else {
        index = start
        throw failure(Self.valueStarts)
      }
      return .number(word)
    }
  }

  private static func isPartOfScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// `-? (0 | 1-9 digits) (. digits)? ((e|E) (+|-)? digits)?`
  private static func isNumber(_ word: [UInt8]) -> Bool {
    var rest = word[...]
    func digits() -> Bool {
      let count = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }.count
      rest = rest.dropFirst(count)
      return count > 0
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest = rest.dropFirst()
    } else if !digits() {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits() else { return false }
    }
    if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard digits() else { return false }
    }
    return rest.isEmpty
  }

  // MARK: Strings

  private static let escapes = "\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"

  private mutating func string() throws(Failure) -> String {
    guard take("\"") else { throw failure("\"") }
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += UTF8.encode(try escape())!
      case 0..<0x20: throw failure(Self.escapes)
      default:
        text.append(byte)
        index += 1
      }
    }
    throw failure("\"")
  }

  private mutating func escape() throws(Failure) -> Unicode.Scalar {
    let start = index
    index += 2
    switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      // No setting can hold U+0000: it ends a C string.
      if let unit = codeUnit(), unit != 0 {
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if UTF16.isLeadSurrogate(unit), bytes[index...].starts(with: [0x5C, 0x75]) {
          index += 2
          if let trail = codeUnit(), UTF16.isTrailSurrogate(trail) {
            return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
          }
        }
      }
    default: break
    }
    index = start
    throw failure(Self.escapes)
  }

  /// Four hexadecimal digits.
  private mutating func codeUnit() -> UInt16? {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0 != UInt8(ascii: "+") }) else { return nil }
    index += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  // MARK: Places

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  /// Skips space and fails at the end of the text.
  private mutating func skipSpace(expecting expected: String) throws(Failure) {
    skipSpace()
    if index == bytes.count { throw failure(expected) }
  }

  private var place: Place {
    let before = bytes[..<index]
    let line = before.lastIndex(of: 0x0A).map { before.index(after: $0) } ?? 0
    return Place(
      line: before.count { $0 == 0x0A } + 1,
      column: before[line...].count { $0 & 0xC0 != 0x80 } + 1)
  }

  private func failure(_ expected: String) -> Failure {
    Failure(place: place, expected: expected)
  }
}
