import CSodium

/// A session's secret: 32 random bytes as `lisan_` and 43 letters, digits, `-` and `_`. The
/// database stores only its hash.
package struct Token: Sendable {
  private static let prefix = "lisan_"
  private static let characters = 43

  package let text: String
  /// The stored form, BLAKE2b-256. It cannot be used to sign in, and the timing of a look-up reveals
  /// nothing about a token.
  package let hash: [UInt8]

  /// Creates a token.
  package static func random() -> Token {
    let bytes = randomBytes(32)
    var text = [CChar](repeating: 0, count: characters + 1)
    sodium_bin2base64(
      &text, text.count, bytes, bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    let letters = text.dropLast().map { UInt8(bitPattern: $0) }
    return Token(text: prefix + String(decoding: letters, as: UTF8.self))
  }

  private init(text: String) {
    self.text = text
    hash = digest(of: text)
  }

  /// A text in the form of a token; nil for anything else.
  package init?(_ text: String) {
    let letters = text.utf8.dropFirst(Self.prefix.utf8.count)
    guard text.hasPrefix(Self.prefix), letters.count == Self.characters,
      letters.allSatisfy(Self.isLetter)
    else { return nil }
    self.init(text: text)
  }

  /// Whether a byte is one of base64url (RFC 4648, section 5).
  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// BLAKE2b-256 of a text.
package func digest(of text: String) -> [UInt8] { digest(of: Array(text.utf8)) }

/// BLAKE2b-256 (crypto_generichash).
func digest(of bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: 32)
  crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
  return digest
}

/// Two lower-case digits for each byte.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// 32 random hexadecimal digits.
package func randomIdentifier() -> String {
  hexadecimal(randomBytes(16))
}

/// Bytes that nobody can guess (randombytes_buf).
package func randomBytes(_ count: Int) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  randombytes_buf(&bytes, count)
  return bytes
}
