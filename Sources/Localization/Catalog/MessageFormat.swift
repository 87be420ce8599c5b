/// A text with places for arguments: `%@` and `%d`, numbered as in `%2$@`, and `%%` for the sign.
///
/// `%ld`, `%lld`, `%i`, `%u`, `%lu` and `%llu` are whole numbers as well as `%d`. In a
/// `.stringsdict`, `%#@name@` stands for a variable, which is the text for a count.
struct MessageFormat: Sendable {
  enum Kind: Hashable, Sendable {
    case text
    case number
    case variable(String)
  }

  struct Placeholder: Sendable {
    var kind: Kind
    /// The number that is written in it, from 1.
    var position: Int?
    /// The argument it stands for, from 0.
    var argument: Int
    /// As it is written.
    var spelling: String
  }

  enum Piece: Sendable {
    case literal(String)
    case placeholder(Placeholder)
  }

  /// A percent sign that begins no placeholder known here, as it is written.
  struct Fault: Error {
    let spelling: String
  }

  var pieces: [Piece]

  /// Reads a text; placeholders without a number are counted from the first argument on.
  init(_ text: String) throws(Fault) {
    pieces = []
    var literal: [UInt8] = []
    var next = 0
    let bytes = Array(text.utf8)
    var place = 0
    while let sign = bytes[place...].firstIndex(of: UInt8(ascii: "%")) {
      literal += bytes[place..<sign]
      if sign + 1 < bytes.count, bytes[sign + 1] == UInt8(ascii: "%") {
        literal.append(UInt8(ascii: "%"))
        place = sign + 2
        continue
      }
      guard let (found, end) = Self.placeholder(bytes, at: sign) else {
        let spelling = String(decoding: bytes[sign...], as: UTF8.self).prefix { $0 != " " }
        throw Fault(spelling: String(spelling.prefix(8)))
      }
      var placeholder = found
      if placeholder.position == nil {
        placeholder.argument = next
        next += 1
      }
      if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
      literal = []
      pieces.append(.placeholder(placeholder))
      place = end
    }
    literal += bytes[place...]
    if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
  }

  /// A text that is shown as it stands.
  init(literal text: String) {
    pieces = text.isEmpty ? [] : [.literal(text)]
  }

  var placeholders: [Placeholder] {
    pieces.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
  }

  /// Whether some placeholders carry a number and others do not, so that nobody can say which
  /// argument is meant.
  var mixesNumbering: Bool {
    Set(placeholders.map { $0.position == nil }).count > 1
  }

  private static func placeholder(_ bytes: [UInt8], at sign: Int) -> (Placeholder, Int)? {
    var place = sign + 1
    var position: Int?
    let digitsEnd = bytes[place...].firstIndex { !$0.isASCIIDigit } ?? bytes.count
    if digitsEnd > place {
      // Nobody passes more than 99 arguments.
      guard digitsEnd < bytes.count, bytes[digitsEnd] == UInt8(ascii: "$"), digitsEnd - place <= 2,
        let number = Int(String(decoding: bytes[place..<digitsEnd], as: UTF8.self)), number > 0
      else { return nil }
      position = number
      place = digitsEnd + 1
    }
    guard let (kind, end) = conversion(bytes, at: place) else { return nil }
    let spelling = String(decoding: bytes[sign..<end], as: UTF8.self)
    return (
      Placeholder(
        kind: kind, position: position, argument: (position ?? 1) - 1, spelling: spelling),
      end
    )
  }

  private static func conversion(_ bytes: [UInt8], at start: Int) -> (Kind, Int)? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "@"): return (.text, start + 1)
    case UInt8(ascii: "#"):
      guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "@"),
        let end = bytes[(start + 2)...].firstIndex(of: UInt8(ascii: "@")), end > start + 2
      else { return nil }
      return (.variable(String(decoding: bytes[(start + 2)..<end], as: UTF8.self)), end + 1)
    default:
      let end = bytes[start...].prefix(2).firstIndex { $0 != UInt8(ascii: "l") } ?? start + 2
      guard end < bytes.count, "diu".utf8.contains(bytes[end]) else { return nil }
      return (.number, end + 1)
    }
  }
}

extension [MessageFormat.Kind?] {
  /// What a format asks of each argument, by the arguments' order; nil where it does not use one.
  init(of format: MessageFormat) {
    self = []
    for placeholder in format.placeholders {
      while count <= placeholder.argument { append(nil) }
      self[placeholder.argument] = placeholder.kind
    }
  }
}
