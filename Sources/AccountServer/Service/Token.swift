import CSodium

/// A session's secret: 32 random bytes as `lisan_` and 43 letters, digits, `-` and `_`. The
/// database stores only its hash.
struct Token: Sendable {
  private static let prefix = "lisan_"
  private static let characters = 43
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  let text: String

  /// Creates a token (randombytes_buf).
  static func random() -> Token {
    var bytes = [UInt8](repeating: 0, count: 32)
    randombytes_buf(&bytes, bytes.count)
    var text = [CChar](repeating: 0, count: characters + 1)
    sodium_bin2base64(
      &text, text.count, bytes, bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    let letters = text.dropLast().map { UInt8(bitPattern: $0) }
    return Token(text: prefix + String(decoding: letters, as: UTF8.self))
  }

  private init(text: String) {
    self.text = text
  }

  /// A text in the form of a token; nil for anything else.
  init?(_ text: String) {
    let letters = text.utf8.dropFirst(Self.prefix.utf8.count)
    guard text.hasPrefix(Self.prefix), letters.count == Self.characters,
      letters.allSatisfy({ Self.alphabet.contains($0) })
    else { return nil }
    self.text = text
  }

  /// The token of an `Authorization: Bearer …` header; nil for anything else.
  init?(authorization: String?) {
    guard let words = authorization?.split(separator: " "), words.count == 2,
      words[0].lowercased() == "bearer"
    else { return nil }
    self.init(String(words[1]))
  }

  /// The stored form. It cannot be used to sign in, and the timing of a look-up reveals nothing
  /// about a token.
  var hash: [UInt8] { digest(of: text) }
}

/// BLAKE2b-256 of a text.
func digest(of text: String) -> [UInt8] { digest(of: Array(text.utf8)) }

/// BLAKE2b-256 (crypto_generichash).
func digest(of bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: 32)
  crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
  return digest
}

/// Two lower-case digits for each byte.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0\(digits)" : digits
  }.joined()
}
