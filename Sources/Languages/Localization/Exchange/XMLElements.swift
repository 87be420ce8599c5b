/// What a small XML document consists of, one after the other: strict about its form, without
/// document types and namespaces.
struct XMLElements {
  enum Event: Hashable {
    case start(String, [String: String])
    case end(String)
    case text(String)
  }

  private static let deepest = 64

  private let scalars: [Unicode.Scalar]
  private let file: String
  private var place = 0
  private var open: [String] = []
  /// The end of an element such as `<file/>`.
  private var pendingEnd: String?

  init(_ text: String, file: String) {
    scalars = Array(text.unicodeScalars)
    self.file = file
  }

  func failure(_ what: String) -> ExchangeError {
    let line = scalars[..<min(place, scalars.count)].count { $0 == "\n" } + 1
    return ExchangeError(.expected(what), file: file, line: line)
  }

  private func hasPrefix(_ text: String) -> Bool {
    scalars[place...].starts(with: text.unicodeScalars)
  }

  private mutating func skip(past end: String) throws(ExchangeError) -> ArraySlice<Unicode.Scalar> {
    let start = place
    while place < scalars.count {
      if hasPrefix(end) {
        defer { place += end.unicodeScalars.count }
        return scalars[start..<place]
      }
      place += 1
    }
    place = start
    throw failure(end)
  }

  /// The next event; `nil` at the end of the document.
  mutating func next() throws(ExchangeError) -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name)
    }
    while place < scalars.count {
      if hasPrefix("<!--") {
        place += 4
        _ = try skip(past: "-->")
      } else if hasPrefix("<![CDATA[") {
        place += 9
        return .text(String(String.UnicodeScalarView(try skip(past: "]]>"))))
      } else if hasPrefix("<?") {
        _ = try skip(past: "?>")
      } else if hasPrefix("<!") {
        throw failure("no document type")
      } else if hasPrefix("</") {
        place += 2
        let name = name()
        blanks()
        guard take(">"), open.popLast() == name else {
          throw failure("the end of the open element")
        }
        return .end(name)
      } else if hasPrefix("<") {
        place += 1
        return try start()
      } else {
        var text = String.UnicodeScalarView()
        while place < scalars.count, scalars[place] != "<" { text.append(try character()) }
        let isBlank = text.allSatisfy { $0.properties.isWhitespace }
        if !open.isEmpty { return .text(String(text)) }
        guard isBlank else { throw failure("an element") }
      }
    }
    guard open.isEmpty else { throw failure("</\(open[open.count - 1])>") }
    return nil
  }

  private mutating func start() throws(ExchangeError) -> Event {
    let element = name()
    guard !element.isEmpty, open.count < Self.deepest else { throw failure("an element's name") }
    var attributes: [String: String] = [:]
    while true {
      blanks()
      if take(">") {
        open.append(element)
        return .start(element, attributes)
      }
      if hasPrefix("/>") {
        place += 2
        pendingEnd = element
        return .start(element, attributes)
      }
      let key = name()
      blanks()
      guard !key.isEmpty, attributes[key] == nil, take("=") else {
        throw failure("an attribute, each once")
      }
      blanks()
      guard place < scalars.count, scalars[place] == "\"" || scalars[place] == "'" else {
        throw failure("an attribute's value in quotation marks")
      }
      let quote = scalars[place]
      place += 1
      var value = String.UnicodeScalarView()
      while place < scalars.count, scalars[place] != quote {
        guard scalars[place] != "<" else { throw failure("no < in an attribute") }
        value.append(try character())
      }
      guard take(quote) else { throw failure("the attribute's closing quotation mark") }
      attributes[key] = String(value)
    }
  }

  private mutating func blanks() {
    while place < scalars.count, scalars[place].properties.isWhitespace { place += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard place < scalars.count, scalars[place] == scalar else { return false }
    place += 1
    return true
  }

  private mutating func name() -> String {
    var name = String.UnicodeScalarView()
    while place < scalars.count,
      scalars[place].properties.isAlphabetic || scalars[place].properties.numericType != nil
        || "_-.:".unicodeScalars.contains(scalars[place])
    {
      name.append(scalars[place])
      place += 1
    }
    return String(name)
  }

  /// One character, or the one that an entity stands for.
  private mutating func character() throws(ExchangeError) -> Unicode.Scalar {
    guard scalars[place] == "&" else {
      defer { place += 1 }
      return scalars[place]
    }
    place += 1
    let start = place
    while place < scalars.count, scalars[place] != ";", place - start < 10 { place += 1 }
    let entity = String(String.UnicodeScalarView(scalars[start..<place]))
    guard take(";") else { throw failure("an entity") }
    switch entity {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let value =
        entity.hasPrefix("#x")
        ? UInt32(entity.dropFirst(2), radix: 16)
        : entity.hasPrefix("#") ? UInt32(entity.dropFirst()) : nil
      guard let scalar = value.flatMap(Unicode.Scalar.init), scalar != "\0" else {
        throw failure("an entity of XML or a character's number")
      }
      return scalar
    }
  }
}
