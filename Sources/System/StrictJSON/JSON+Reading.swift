extension JSON {
  /// A line and a character in it, both counted from 1.
  public struct Place: Hashable, Sendable {
    public let line: Int
    public let column: Int

    /// The place of a byte in a text in UTF-8.
    public init(of offset: Int, in bytes: [UInt8]) {
      let before = bytes[..<min(max(offset, 0), bytes.count)]
      let start = before.lastIndex(of: 0x0A).map { before.index(after: $0) } ?? 0
      line = before.count { $0 == 0x0A } + 1
      column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    }
  }

  /// Where a text stops being JSON, and what was expected there.
  public struct Failure: Error, Hashable, Sendable {
    /// The index of the first byte that does not fit.
    public let offset: Int
    public let place: Place
    /// Examples of tokens that would fit, such as `, }`.
    public let expected: String
  }

  /// The deviations from strictness that a reader accepts.
  public struct ReadingRules: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// An escaped half of a surrogate pair becomes U+FFFD. Programs write one for a text that they
    /// have cut.
    public static let replacesLoneSurrogates = ReadingRules(rawValue: 1)
    /// `\u0000` is refused, for texts that become C strings.
    public static let refusesNull = ReadingRules(rawValue: 2)
  }

  /// The default limit for nested arrays and objects.
  public static let depth = 64

  /// Reads a text that is one value.
  ///
  /// Time and stack do not depend on the nesting. Members with equal names are kept.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8, without a byte order mark.
  ///   - depth: how deep arrays and objects may nest.
  public init(
    reading bytes: [UInt8], rules: ReadingRules = [], depth: Int = JSON.depth
  ) throws(Failure) {
    var reader = try Reader(bytes, rules, depth)
    self = try reader.document(isObject: false)
  }

  /// Reads a text that is one object; returns its members.
  ///
  /// - Parameters: those of `init(reading:rules:depth:)`.
  public static func members(
    of bytes: [UInt8], rules: ReadingRules = [], depth: Int = JSON.depth
  ) throws(Failure) -> [Member] {
    var reader = try Reader(bytes, rules, depth)
    guard case .object(let members) = try reader.document(isObject: true) else { return [] }
    return members
  }
}

private struct Reader {
  private let bytes: [UInt8]
  private let rules: JSON.ReadingRules
  private let depth: Int
  private var index = 0
  private var open: [Open] = []

  /// An array or object that has not ended yet.
  private struct Open {
    var isObject: Bool
    var values: [JSON] = []
    var members: [JSON.Member] = []
    /// The name of the next member, and where it begins.
    var name = ""
    var offset = 0

    mutating func append(_ value: JSON) {
      if isObject {
        members.append(JSON.Member(name, value, offset: offset))
      } else {
        values.append(value)
      }
    }

    var value: JSON { isObject ? .object(members) : .array(values) }
  }

