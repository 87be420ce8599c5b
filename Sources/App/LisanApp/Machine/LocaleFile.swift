/// The text of `/etc/locale.gen`: a locale and its charset on each line, which `locale-gen` makes. A line
/// after `#` is not made.
enum LocaleFile {
  private static let newline = UInt8(ascii: "\n")
  private static let comment = UInt8(ascii: "#")

  /// The locales of a file, in its order.
  static func locales(in bytes: [UInt8]) -> [(name: String, charset: String)] {
    bytes.split(separator: newline).compactMap { line in
      let words = words(of: line)
      guard words.count == 2, line.first != comment else { return nil }
      return (words[0], words[1])
    }
  }

  /// The file with a locale to make: its line without `#`, else a new line at the end. Every other byte
  /// stays.
  static func adding(
    _ locale: (name: String, charset: String), to bytes: [UInt8]?
  ) -> [UInt8] {
    var bytes = bytes ?? []
    let wanted = [locale.name, locale.charset]
    var commented: Range<Int>?
    for line in bytes.split(separator: newline) {
      let text = line.drop(while: isBlank)
      if text.first != comment {
        if Array(words(of: text).prefix(2)) == wanted { return bytes }
      } else if commented == nil {
        let bare = text.drop { $0 == comment || isBlank($0) }
        if words(of: bare) == wanted { commented = text.startIndex..<bare.startIndex }
      }
    }
    if let commented {
      bytes.removeSubrange(commented)
    } else {
      if bytes.last.map({ $0 != newline }) == true { bytes.append(newline) }
      bytes += "\(locale.name) \(locale.charset)\n".utf8
    }
    return bytes
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  private static func words(of line: ArraySlice<UInt8>) -> [String] {
    line.split(whereSeparator: isBlank).map { String(decoding: $0, as: UTF8.self) }
  }
}
