/// A parsed request target (RFC 9112, section 3.2).
struct RequestTarget: Sendable {
  /// The path without the query, percent-decoded.
  let path: String
  /// The query, as sent.
  let query: [UInt8]
  /// Whether another parser might read another path: it contains an escaped slash or control
  /// character, an incomplete escape, or a character that is not allowed in a target.
  let isAmbiguous: Bool
  /// The host and port of an absolute form (`http://host:port/path`), which counts instead of the
  /// header `Host` (section 3.2.2); nil for a path alone.
  let authority: String?

  init(_ bytes: [UInt8]) {
    var path: [UInt8] = []
    var isAmbiguous = !bytes.allSatisfy { (0x21...0x7E).contains($0) }
    let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    var rest = bytes[..<end]
    let scheme = ["http://", "https://"].first {
      String(decoding: rest.prefix($0.utf8.count), as: UTF8.self).lowercased() == $0
    }
    if let scheme {
      let host = rest.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "/") }
      rest = rest[host.endIndex...]
      if rest.isEmpty { path = [UInt8(ascii: "/")] }
      if host.isEmpty || host.contains(UInt8(ascii: "@")) { isAmbiguous = true }
      authority = String(decoding: host, as: UTF8.self)
    } else {
      authority = nil
    }
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        path.append(byte)
        continue
      }
      guard rest.count >= 2, let high = Self.digit(rest.removeFirst()),
        let low = Self.digit(rest.removeFirst())
      else {
        isAmbiguous = true
        break
      }
      let value = high << 4 | low
      if value < 0x20 || value == 0x7F || value == UInt8(ascii: "/") || value == UInt8(ascii: "\\")
      {
        isAmbiguous = true
      }
      path.append(value)
    }
    query = Array(bytes.drop { $0 != UInt8(ascii: "?") }.dropFirst())
    self.path = String(decoding: path, as: UTF8.self)
    self.isAmbiguous = isAmbiguous
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
