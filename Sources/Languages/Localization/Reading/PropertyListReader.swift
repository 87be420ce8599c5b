/// Reads the subset of XML property lists that a `.stringsdict` needs: `plist`, `dict`, `key` and
/// `string`, comments, the five named entities, and numeric ones.
///
/// Source: the document type PropertyList-1.0; XML 1.0, sections 2 and 4.6. No document type is
/// fetched or declared inline, so there are no entities to expand.
struct PropertyListReader {
  /// The maximum depth of a `.stringsdict`: a file, a message and a variable.
  private static let maximumDepth = 3

  private let source: SourceText
  private let bytes: [UInt8]
  private var place = 0

  private init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  /// Reads the file's root dictionary.
  static func read(_ source: SourceText) throws(CatalogError) -> PropertyNode {
    var reader = PropertyListReader(source)
    return try reader.document()
  }

  private mutating func document() throws(CatalogError) -> PropertyNode {
    if starts(with: "<?xml") { try declaration() }
    try skipBlanksAndComments()
    if starts(with: "<!DOCTYPE") {
      let start = place
      guard let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) else {
        throw error(.unterminatedMarkup, at: start)
      }
      guard !bytes[start..<end].contains(UInt8(ascii: "[")) else {
        throw error(.unsupportedDeclaration, at: start)
      }
      place = end + 1
      try skipBlanksAndComments()
    }
    let start = place
    guard let plist = try tag(), plist.element == .plist, !plist.isEnd, !plist.isEmpty,
      plist.attributes == "version=\"1.0\"" || plist.attributes == "version='1.0'"
    else { throw error(.expectedPropertyList, at: start) }
    try skipBlanksAndComments()
    let rootOffset = place
    guard let root = try tag(), root.element == .dict, !root.isEnd, root.attributes.isEmpty else {
      throw error(.expectedDictionary, at: rootOffset)
    }
    let node = PropertyNode(
      value: .dictionary(root.isEmpty ? [] : try members(of: rootOffset, depth: 1)),
      offset: rootOffset, end: place)
    try skipBlanksAndComments()
    try endTag(.plist, of: start)
    try skipBlanksAndComments()
    guard place == bytes.count else { throw error(.textAfterEnd, at: place) }
    return node
  }

  /// Parses `<?xml version="1.0" encoding="UTF-8"?>`. The encoding was already detected.
  private mutating func declaration() throws(CatalogError) {
    let start = place
    guard let end = find("?>", from: start) else { throw error(.unterminatedMarkup, at: start) }
    place = end + 2
    guard let label = find("encoding=", from: start), label < end else { return }
    let name = String(
      decoding: bytes[(label + 10)..<max(label + 10, end)].prefix {
        $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'")
      }, as: UTF8.self)
    let isKnown = ["utf-8", "utf-16", "us-ascii"].contains { name.lowercased() == $0 }
    guard isKnown else { throw error(.unsupportedEncoding, at: start) }
  }

  /// Parses the contents of the `<dict>` that began at `start`, up to its end tag.
  private mutating func members(
    of start: Int, depth: Int
  ) throws(CatalogError) -> [PropertyNode.Member] {
    guard depth <= Self.maximumDepth else { throw error(.tooDeep, at: start) }
    var members: [PropertyNode.Member] = []
    while true {
      try skipBlanksAndComments()
      let keyOffset = place
      guard let key = try tag() else { throw textOrEnd(of: start) }
      if key.isEnd, key.element == .dict {
        try refuseTwins(in: members)
        return members
      }
      try refuse(key, unless: key.element == .key, orElse: .expectedKey, at: keyOffset)
      let name = key.isEmpty ? "" : try text(of: .key, from: keyOffset)
      try skipBlanksAndComments()
      let valueOffset = place
      guard let value = try tag() else { throw textOrEnd(of: start) }
      try refuse(
        value, unless: value.element == .string || value.element == .dict, orElse: .expectedValue,
        at: valueOffset)
      let node: PropertyNode.Value
      if value.element == .dict {
        node = .dictionary(value.isEmpty ? [] : try self.members(of: valueOffset, depth: depth + 1))
      } else {
        node = .string(value.isEmpty ? "" : try text(of: .string, from: valueOffset))
      }
      members.append(
        .init(
          key: name, keyOffset: keyOffset,
          node: PropertyNode(value: node, offset: valueOffset, end: place)))
    }
  }

  /// Rejects a duplicate key, also a canonically equivalent one.
  private func refuseTwins(in members: [PropertyNode.Member]) throws(CatalogError) {
    // Swift's strings are equal if they are canonically equivalent.
    var first: [String: Int] = [:]
    for (number, member) in members.enumerated() {
      let twin: Int?
      if members.count <= 16 {
        // Nearly all dictionaries are this small, and comparing is faster than hashing.
        twin = members[..<number].firstIndex { $0.key == member.key }
      } else {
        twin = first.updateValue(number, forKey: member.key)
      }
      guard let twin else { continue }
      let line = source.place(of: members[twin].keyOffset).line
      throw source.error(
        members[twin].key.utf8.elementsEqual(member.key.utf8)
          ? .duplicateKey(member.key, firstLine: line)
          : .equivalentKey(member.key, firstLine: line),
        at: member.keyOffset)
    }
  }

  private func refuse(
    _ tag: Tag, unless isExpected: Bool, orElse fault: CatalogError.XMLFault, at offset: Int
  ) throws(CatalogError) {
    if tag.isEnd { throw error(tag.element == .dict ? fault : .wrongEndTag, at: offset) }
    guard tag.element != .unknown, tag.attributes.isEmpty else {
      throw error(.unsupportedElement, at: offset)
    }
    guard isExpected else { throw error(fault, at: offset) }
  }

  /// The text up to an element's end tag, with its entities replaced. The element began at `start`.
  private mutating func text(of element: Element, from start: Int) throws(CatalogError) -> String {
    // Nearly every text is one piece and needs no concatenation.
    let textStart = place
    skipPlain()
    if place + 1 < bytes.count, bytes[place] == UInt8(ascii: "<"),
      bytes[place + 1] == UInt8(ascii: "/")
    {
      let textEnd = place
      try endTag(element, of: start)
      return String(decoding: bytes[textStart..<textEnd], as: UTF8.self)
    }
    var text = Array(bytes[textStart..<place])
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "<"):
        if starts(with: "<!--") {
          try skipComment()
        } else if starts(with: "<![CDATA[") {
          guard let end = find("]]>", from: place) else {
            throw error(.unterminatedMarkup, at: place)
          }
          text += bytes[(place + 9)..<end]
          place = end + 3
        } else {
          try endTag(element, of: start)
          return String(decoding: text, as: UTF8.self)
        }
      case UInt8(ascii: "&"):
        text += UTF8.encode(try entity())!
      default:
        let pieceStart = place
        skipPlain()
        text += bytes[pieceStart..<place]
      }
    }
    throw error(.unterminatedElement, at: start)
  }

  /// Skips to the next `<` or `&`, or to the end.
  private mutating func skipPlain() {
    while place < bytes.count, bytes[place] != UInt8(ascii: "<"), bytes[place] != UInt8(ascii: "&")
    {
      place += 1
    }
  }

  private mutating func entity() throws(CatalogError) -> Unicode.Scalar {
    let start = place
    // The longest entity is &#x10FFFF; and further digits could only be zeros.
    guard let end = bytes[place...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
      throw error(.unknownEntity, at: start)
    }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
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

  private enum Element {
    case plist, dict, key, string, unknown
  }

  private struct Tag {
    var element: Element
    /// The text after the name, trimmed.
    var attributes: String
    var isEnd: Bool
    /// `<string/>`
    var isEmpty: Bool
  }

  /// Parses the tag that begins here; nil if there is none.
  private mutating func tag() throws(CatalogError) -> Tag? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "<") else { return nil }
    var end = place + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: ">") { end += 1 }
    guard end < bytes.count else { throw error(.unterminatedTag, at: place) }
    var start = place + 1
    let isEnd = start < end && bytes[start] == UInt8(ascii: "/")
    if isEnd { start += 1 }
    var stop = end
    let isEmpty = !isEnd && stop > start && bytes[stop - 1] == UInt8(ascii: "/")
    if isEmpty { stop -= 1 }
    var nameEnd = start
    while nameEnd < stop, !bytes[nameEnd].isXMLBlank { nameEnd += 1 }
    let element = element(named: start..<nameEnd)
    while nameEnd < stop, bytes[nameEnd].isXMLBlank { nameEnd += 1 }
    while stop > nameEnd, bytes[stop - 1].isXMLBlank { stop -= 1 }
    place = end + 1
    return Tag(
      element: element, attributes: String(decoding: bytes[nameEnd..<stop], as: UTF8.self),
      isEnd: isEnd, isEmpty: isEmpty)
  }

  private func element(named range: Range<Int>) -> Element {
    func isName(_ name: StaticString) -> Bool {
      name.utf8CodeUnitCount == range.count
        && name.withUTF8Buffer { name in
          for index in name.indices where bytes[range.lowerBound + index] != name[index] {
            return false
          }
          return true
        }
    }
    if isName("key") { return .key }
    if isName("string") { return .string }
    if isName("dict") { return .dict }
    return isName("plist") ? .plist : .unknown
  }

  private mutating func endTag(_ element: Element, of start: Int) throws(CatalogError) {
    let offset = place
    guard place < bytes.count else { throw error(.unterminatedElement, at: start) }
    guard let tag = try tag() else { throw error(.textOutsideElement, at: offset) }
    guard tag.isEnd, tag.element == element, tag.attributes.isEmpty else {
      throw error(tag.isEnd ? .wrongEndTag : .unterminatedElement, at: tag.isEnd ? offset : start)
    }
  }

  private func textOrEnd(of start: Int) -> CatalogError {
    place == bytes.count
      ? error(.unterminatedElement, at: start) : error(.textOutsideElement, at: place)
  }

  private mutating func skipBlanksAndComments() throws(CatalogError) {
    while place < bytes.count {
      if bytes[place].isXMLBlank {
        place += 1
      } else if starts(with: "<!--") {
        try skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(CatalogError) {
    guard let end = find("-->", from: place + 4) else {
      throw error(.unterminatedMarkup, at: place)
    }
    place = end + 3
  }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      guard bytes.count - place >= text.count else { return false }
      for index in text.indices where bytes[place + index] != text[index] { return false }
      return true
    }
  }

  private func find(_ text: String, from start: Int) -> Int? {
    let wanted = Array(text.utf8)
    var index = start
    while index + wanted.count <= bytes.count {
      if bytes[index] == wanted[0], bytes[index..<(index + wanted.count)].elementsEqual(wanted) {
        return index
      }
      index += 1
    }
    return nil
  }

  private func error(_ fault: CatalogError.XMLFault, at offset: Int) -> CatalogError {
    source.error(.malformedXML(fault), at: offset)
  }
}

extension UInt8 {
  fileprivate var isXMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
