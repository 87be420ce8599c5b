/// Reads the entries of a PO file.
struct PortableObjectReader {
  struct Entry {
    var line = 0
    var comments: [String] = []
    var flags: [String] = []
    /// The places of the text in the sources, as written.
    var reference: String?
    var isObsolete = false
    var context: String?
    var id = ""
    var pluralID: String?
    /// `msgstr` is number 0.
    var texts: [Int: String] = [:]

    var isFuzzy: Bool { flags.contains("fuzzy") }
    /// The format that the flags give the text; nil if it is Objective-C's, or no matter.
    var format: TextFormat? {
      let names = flags.filter { $0.hasSuffix("-format") && !$0.hasPrefix("no-") }.map {
        $0.dropLast("-format".count)
      }
      guard names.isEmpty else {
        let format = TextFormat(rawValue: names.joined(separator: ","))
        return format == .objectiveC ? nil : format
      }
      let texts = [id] + texts.values
      let isPlain = !texts.contains { $0.containsByte(UInt8(ascii: "%")) }
      return isPlain && pluralID == nil ? nil : TextFormat.none
    }

    var isHeader: Bool { id.isEmpty && context == nil }

    /// A field of the header entry: `Plural-Forms`.
    func field(_ name: String) -> String? {
      for line in (texts[0] ?? "").split(separator: "\n") {
        guard let colon = line.firstIndex(of: ":"),
          line[..<colon].lowercased() == name.lowercased()
        else { continue }
        return String(line[line.index(after: colon)...].drop { $0 == " " })
      }
      return nil
    }
  }

  private let lines: [ArraySlice<UInt8>]
  private let file: String
  private var place = 0

