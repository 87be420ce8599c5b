/// Reads a `.strings` file's entries from left to right, without backtracking.
struct StringsReader {
  private let source: SourceText
  /// The source's bytes, followed by decoded strings that had escapes.
  private(set) var storage: [UInt8]
  private(set) var entries: [StringTable.Entry] = []
  /// The end of the source, where decoded strings begin.
  private let end: Int
  private var place = 0
  /// Signs in the current entry.
  private var signs: PlainTextSigns = []

  private let takesControls: Bool

  init(_ source: SourceText, takesControls: Bool) {
    self.source = source
    self.takesControls = takesControls
    storage = source.bytes
    end = source.bytes.count
  }

  mutating func readAll() throws(CatalogError) {
    while true {
      try skipBlanksAndComments()
      guard place < end else { return }
      let keyOffset = place
      signs = []
      let key = try string(orElse: .expectedKey)
      try skipBlanksAndComments()
      try expect(UInt8(ascii: "="), orElse: .expectedEquals)
      try skipBlanksAndComments()
      let valueOffset = place
      let value = try string(orElse: .expectedValue)
      let valueEnd = place
      try skipBlanksAndComments()
      guard place < end, storage[place] == UInt8(ascii: ";") else {
        // Report the position right after the value, however far away the next token is.
        throw error(.expectedSemicolon, at: valueEnd)
      }
      place += 1
      entries.append(
        StringTable.Entry(
          key: key, value: value, keyOffset: UInt32(keyOffset), valueOffset: UInt32(valueOffset),
          signs: signs))
    }
  }

  private mutating func skipBlanksAndComments() throws(CatalogError) {
    while place < end {
      switch storage[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      case UInt8(ascii: "/"):
        guard place + 1 < end else { return }
        switch storage[place + 1] {
        case UInt8(ascii: "/"):
          place += 2
          while place < end, storage[place] != 0x0A, storage[place] != 0x0D { place += 1 }
        case UInt8(ascii: "*"):
          let start = place
          place += 2
          while place + 1 < end,
            storage[place] != UInt8(ascii: "*")
              || storage[place + 1] != UInt8(ascii: "/")
          {
            place += 1
          }
          guard place + 1 < end else { throw error(.unterminatedComment, at: start) }
          place += 2
        default: return
        }
      default: return
      }
    }
  }

  private mutating func expect(
    _ sign: UInt8, orElse kind: CatalogError.Kind
  ) throws(CatalogError) {
    guard place < end, storage[place] == sign else { throw error(kind, at: place) }
    place += 1
  }

  /// Reads a quoted string; returns its range in `storage`.
  private mutating func string(
    orElse kind: CatalogError.Kind
  ) throws(CatalogError) -> Range<UInt32> {
    let open = place
    try expect(UInt8(ascii: "\""), orElse: kind)
    let start = place
    skipPlain()
    guard place < end else { throw error(.unterminatedString, at: open) }
    if storage[place] == UInt8(ascii: "\"") {
      place += 1
      return UInt32(start)..<UInt32(place - 1)
    }
    let decodedStart = storage.count
    // An escape can give any character.
    signs = .all
    var pieceStart = start
    while true {
      guard place < end else { throw error(.unterminatedString, at: open) }
      switch storage[place] {
      case UInt8(ascii: "\\"):
        storage.append(contentsOf: storage[pieceStart..<place])
        try escape(stringOpenedAt: open)
        pieceStart = place
        skipPlain()
      case UInt8(ascii: "\""):
        storage.append(contentsOf: storage[pieceStart..<place])
        place += 1
        return UInt32(decodedStart)..<UInt32(storage.count)
      default: throw error(.unterminatedString, at: open)
      }
    }
  }

  /// Skips to the next quotation mark, backslash or line break, or to the end.
  private mutating func skipPlain() {
    var found: PlainTextSigns = []
    var next = storage.span.bytes.endOfPlainText(from: place, to: end, &found)
    // A tab is also plain text.
    while next < end, storage[next] == 0x09 {
      next = storage.span.bytes.endOfPlainText(from: next + 1, to: end, &found)
    }
    signs.formUnion(found)
    place = next
  }

  /// Reads one escape and appends its character.
  private mutating func escape(stringOpenedAt open: Int) throws(CatalogError) {
    let start = place
    guard start + 1 < end else { throw error(.unterminatedString, at: open) }
    let byte: UInt8
    switch storage[start + 1] {
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "t"): byte = 0x09
    case UInt8(ascii: "a") where takesControls: byte = 0x07
    case UInt8(ascii: "b") where takesControls: byte = 0x08
    case UInt8(ascii: "v") where takesControls: byte = 0x0B
    case UInt8(ascii: "f") where takesControls: byte = 0x0C
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): byte = storage[start + 1]
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      byte = try octal(at: start)
      place += 2
    case UInt8(ascii: "U"):
      try unicode(at: start)
      return
    default: throw error(.unknownEscape(sourceText(from: start, characters: 2)), at: start)
    }
    storage.append(byte)
    place += 2
  }

  /// `\101`. Above ASCII, these are letters of NeXTSTEP's character set, and rejected.
  private func octal(at start: Int) throws(CatalogError) -> UInt8 {
    let digits = storage[(start + 1)..<min(start + 4, end)]
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }),
      let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8), value < 0x80
    else { throw error(.unknownEscape(sourceText(from: start, characters: 4)), at: start) }
    try refuseControl(Unicode.Scalar(value), at: start)
    return value
  }

  /// `\U00E9`, or two of them for a character above U+FFFF.
  private mutating func unicode(at start: Int) throws(CatalogError) {
    var units = [try unit(at: start)]
    place = start + 6
    if UTF16.isLeadSurrogate(units[0]), storage[place..<end].starts(with: "\\U".utf8) {
      units.append(try unit(at: place))
      place += 6
    }
    guard let scalar = String(validating: units, as: UTF16.self)?.unicodeScalars.first else {
      throw error(.unpairedSurrogate(sourceText(from: start, characters: 6)), at: start)
    }
    try refuseControl(scalar, at: start)
    storage.append(contentsOf: UTF8.encode(scalar)!)
  }

  private func unit(at start: Int) throws(CatalogError) -> UInt16 {
    let digits = storage[(start + 2)..<min(start + 6, end)].prefix { $0.isASCIIHexadecimal }
    guard digits.count == 4 else {
      throw error(.shortEscape(sourceText(from: start, characters: 2 + digits.count)), at: start)
    }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)!
  }

  private func refuseControl(_ scalar: Unicode.Scalar, at start: Int) throws(CatalogError) {
    let isBlank = scalar == "\t" || scalar == "\n" || scalar == "\r"
    guard scalar.properties.generalCategory != .control || isBlank else {
      throw error(.controlCharacter(scalar), at: start)
    }
  }

  private func sourceText(from start: Int, characters: Int) -> String {
    let tail = String(decoding: storage[start..<min(start + characters * 4, end)], as: UTF8.self)
    return String(String.UnicodeScalarView(tail.unicodeScalars.prefix(characters)))
  }

  private func error(_ kind: CatalogError.Kind, at offset: Int) -> CatalogError {
    source.error(kind, at: offset)
  }
}

extension UInt8 {
  var isASCIIHexadecimal: Bool { isASCIIDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
}
