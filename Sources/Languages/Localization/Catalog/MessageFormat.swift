/// A text with placeholders: `%@` and `%d`, numbered as in `%2$@`, and `%%` for a percent sign.
///
/// `%ld`, `%lld`, `%i`, `%u`, `%lu` and `%llu` are whole numbers like `%d`. In a `.stringsdict`,
/// `%#@name@` is a variable: a text that depends on a count.
struct MessageFormat: Sendable {
  enum Kind: Hashable, Sendable {
    case text
    case number
    case variable(String)
  }

  struct Placeholder: Sendable {
    var kind: Kind
    /// The number written in it, from 1.
    var position: Int?
    /// The index of its argument, from 0.
    var argument: Int
    /// The placeholder as written.
    var spelling: String
  }

  enum Piece: Sendable {
    case literal(String)
    case placeholder(Placeholder)
  }

  /// A percent sign that begins no known placeholder, as written.
  struct Fault: Error {
    let spelling: String
  }

  var pieces: [Piece]

  /// Parses a text. Placeholders without a number are counted from the first argument.
  init(_ text: String) throws(Fault) {
    pieces = []
    let bytes = text.utf8.span
    var next = 0
    var literalStart = 0
    var place = 0
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "%") else {
        place += 1
        continue
      }
      if place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "%") {
        // The first of the two ends the previous literal; the second is skipped.
        appendLiteral(bytes, literalStart..<(place + 1))
        place += 2
        literalStart = place
        continue
      }
      guard let (found, end) = Self.placeholder(bytes, at: place) else {
        let spelling = String(copying: bytes, place..<bytes.count).prefix { $0 != " " }
        throw Fault(spelling: String(spelling.prefix(8)))
      }
      appendLiteral(bytes, literalStart..<place)
      var placeholder = found
      if placeholder.position == nil {
        placeholder.argument = next
        next += 1
      }
      pieces.append(.placeholder(placeholder))
      place = end
      literalStart = end
    }
    appendLiteral(bytes, literalStart..<bytes.count)
  }

  private mutating func appendLiteral(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    if !range.isEmpty { pieces.append(.literal(String(copying: bytes, range))) }
  }

  /// A text that is shown unchanged.
  init(literal text: String) {
    pieces = text.isEmpty ? [] : [.literal(text)]
  }

  var placeholders: [Placeholder] {
    pieces.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
  }

  /// The text as written, with other texts for some of its variables.
  func text(_ replacement: (_ variable: String) -> String?) -> String {
    pieces.map { piece -> String in
      switch piece {
      case .literal(let literal): return literal.replacingScalars { $0 == "%" ? "%%" : nil }
      case .placeholder(let placeholder):
        guard case .variable(let name) = placeholder.kind else { return placeholder.spelling }
        return replacement(name) ?? placeholder.spelling
      }
    }.joined()
  }

  /// Whether only some placeholders have a number, which makes their arguments ambiguous.
  var mixesNumbering: Bool {
    var isNumbered: Bool?
    for case .placeholder(let placeholder) in pieces {
      let this = placeholder.position != nil
      if isNumbered ?? this != this { return true }
      isNumbered = this
    }
    return false
  }

  /// Whether a translation uses these arguments, each of this kind. A numbered one may be used again.
  func asksForTheSame(as other: MessageFormat) -> Bool {
    let (kinds, others) = (argumentKinds, other.argumentKinds)
    return kinds != nil && kinds == others
  }

  /// The kind of each argument, in order; an argument that is not used has none. nil if one has two.
  private var argumentKinds: [Kind?]? {
    let kinds = [Kind?](of: self)
    return placeholders.allSatisfy { kinds[$0.argument] == $0.kind } ? kinds : nil
  }

  /// The number in a placeholder, and its end; nil if it is not a valid number.
  private static func position(_ bytes: Span<UInt8>, at sign: Int) -> (position: Int?, end: Int)? {
    var place = sign + 1
    var number = 0
    // A number has at most two digits: no text has more than 99 arguments.
    while place < min(bytes.count, sign + 3), bytes[place].isASCIIDigit {
      number = number * 10 + Int(bytes[place] - UInt8(ascii: "0"))
      place += 1
    }
    guard place > sign + 1 else { return (nil, place) }
    guard place < bytes.count, bytes[place] == UInt8(ascii: "$"), number > 0 else { return nil }
    return (number, place + 1)
  }

  /// A placeholder for a text or a number, without its spelling; nil for anything else.
  static func simplePlaceholder(
    _ bytes: Span<UInt8>, at sign: Int
  ) -> (position: Int?, isNumber: Bool, end: Int)? {
    guard let (position, place) = position(bytes, at: sign), place < bytes.count else { return nil }
    if bytes[place] == UInt8(ascii: "@") { return (position, false, place + 1) }
    guard bytes[place] != UInt8(ascii: "#"), let (_, end) = conversion(bytes, at: place) else {
      return nil
    }
    return (position, true, end)
  }

  private static func placeholder(_ bytes: Span<UInt8>, at sign: Int) -> (Placeholder, Int)? {
    guard let (position, place) = position(bytes, at: sign),
      let (kind, end) = conversion(bytes, at: place)
    else { return nil }
    return (
      Placeholder(
        kind: kind, position: position, argument: (position ?? 1) - 1,
        spelling: String(copying: bytes, sign..<end)),
      end
    )
  }

  private static func conversion(_ bytes: Span<UInt8>, at start: Int) -> (Kind, Int)? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "@"): return (.text, start + 1)
    case UInt8(ascii: "#"):
      guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "@") else { return nil }
      var end = start + 2
      while end < bytes.count, bytes[end] != UInt8(ascii: "@") { end += 1 }
      guard end < bytes.count, end > start + 2 else { return nil }
      return (.variable(String(copying: bytes, (start + 2)..<end)), end + 1)
    default:
      var end = start
      while end < min(bytes.count, start + 2), bytes[end] == UInt8(ascii: "l") { end += 1 }
      guard end < bytes.count else { return nil }
      switch bytes[end] {
      case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"): return (.number, end + 1)
      default: return nil
      }
    }
  }
}

extension String {
  /// A part of a text; its ends must be between characters.
  init(copying bytes: Span<UInt8>, _ range: Range<Int>) {
    self = bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}

extension [MessageFormat.Kind?] {
  /// The kind that a format requires of each argument, in order; nil for unused arguments.
  init(of format: MessageFormat) {
    self = []
    for placeholder in format.placeholders {
      while count <= placeholder.argument { append(nil) }
      self[placeholder.argument] = placeholder.kind
    }
  }
}
