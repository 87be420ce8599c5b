/// Texts without what a person may leave out when searching or naming something: case, marks above and below letters,
/// and the shape of alef, yeh and teh marbuta.
public enum SearchFolding {
  /// Arabic letters that are written for one another.
  private static let arabic: [Unicode.Scalar: Unicode.Scalar] = [
    "آ": "ا", "أ": "ا", "إ": "ا", "ٱ": "ا",
    "ى": "ي", "ی": "ي", "ة": "ه", "ک": "ك",
    "ؤ": "و", "ئ": "ي",
  ]
  /// Latin letters that have no mark in Unicode, and what people type for them.
  private static let latin: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{0142}": "l", "\u{00F8}": "o", "\u{0111}": "d", "\u{0131}": "i", "\u{0259}": "e",
  ]
  private static let tatweel: Unicode.Scalar = "\u{0640}"

  /// The letters of Latin, Greek and Cyrillic without their marks, by canonical equivalence.
  private static let bases: [Character: Unicode.Scalar] = {
    var bases: [Character: Unicode.Scalar] = [:]
    let alphabets: [ClosedRange<UInt32>] = [0x61...0x7A, 0x3B1...0x3C9, 0x430...0x44F]
    for value in alphabets.flatMap({ Array($0) }) {
      guard let base = Unicode.Scalar(value) else { continue }
      for mark in 0x300...0x331 as ClosedRange<UInt32> {
        guard let mark = Unicode.Scalar(mark) else { continue }
        bases[Character(String(String.UnicodeScalarView([base, mark])))] = base
      }
    }
    // Vietnamese has vowels with two marks.
    for vowel in "aeou".unicodeScalars {
      for shape: Unicode.Scalar in ["\u{302}", "\u{306}", "\u{31B}"] {
        for tone: Unicode.Scalar in ["\u{300}", "\u{301}", "\u{303}", "\u{309}", "\u{323}"] {
          bases[Character(String(String.UnicodeScalarView([vowel, shape, tone])))] = vowel
        }
      }
    }
    return bases
  }()

  /// A text without these things.
  public static func folded(_ text: String) -> [Unicode.Scalar] {
    var folded: [Unicode.Scalar] = []
    for character in text.lowercased() {
      if let base = bases[character] {
        folded.append(base)
        continue
      }
      for scalar in character.unicodeScalars where scalar != tatweel {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .format: continue
        default: folded.append(arabic[scalar] ?? latin[scalar] ?? scalar)
        }
      }
    }
    return folded
  }

  /// The Arabic article, which people leave out.
  private static let article: [Unicode.Scalar] = ["ا", "ل"]

  /// A folded text without the article.
  public static func withoutArticle(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    text.starts(with: article) ? Array(text.dropFirst(article.count)) : text
  }

  static func begins(_ text: [Unicode.Scalar], with part: [Unicode.Scalar]) -> Bool {
    text.starts(with: part) || text.starts(with: article + part)
  }

  static func contains(_ text: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
    guard !part.isEmpty, part.count <= text.count else { return part.isEmpty }
    return (0...text.count - part.count).contains { text[$0...].starts(with: part) }
  }
}
