/// The signs that end a sentence in several scripts, each with its Latin equivalent.
enum SentenceEnd {
  static let latin: [Unicode.Scalar: Unicode.Scalar] = [
    ":": ":", "\u{FF1A}": ":",
    "?": "?", "\u{061F}": "?", "\u{FF1F}": "?",
    "!": "!", "\u{FF01}": "!",
    ".": ".", "\u{06D4}": ".", "\u{3002}": ".", "\u{0964}": ".",
  ]
}

extension Unicode.Scalar {
  /// Whether it is an Arabic vowel sign, which plain texts omit.
  var isHaraka: Bool { ("\u{064B}"..."\u{0652}").contains(self) || self == "\u{0670}" }

  /// Whether it is the stroke that lengthens a joint: an ornament, not a letter.
  var isTatweel: Bool { self == "\u{0640}" }

  /// Whether it is a joined form of a letter, which texts do not store.
  var isArabicPresentationForm: Bool {
    ("\u{FB50}"..."\u{FDFF}").contains(self) || ("\u{FE70}"..."\u{FEFC}").contains(self)
  }
}
