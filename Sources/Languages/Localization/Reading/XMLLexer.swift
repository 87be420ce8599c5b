import SystemCalls

/// Takes a small XML document apart: its tags, comments and texts, one after the other.
///
/// Source: XML 1.0, sections 2 and 4.6. No document type is fetched or declared inline, so there are
/// no entities to expand.
struct XMLLexer {
  /// A start tag, an end tag, or an empty element, as ranges of the source.
  struct Tag {
    /// The offset of its beginning.
    let offset: Int
    let name: Range<Int>
    /// The text after the name, without blanks at its ends.
    let attributes: Range<Int>
    let isEnd: Bool
    /// `<string/>`
    let isEmpty: Bool
  }

  let source: SourceText
  private let bytes: [UInt8]
  /// The next byte.
  var place = 0

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  var isAtEnd: Bool { place == bytes.count }

  /// The next byte; 0 at the end.
  var next: UInt8 { isAtEnd ? 0 : bytes[place] }

  /// The tag that begins here; nil if there is none.
  mutating func tag() throws(CatalogError) -> Tag? {
    guard next == UInt8(ascii: "<") else { return nil }
    let offset = place
    var end = place + 1
    var last: UInt8 = 0
    var quote: UInt8?
    while end < bytes.count, quote != nil || bytes[end] != UInt8(ascii: ">") {
      if bytes[end] == quote {
        quote = nil
      } else if quote == nil, last == UInt8(ascii: "="),
        bytes[end] == UInt8(ascii: "\"") || bytes[end] == UInt8(ascii: "'")
      {
        quote = bytes[end]
      }
      if !bytes[end].isXMLBlank { last = bytes[end] }
      end += 1
    }
    guard end < bytes.count else { throw error(.unterminatedTag, at: offset) }
    let isEnd = bytes[offset + 1] == UInt8(ascii: "/")
    let start = offset + (isEnd ? 2 : 1)
    let isEmpty = !isEnd && end > start && bytes[end - 1] == UInt8(ascii: "/")
    var stop = isEmpty ? end - 1 : end
    var nameEnd = start
    while nameEnd < stop, !bytes[nameEnd].isXMLBlank { nameEnd += 1 }
    var attributes = nameEnd
    while attributes < stop, bytes[attributes].isXMLBlank { attributes += 1 }
    while stop > attributes, bytes[stop - 1].isXMLBlank { stop -= 1 }
    place = end + 1
    return Tag(
      offset: offset, name: start..<nameEnd, attributes: attributes..<stop, isEnd: isEnd,
      isEmpty: isEmpty)
  }

  /// The text up to the next tag, without comments, and with its entities replaced.
  mutating func text() throws(CatalogError) -> String {
    var text: [UInt8] = []
    while true {
      let start = place
      while place < bytes.count, bytes[place] != UInt8(ascii: "<"),
        bytes[place] != UInt8(ascii: "&")
      {
        place += 1
      }
      let piece = start..<place
      if next == UInt8(ascii: "&") {
        text += bytes[piece]
        text += UTF8.encode(try entity())!
      } else if starts(with: "<!--") {
        text += bytes[piece]
        try skip(past: "-->", from: place + 4)
      } else if starts(with: "<![CDATA[") {
        text += bytes[piece]
        let section = place + 9
        try skip(past: "]]>", from: section)
        text += bytes[section..<(place - 3)]
      } else {
        // Nearly every text is one piece and needs no concatenation.
        return text.isEmpty
          ? self.text(in: piece) : String(decoding: text + bytes[piece], as: UTF8.self)
      }
    }
  }

  /// An attribute's value in quotation marks, with its entities replaced; nil if there is none.
  mutating func quoted() throws(CatalogError) -> String? {
    let quote = next
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    place += 1
    var text: [UInt8] = []
    while next != quote {
      if isAtEnd || next == UInt8(ascii: "<") { return nil }
      if next == UInt8(ascii: "&") {
        text += UTF8.encode(try entity())!
      } else {
        text.append(next)
        place += 1
      }
    }
    place += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// A range of the source as written.
  func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func isText(_ range: Range<Int>, _ text: StaticString) -> Bool {
    range.count == text.utf8CodeUnitCount && starts(with: text, at: range.lowerBound)
  }

  mutating func skipBlanks() {
    while place < bytes.count, bytes[place].isXMLBlank { place += 1 }
  }

  mutating func skipBlanksAndComments() throws(CatalogError) {
    skipBlanks()
    while starts(with: "<!--") {
      try skip(past: "-->", from: place + 4)
      skipBlanks()
    }
  }

  /// Skips markup that begins here and ends with a sign, which is looked for from a place on.
  mutating func skip(past end: String, from start: Int) throws(CatalogError) {
    guard let end = self.end(of: end, from: start) else {
      throw error(.unterminatedMarkup, at: place)
    }
    place = end
  }

  /// The end of a text that is searched for from a place on.
  func end(of text: String, from start: Int) -> Int? {
    let wanted = Array(text.utf8)
    return firstPlace(of: wanted, in: bytes[start...]).map { $0 + wanted.count }
  }

  func starts(with text: StaticString) -> Bool { starts(with: text, at: place) }

  private func starts(with text: StaticString, at place: Int) -> Bool {
    text.withUTF8Buffer { text in
      guard bytes.count - place >= text.count else { return false }
      for index in text.indices where bytes[place + index] != text[index] { return false }
      return true
    }
  }

  /// The character of an entity.
  mutating func entity() throws(CatalogError) -> Unicode.Scalar {
    let start = place
    // The longest entity is &#x10FFFF; and further digits could only be zeros.
    guard let end = bytes[place...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
      throw error(.unknownEntity, at: start)
    }
    let name = text(in: (start + 1)..<end)
    place = end + 1
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    let digits = name.hasPrefix("#x") ? name.dropFirst(2) : name.dropFirst(1)
    guard name.hasPrefix("#"), digits.utf8.allSatisfy(\.isASCIIHexadecimal),
      let number = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
      let scalar = Unicode.Scalar(number)
    else { throw error(.unknownEntity, at: start) }
    let isBlank = scalar == "\t" || scalar == "\n" || scalar == "\r"
    guard isBlank || scalar.properties.generalCategory != .control else {
      throw source.error(.controlCharacter(scalar), at: start)
    }
    return scalar
  }

  func error(_ fault: CatalogError.XMLFault, at offset: Int) -> CatalogError {
    source.error(.malformedXML(fault), at: offset)
  }
}

extension UInt8 {
  fileprivate var isXMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
