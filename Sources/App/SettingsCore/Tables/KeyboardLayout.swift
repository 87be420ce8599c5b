import Input

/// The Latin letter on the same key of a keyboard set to Arabic (R50).
enum KeyboardLayout {
  /// The letters of the Arabic 101 layout on the keys that the key maps use.
  private static let arabic: [Character: Character] = [
    "\u{0636}": "q", "\u{063A}": "y", "\u{0649}": "n", "\u{0642}": "r", "\u{062A}": "j",
    "\u{0646}": "k", "\u{0629}": "m", "\u{0633}": "s", "\u{0624}": "c", "\u{0627}": "h",
    "\u{0645}": "l", "\u{0639}": "u",
    "\u{0638}": "/",
    "\u{061F}": "?",
  ]

  static func latin(_ key: Key) -> Key {
    guard case .character(let character) = key else { return key }
    if let letter = arabic[character] { return .character(letter) }
    // Digits of any script, such as U+0662.
    if !character.isASCII, let value = character.wholeNumberValue, (0...9).contains(value) {
      return .character(Character(String(value)))
    }
    if character.isUppercase, let lower = character.lowercased().first, character.isASCII {
      return .character(lower)
    }
    return key
  }
}
