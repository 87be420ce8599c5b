/// Reads comma-separated values (RFC 4180): records of fields, which may stand in double quotes and
/// then contain separators, line ends and doubled quotes.
struct CSVReader {
  struct Record: Equatable {
    /// The line on which the record begins, from 1.
    let line: Int
    let fields: [String]
    /// Whether quotes stand where they may, and the bytes are UTF-8.
    let isValid: Bool
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private var place: Int
  private var line = 1

  /// The separator is the first of comma, semicolon and tab that the first line contains: programs
  /// for tables write semicolons where the comma is the decimal mark.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes[place...].prefix { $0 != newline }
    separator = Array(",;\t".utf8).first { first.contains($0) } ?? UInt8(ascii: ",")
  }

  /// The next record that is not an empty line; nil at the end.
  mutating func nextRecord() -> Record? {
    while place < bytes.count {
      let record = read()
      if record.fields != [""] || !record.isValid { return record }
    }
    return nil
  }

  private mutating func read() -> Record {
    let first = line
    var fields: [String] = []
    var isValid = true
    while true {
      let (bytes, isWellFormed) = readField()
      let text = String(validating: bytes, as: UTF8.self)
      fields.append(text ?? "")
      isValid = isValid && isWellFormed && text != nil
      guard let end = next else { break }
      place += 1
      guard end != newline else { break }
    }
    line += 1
    return Record(line: first, fields: fields, isValid: isValid)
  }

  /// Reads up to a separator, the end of a line or of the file.
  private mutating func readField() -> (bytes: [UInt8], isWellFormed: Bool) {
    var quoted: [UInt8]?
    if next == quote {
      place += 1
      var field: [UInt8] = []
      while true {
        guard let byte = next else { return (field, false) }
        place += 1
        if byte == quote {
          guard next == quote else { break }
          place += 1
        }
        if byte == newline { line += 1 }
        field.append(byte)
      }
      quoted = field
    }
    let start = place
    while let byte = next, byte != separator, byte != newline { place += 1 }
    var plain = bytes[start..<place]
    if next != separator, plain.last == UInt8(ascii: "\r") { plain.removeLast() }
    if let quoted { return (quoted, plain.isEmpty) }
    return (Array(plain), !plain.contains(quote))
  }

  /// The next byte; nil at the end.
  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }
}

private let quote = UInt8(ascii: "\"")
private let newline = UInt8(ascii: "\n")
