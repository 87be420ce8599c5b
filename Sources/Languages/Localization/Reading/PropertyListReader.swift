/// Reads the subset of XML property lists that a `.stringsdict` needs: `plist`, `dict`, `key` and
/// `string`, comments, the five named entities, and numeric ones.
///
/// Source: the document type PropertyList-1.0.
struct PropertyListReader {
  /// The maximum depth of a `.stringsdict`: a file, a message and a variable.
  private static let maximumDepth = 3

  private var lexer: XMLLexer

  /// Reads the file's root dictionary.
  static func read(_ source: SourceText) throws(CatalogError) -> PropertyNode {
    var reader = PropertyListReader(lexer: XMLLexer(source))
    return try reader.document()
  }

  private mutating func document() throws(CatalogError) -> PropertyNode {
    if lexer.starts(with: "<?xml") { try declaration() }
    try lexer.skipBlanksAndComments()
    if lexer.starts(with: "<!DOCTYPE") {
      let start = lexer.place
      try lexer.skip(past: ">", from: start)
      guard !lexer.text(in: start..<lexer.place).utf8.contains(UInt8(ascii: "[")) else {
        throw lexer.error(.unsupportedDeclaration, at: start)
      }
      try lexer.skipBlanksAndComments()
    }
    let start = lexer.place
    guard let plist = try lexer.tag(), element(plist) == .plist, !plist.isEnd, !plist.isEmpty,
      lexer.isText(plist.attributes, "version=\"1.0\"")
        || lexer.isText(plist.attributes, "version='1.0'")
    else { throw lexer.error(.expectedPropertyList, at: start) }
    try lexer.skipBlanksAndComments()
    let rootOffset = lexer.place
    guard let root = try lexer.tag(), element(root) == .dict, !root.isEnd, root.attributes.isEmpty
    else { throw lexer.error(.expectedDictionary, at: rootOffset) }
    let node = PropertyNode(
      value: .dictionary(root.isEmpty ? [] : try members(of: rootOffset, depth: 1)),
      offset: rootOffset, end: lexer.place)
    try lexer.skipBlanksAndComments()
    try endTag(.plist, of: start)
    try lexer.skipBlanksAndComments()
    guard lexer.isAtEnd else { throw lexer.error(.textAfterEnd, at: lexer.place) }
    return node
  }

  /// Parses `<?xml version="1.0" encoding="UTF-8"?>`. The encoding was already detected.
  private mutating func declaration() throws(CatalogError) {
    let start = lexer.place
    try lexer.skip(past: "?>", from: start)
    guard let label = lexer.end(of: "encoding=", from: start), label < lexer.place - 2 else {
      return
    }
    let name = lexer.text(in: (label + 1)..<(lexer.place - 2)).prefix { $0 != "\"" && $0 != "'" }
    let isKnown = ["utf-8", "utf-16", "us-ascii"].contains { name.lowercased() == $0 }
    guard isKnown else { throw lexer.error(.unsupportedEncoding, at: start) }
  }

  /// Parses the contents of the `<dict>` that began at `start`, up to its end tag.
  private mutating func members(
    of start: Int, depth: Int
  ) throws(CatalogError) -> [PropertyNode.Member] {
    guard depth <= Self.maximumDepth else { throw lexer.error(.tooDeep, at: start) }
    var members: [PropertyNode.Member] = []
    while true {
      let key = try member(of: start)
      if key.isEnd, element(key) == .dict {
        try refuseTwins(in: members)
        return members
      }
      try refuse(key, unless: element(key) == .key, orElse: .expectedKey)
      let name = key.isEmpty ? "" : try text(of: .key, from: key.offset)
      let value = try member(of: start)
      let isDictionary = element(value) == .dict
      try refuse(value, unless: isDictionary || element(value) == .string, orElse: .expectedValue)
      let node: PropertyNode.Value
      if isDictionary {
        node = .dictionary(
          value.isEmpty ? [] : try self.members(of: value.offset, depth: depth + 1))
      } else {
        node = .string(value.isEmpty ? "" : try text(of: .string, from: value.offset))
      }
      members.append(
        .init(
          key: name, keyOffset: key.offset,
          node: PropertyNode(value: node, offset: value.offset, end: lexer.place)))
    }
  }

  /// The next tag in the `<dict>` that began at `start`.
  private mutating func member(of start: Int) throws(CatalogError) -> XMLLexer.Tag {
    try lexer.skipBlanksAndComments()
    if let tag = try lexer.tag() { return tag }
    throw lexer.isAtEnd
      ? lexer.error(.unterminatedElement, at: start)
      : lexer.error(.textOutsideElement, at: lexer.place)
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
      let line = lexer.source.place(of: members[twin].keyOffset).line
      throw lexer.source.error(
        members[twin].key.utf8.elementsEqual(member.key.utf8)
          ? .duplicateKey(member.key, firstLine: line)
          : .equivalentKey(member.key, firstLine: line),
        at: member.keyOffset)
    }
  }

  private func refuse(
    _ tag: XMLLexer.Tag, unless isExpected: Bool, orElse fault: CatalogError.XMLFault
  ) throws(CatalogError) {
    if tag.isEnd {
      throw lexer.error(element(tag) == .dict ? fault : .wrongEndTag, at: tag.offset)
    }
    guard element(tag) != .unknown, tag.attributes.isEmpty else {
      throw lexer.error(.unsupportedElement, at: tag.offset)
    }
    guard isExpected else { throw lexer.error(fault, at: tag.offset) }
  }

  /// The text up to an element's end tag. The element began at `start`.
  private mutating func text(of element: Element, from start: Int) throws(CatalogError) -> String {
    let text = try lexer.text()
    try endTag(element, of: start)
    return text
  }

  private mutating func endTag(_ element: Element, of start: Int) throws(CatalogError) {
    let offset = lexer.place
    guard !lexer.isAtEnd else { throw lexer.error(.unterminatedElement, at: start) }
    guard let tag = try lexer.tag() else { throw lexer.error(.textOutsideElement, at: offset) }
    guard tag.isEnd, self.element(tag) == element, tag.attributes.isEmpty else {
      throw lexer.error(
        tag.isEnd ? .wrongEndTag : .unterminatedElement, at: tag.isEnd ? offset : start)
    }
  }

  private enum Element {
    case plist, dict, key, string, unknown
  }

  private func element(_ tag: XMLLexer.Tag) -> Element {
    if lexer.isText(tag.name, "key") { return .key }
    if lexer.isText(tag.name, "string") { return .string }
    if lexer.isText(tag.name, "dict") { return .dict }
    return lexer.isText(tag.name, "plist") ? .plist : .unknown
  }
}