  init(_ bytes: [UInt8], _ rules: JSON.ReadingRules, _ depth: Int) throws(JSON.Failure) {
    self.bytes = bytes
    self.rules = rules
    self.depth = depth
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      index = error.byteOffsets.lowerBound
      throw failure("UTF-8")
    }
  }

  mutating func document(isObject: Bool) throws(JSON.Failure) -> JSON {
    let starts = isObject ? "{" : Self.valueStarts
    try skipSpace(expecting: starts)
    if isObject, bytes[index] != UInt8(ascii: "{") { throw failure("{") }
    var value = try value()
    // `value` is nil after an opening bracket, until the array or object has ended.
    while !open.isEmpty {
      if let complete = value {
        open[open.count - 1].append(complete)
        value = try afterValue()
      } else {
        value = try self.value()
      }
    }
    skipSpace()
    guard index == bytes.count, let value else { throw failure("EOF") }
    return value
  }

  private static let scalarStarts = "\" 0-9 - true false null"
  private static let valueStarts = "\" { [ 0-9 - true false null"

  /// Reads a scalar, an empty array or object, or the beginning of one that is not empty (nil).
  private mutating func value() throws(JSON.Failure) -> JSON? {
    switch bytes[index] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"):
      try begin(isObject: true)
      try skipSpace(expecting: "\" }")
      if consume("}") { return open.removeLast().value }
      try name(expecting: "\" }")
      return nil
    case UInt8(ascii: "["):
      try begin(isObject: false)
      try skipSpace(expecting: Self.valueStarts + " ]")
      return consume("]") ? open.removeLast().value : nil
    default: return try scalar()
    }
  }

  private mutating func begin(isObject: Bool) throws(JSON.Failure) {
    guard open.count < depth else { throw failure(Self.scalarStarts) }
    index += 1
    open.append(Open(isObject: isObject))
  }

  /// Reads what follows a value: the end of its array or object, which is returned, or a comma.
  private mutating func afterValue() throws(JSON.Failure) -> JSON? {
    let isObject = open[open.count - 1].isObject
    let expected = isObject ? ", }" : ", ]"
    try skipSpace(expecting: expected)
    if consume(isObject ? "}" : "]") { return open.removeLast().value }
    guard consume(",") else { throw failure(expected) }
    try skipSpace(expecting: isObject ? "\"" : Self.valueStarts)
    if isObject { try name(expecting: "\"") }
    return nil
  }

  /// Reads a member's name and its colon.
  private mutating func name(expecting expected: String) throws(JSON.Failure) {
    let offset = index
    guard bytes[index] == UInt8(ascii: "\"") else { throw failure(expected) }
    let name = try string()
    try skipSpace(expecting: ":")
    guard consume(":") else { throw failure(":") }
    try skipSpace(expecting: Self.valueStarts)
    open[open.count - 1].name = name
    open[open.count - 1].offset = offset
  }

  private mutating func scalar() throws(JSON.Failure) -> JSON {
    let start = index
    while index < bytes.count, Self.isPartOfScalar(bytes[index]) { index += 1 }
    let word = bytes[start..<index]
    if word.elementsEqual("true".utf8) { return .bool(true) }
    if word.elementsEqual("false".utf8) { return .bool(false) }
    if word.elementsEqual("null".utf8) { return .null }
    guard Self.isNumber(word) else {
      index = start
      throw failure(Self.valueStarts)
    }
    return .number(JSON.Number(written: String(decoding: word, as: UTF8.self)))
  }

  private static func isPartOfScalar(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
      || "+-.".utf8.contains(byte)
  }

  /// `-? (0 | 1-9 digits) (. digits)? ((e|E) (+|-)? digits)?`
  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func digits() -> Bool {
      let start = rest.startIndex
      while let byte = rest.first, byte &- UInt8(ascii: "0") < 10 { rest.removeFirst() }
      return rest.startIndex > start
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest.removeFirst()
    } else if !digits() {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard digits() else { return false }
    }
    if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      guard digits() else { return false }
    }
    return rest.isEmpty
  }

  // MARK: Strings

  private static let escapes = "\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"

  private mutating func string() throws(JSON.Failure) -> String {
    index += 1
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

  private mutating func escape() throws(JSON.Failure) -> Unicode.Scalar {
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
      if let unit = codeUnit(), unit != 0 || !rules.contains(.refusesNull) {
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if let scalar = surrogatePair(unit) { return scalar }
        if rules.contains(.replacesLoneSurrogates) { return "\u{FFFD}" }
      }
    default: break
    }
    index = start
    throw failure(Self.escapes)
  }

  /// Four hexadecimal digits.
  private mutating func codeUnit() -> UInt16? {
    var unit: UInt16 = 0
    guard index + 4 <= bytes.count else { return nil }
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    index += 4
    return unit
  }

  /// The scalar of a leading surrogate and the escaped trailing one behind it.
  private mutating func surrogatePair(_ lead: UInt16) -> Unicode.Scalar? {
    let start = index
    guard UTF16.isLeadSurrogate(lead), consume("\\"), consume("u"), let trail = codeUnit(),
      UTF16.isTrailSurrogate(trail)
    else {
      index = start
      return nil
    }
    return UTF16.decode(UTF16.EncodedScalar([lead, trail]))
  }

  // MARK: Places

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  /// Skips space and fails at the end of the text.
  private mutating func skipSpace(expecting expected: String) throws(JSON.Failure) {
    skipSpace()
    if index == bytes.count { throw failure(expected) }
  }

  private func failure(_ expected: String) -> JSON.Failure {
    JSON.Failure(offset: index, place: JSON.Place(of: index, in: bytes), expected: expected)
  }
}
