import Input

/// The Latin letter on the same key of a keyboard set to Arabic (R50).
enum KeyboardLayout {
  /// The letters of the Arabic 101 layout on the keys that the key maps use.
  private static let arabic: [Character: Character] = [
    "ض": "q", "غ": "y", "ى": "n", "ق": "r", "ت": "j",
    "ن": "k", "ة": "m", "س": "s", "ؤ": "c", "ا": "h",
    "م": "l", "ع": "u",
    "ظ": "/",
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
