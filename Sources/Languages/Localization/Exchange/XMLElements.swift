/// The elements of a small XML document in order: strict about its form, without document types and
/// namespaces.
struct XMLElements {
  enum Event: Hashable {
    case start(String, [String: String])
    case end(String)
    case text(String)
  }

  private static let deepest = 64

  private var lexer: XMLLexer
  private var open: [String] = []
  /// The end of an element such as `<file/>`.
  private var pendingEnd: String?

  init(_ source: SourceText) { lexer = XMLLexer(source) }

  func failure(_ what: String) -> ExchangeError {
    ExchangeError(
      .expected(what), file: lexer.source.file, line: lexer.source.line(of: lexer.place))
  }

  /// The next event; `nil` at the end of the document.
  mutating func next() throws(ExchangeError) -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name)
    }
    while true {
      let text = try lexed { lexer throws(CatalogError) in try lexer.text() }
      if !open.isEmpty, !text.isEmpty { return .text(text) }
      guard text.allSatisfy(\.isWhitespace) else { throw failure("an element") }
      guard lexer.starts(with: "<?") else { break }
      try lexed { lexer throws(CatalogError) in try lexer.skip(past: "?>", from: lexer.place) }
    }
    if lexer.starts(with: "<!") { throw failure("no document type") }
    guard let tag = try lexed({ lexer throws(CatalogError) in try lexer.tag() }) else {
      guard let name = open.last else { return nil }
      throw failure("</\(name)>")
    }
    let name = lexer.text(in: tag.name)
    if tag.isEnd {
      guard tag.attributes.isEmpty, open.popLast() == name else {
        throw failure("the end of the open element")
      }
      return .end(name)
    }
    guard Self.isName(name), open.count < Self.deepest else { throw failure("an element's name") }
    let attributes = try attributes(of: tag)
    if tag.isEmpty { pendingEnd = name } else { open.append(name) }
    return .start(name, attributes)
  }

  private mutating func attributes(
    of tag: XMLLexer.Tag
  ) throws(ExchangeError) -> [String: String] {
    let end = lexer.place
    defer { lexer.place = end }
    lexer.place = tag.attributes.lowerBound
    var attributes: [String: String] = [:]
    while lexer.place < tag.attributes.upperBound {
      let start = lexer.place
      while lexer.place < tag.attributes.upperBound, lexer.next != UInt8(ascii: "=") {
        lexer.place += 1
      }
      let name = lexer.text(in: start..<lexer.place).split(whereSeparator: \.isWhitespace)
      lexer.place += 1
      lexer.skipBlanks()
      guard name.count == 1, Self.isName(name[0]), attributes[String(name[0])] == nil else {
        throw failure("an attribute, each once")
      }
      guard let value = try lexed({ lexer throws(CatalogError) in try lexer.quoted() }) else {
        throw failure("an attribute's value in quotation marks")
      }
      attributes[String(name[0])] = value
      lexer.skipBlanks()
    }
    return attributes
  }

  private static func isName(_ name: some StringProtocol) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 || "_-.:".utf8.contains($0)
      }
  }

  /// The lexer's result, with its error converted to one of this file.
  private mutating func lexed<Value>(
    _ read: (inout XMLLexer) throws(CatalogError) -> Value
  ) throws(ExchangeError) -> Value {
    do throws(CatalogError) {
      return try read(&lexer)
    } catch {
      throw ExchangeError(error)
    }
  }
}
