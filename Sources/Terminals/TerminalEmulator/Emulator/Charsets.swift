/// The character sets G0 to G3 and the active ones (ECMA-35; `ESC ( 0`, SO, SI).
struct Charsets: Hashable, Sendable {
  /// A set, with its final byte.
  enum Charset: Unicode.Scalar, Hashable, Sendable {
    case ascii = "B"
    case british = "A"
    /// DEC Special Graphics: `q` is `─`.
    case lineDrawing = "0"
  }

  private var sets: [Charset] = [.ascii, .ascii, .ascii, .ascii]
  /// The index of the set in GL.
  var locked = 0
  /// The set for the next character only (SS2 and SS3).
  var single: Int?

  /// Designates the set of a final byte as `index`; returns false for an unknown set.
  mutating func designate(_ index: Int, _ final: Unicode.Scalar) -> Bool {
    guard let set = Charset(rawValue: final) else { return false }
    sets[index] = set
    return true
  }

  /// Whether ASCII is printed unchanged.
  var isASCII: Bool { single == nil && sets[locked] == .ascii }

  /// The sequence that sets these charsets in a terminal with ASCII; empty for ASCII.
  var sequence: String {
    if self == Charsets() { return "" }
    var text = ""
    for (set, intermediate) in zip(sets, "()*+") { text += "\u{1B}\(intermediate)\(set.rawValue)" }
    text += ["\u{0F}", "\u{0E}", "\u{1B}n", "\u{1B}o"][locked]
    if let single { text += single == 2 ? "\u{1B}N" : "\u{1B}O" }
    return text
  }

  mutating func translate(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let set = sets[single ?? locked]
    single = nil
    switch set {
    case .ascii: return scalar
    case .british: return scalar == "#" ? "£" : scalar
    case .lineDrawing:
      guard (0x5F...0x7E).contains(scalar.value) else { return scalar }
      return Self.lineDrawing[Int(scalar.value) - 0x5F]
    }
  }

  /// From `_` to `~`.
  private static let lineDrawing: [Unicode.Scalar] = Array(
    " ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)
}
