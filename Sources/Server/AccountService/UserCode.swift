import CSodium

/// A code that a person types into a page, such as `WDJB-MJHT`: eight of twenty consonants, so that
/// no two look alike and no words arise (RFC 8628, section 6.1). There are 25.6 billion of them.
package struct UserCode: Hashable, Sendable {
  private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")
  private static let length = 8

  /// The code in two halves with a hyphen.
  package let text: String

  /// The code in a text that a person typed: in any case, with or without hyphen and spaces.
  package init?(_ typed: String) {
    guard typed.utf8.count <= 40 else { return nil }
    let letters = typed.uppercased().filter { !" -‐–\u{00A0}".contains($0) }
    guard letters.count == Self.length, letters.allSatisfy(Self.alphabet.contains) else {
      return nil
    }
    self.init(letters: letters)
  }

  private init(letters: String) {
    text = "\(letters.prefix(Self.length / 2))-\(letters.suffix(Self.length / 2))"
  }

  static func random() -> UserCode {
    UserCode(
      letters: String(
        (0..<length).map { _ in alphabet[Int(randombytes_uniform(UInt32(alphabet.count)))] }))
  }

  /// The stored form.
  var hash: [UInt8] { digest(of: "user code \(text)") }
}