  /// - Parameter bytes: the file, in UTF-8; with or without a byte order mark, its lines end with LF or
  ///   CR and LF.
  init(_ bytes: [UInt8], file: String) throws(ExchangeError) {
    self.file = file
    let text = try exchangedText(bytes, file: file) { Self.charset(of: $0) }
    lines = text.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      $0.last == 0x0D ? $0.dropLast() : $0
    }
  }

  /// The character set that the header names, if it is another than UTF-8.
  private static func charset(of bytes: [UInt8]) -> String? {
    let mark = Array("charset=".utf8)
    // The header is the first entry.
    guard let start = bytes.indices.prefix(65536).first(where: { bytes[$0...].starts(with: mark) })
    else { return nil }
    let name = String(
      decoding: bytes[(start + mark.count)...].prefix {
        $0.isASCIILetter || $0.isASCIIDigit || "-_.:".utf8.contains($0)
      }, as: UTF8.self)
    // A template has `CHARSET`.
    return ["UTF-8", "UTF8", "CHARSET"].contains(name.uppercased()) ? nil : name
  }

  private func failure(_ what: String) -> ExchangeError {
    ExchangeError(.expected(what), file: file, line: min(place + 1, lines.count))
  }

  /// The next entry; `nil` at the end of the file.
  mutating func next() throws(ExchangeError) -> Entry? {
    var entry = Entry()
    var hasID = false
    while place < lines.count {
      var line = lines[place].drop(while: \.isBlank)
      if line.isEmpty {
        place += 1
        continue
      }
      var isObsolete = false
      if line.starts(with: "#~") {
        line = line.dropFirst(2).drop(while: \.isBlank)
        if line.isEmpty || line.starts(with: "|") {
          place += 1
          continue
        }
        isObsolete = true
      } else if line.starts(with: "#") {
        // A comment after a text begins the next entry.
        if !entry.texts.isEmpty { break }
        let rest = line.dropFirst(2)
        if line.starts(with: "#.") {
          entry.comments.append(String(decoding: rest.drop(while: \.isBlank), as: UTF8.self))
        } else if line.starts(with: "#:") {
          let places = String(decoding: rest.drop(while: \.isBlank), as: UTF8.self)
          entry.reference = entry.reference.map { "\($0) \(places)" } ?? places
        } else if line.starts(with: "#,") {
          entry.flags += rest.filter { !$0.isBlank }.split(separator: UInt8(ascii: ",")).map {
            String(decoding: $0, as: UTF8.self)
          }
        }
        place += 1
        continue
      }
      let isPlural = line.starts(with: "msgid_plural")
      if !entry.texts.isEmpty, line.starts(with: "msgctxt") || line.starts(with: "msgid"), !isPlural
      {
        break
      }
      entry.isObsolete = entry.isObsolete || isObsolete
      if entry.line == 0 { entry.line = place + 1 }
      if line.starts(with: "msgctxt") {
        entry.context = try string(after: 7, of: line)
      } else if isPlural {
        guard hasID else { throw failure("msgid before msgid_plural") }
        entry.pluralID = try string(after: 12, of: line)
      } else if line.starts(with: "msgid") {
        guard !hasID else { throw failure("msgstr after msgid") }
        hasID = true
        entry.id = try string(after: 5, of: line)
      } else if line.starts(with: "msgstr[") {
        let digits = line.dropFirst(7).prefix(while: \.isASCIIDigit)
        guard hasID, entry.pluralID != nil,
          let number = Int(String(decoding: digits, as: UTF8.self)), number < 100,
          entry.texts[number] == nil, line.dropFirst(7 + digits.count).starts(with: "]")
        else { throw failure("msgstr[number], each once, after msgid_plural") }
        entry.texts[number] = try string(after: 8 + digits.count, of: line)
      } else if line.starts(with: "msgstr") {
        guard hasID, entry.pluralID == nil else { throw failure("msgid before msgstr") }
        guard entry.texts.isEmpty else { throw failure("msgstr once") }
        entry.texts[0] = try string(after: 6, of: line)
      } else {
        throw failure("msgctxt, msgid, msgstr or a comment")
      }
    }
    guard hasID || entry.context != nil else { return nil }
    guard hasID, !entry.texts.isEmpty else { throw failure("msgid and msgstr") }
    return entry
  }

  /// A string, and those in the lines after it.
  private mutating func string(
    after count: Int, of line: ArraySlice<UInt8>
  ) throws(ExchangeError) -> String {
    let start = place
    var text = try unquoted(line.dropFirst(count))
    place += 1
    while place < lines.count {
      var line = lines[place].drop(while: \.isBlank)
      if line.starts(with: "#~") { line = line.dropFirst(2).drop(while: \.isBlank) }
      guard line.starts(with: "\"") else { break }
      text += try unquoted(line)
      place += 1
    }
    // Escapes can give bytes that are not valid UTF-8.
    guard let string = String(validating: text, as: UTF8.self) else {
      throw ExchangeError(.invalidUTF8, file: file, line: start + 1)
    }
    return string
  }

  private func unquoted(_ quoted: ArraySlice<UInt8>) throws(ExchangeError) -> [UInt8] {
    var bytes = quoted.drop(while: \.isBlank)
    guard bytes.popFirst() == UInt8(ascii: "\"") else {
      throw failure("a string in quotation marks")
    }
    var text: [UInt8] = []
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        guard bytes.allSatisfy(\.isBlank) else { throw failure("nothing after the string") }
        return text
      case UInt8(ascii: "\\"): text.append(try escape(&bytes))
      default: text.append(byte)
      }
    }
    throw failure("the string's closing quotation mark")
  }

  /// The byte of an escape of C, without the backslash.
  private func escape(_ bytes: inout ArraySlice<UInt8>) throws(ExchangeError) -> UInt8 {
    guard let sign = bytes.popFirst() else { throw failure("an escape of C, such as \\n") }
    var value: Int?
    switch sign {
    case UInt8(ascii: "n"): value = 0x0A
    case UInt8(ascii: "t"): value = 0x09
    case UInt8(ascii: "r"): value = 0x0D
    case UInt8(ascii: "a"): value = 0x07
    case UInt8(ascii: "b"): value = 0x08
    case UInt8(ascii: "f"): value = 0x0C
    case UInt8(ascii: "v"): value = 0x0B
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "?"):
      value = Int(sign)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      let digits = [sign] + bytes.prefix(2).prefix { (0x30...0x37).contains($0) }
      bytes = bytes.dropFirst(digits.count - 1)
      value = Int(String(decoding: digits, as: UTF8.self), radix: 8)
    case UInt8(ascii: "x"):
      let digits = bytes.prefix(2).prefix(while: \.isASCIIHexadecimal)
      bytes = bytes.dropFirst(digits.count)
      value = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    default: break
    }
    guard let value, (1...0xFF).contains(value) else {
      throw failure("an escape of C, such as \\n")
    }
    return UInt8(value)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension ArraySlice<UInt8> {
  fileprivate func starts(with text: StaticString) -> Bool {
    starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
