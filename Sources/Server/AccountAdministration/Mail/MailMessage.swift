import AccountWeb
import CSodium

/// A message of two alternatives, plain text and HTML, as bytes for a mailbox: lines end with LF
/// (RFC 5322, RFC 2045, RFC 2046, RFC 2047).
struct MailMessage {
  /// The fields of the head that are already encoded, such as `From`.
  var fields: [(name: String, value: String)]
  var text: String
  var html: String
  /// The language of both alternatives.
  var language: String
  /// Separates the parts. It begins with `=_`, which no encoded part contains.
  var boundary: String

  var bytes: [UInt8] {
    var lines = fields.map { "\($0.name): \($0.value)" }
    lines += [
      "MIME-Version: 1.0", "Content-Type: multipart/alternative;\n boundary=\"\(boundary)\"",
      "Content-Language: \(language)", "",
    ]
    // The last alternative is the one that a mail program prefers (RFC 2046, section 5.1.4).
    for (type, body) in [("plain", text), ("html", html)] {
      let encoded = EncodedBody(body)
      lines += [
        "--\(boundary)", "Content-Type: text/\(type); charset=utf-8",
        "Content-Language: \(language)", "Content-Transfer-Encoding: \(encoded.encoding)", "",
      ]
      lines += encoded.lines
    }
    lines += ["--\(boundary)--", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// Folded encoded words of at most 75 characters that do not split a scalar.
  ///
  /// - Parameter name: the field's name, which shares the first line.
  static func encodedWords(_ text: String, in name: String) -> String {
    let most = 45
    var words: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      let room = words.count == 1 ? most - name.utf8.count : most
      if words[words.count - 1].count + bytes.count > room { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { "=?UTF-8?B?\(base64Text($0))?=" }.joined(separator: "\n ")
  }
}

/// A text in the transfer encoding that is the shorter one for it: quoted-printable where most is
/// ASCII, so that it stays readable in the source, else base64.
struct EncodedBody {
  let encoding: String
  /// Lines of at most 76 characters, without their ends.
  let lines: [String]

  init(_ text: String) {
    let others = text.utf8.count { $0 >= 0x80 }
    // A byte takes three in quoted-printable; base64 makes four of three.
    if others * 6 <= text.utf8.count {
      encoding = "quoted-printable"
      lines = Self.quotedPrintable(text)
    } else {
      encoding = "base64"
      lines = Self.base64(text)
    }
  }

  /// Line ends are CR LF in the encoded bytes, as MIME requires.
  private static func base64(_ text: String) -> [String] {
    let wire = text.utf8.flatMap { $0 == UInt8(ascii: "\n") ? [0x0D, 0x0A] : [$0] }
    let encoded = Array(base64Text(wire).utf8)
    return stride(from: 0, to: encoded.count, by: 76).map {
      String(decoding: encoded[$0..<min($0 + 76, encoded.count)], as: UTF8.self)
    }
  }

  /// RFC 2045, section 6.7. Its line ends are the message's.
  private static func quotedPrintable(_ text: String) -> [String] {
    var lines: [String] = []
    // The end of the last line belongs to the boundary that follows (RFC 2046, section 5.1.1).
    for row in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      var line = ""
      for (place, byte) in row.enumerated() {
        let isLast = place == row.count - 1
        let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        // A line that begins with "From " is changed in some mailboxes, a lone dot ends a message.
        let isRisky = place == 0 && (byte == UInt8(ascii: "F") || byte == UInt8(ascii: "."))
        let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") && !isRisky
        let unit =
          isPlain || (isBlank && !isLast) ? String(UnicodeScalar(byte)) : Self.escaped(byte)
        if line.utf8.count + unit.utf8.count > 75 {
          lines.append(line + "=")
          line = ""
        }
        line += unit
      }
      lines.append(line)
    }
    return lines
  }

  private static func escaped(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "=0\(digits)" : "=\(digits)"
  }
}

/// RFC 4648, section 4, in one line.
private func base64Text(_ bytes: [UInt8]) -> String {
  let variant = sodium_base64_VARIANT_ORIGINAL
  var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
  sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
  return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
