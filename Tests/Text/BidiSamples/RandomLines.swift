import BidiText

/// A small generator whose numbers depend on nothing but its seed (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// Random short lines in which all bidi classes meet, for comparison with an oracle.
public struct RandomLines {
  public enum Kind: Sendable {
    /// Isolates that are closed, nested at random; no embeddings and overrides.
    case balancedIsolates
    /// Embeddings and overrides, open and closed; no isolates, no brackets.
    case embeddings
    /// Brackets, and no controls.
    case brackets
    /// All that there is, unbalanced too.
    case everything
    /// Emoji and other user-perceived characters of several characters, whole and in parts.
    case clusters
  }

  private static let plain: [Unicode.Scalar] = Array(
    ("abAZ" + "אב\u{10800}" + "البي\u{1E900}" + "0189"
      + "٠١\u{6DD}" + "+-" + "#$%\u{20AC}" + ",.:/" + "\u{300}\u{64E}\u{5B0}" + "  \t"
      + "!&*=<>\u{2026}" + "\u{AD}\u{200B}\u{200C}\u{200D}"
      + "\u{200E}\u{200F}\u{61C}").unicodeScalars)
  /// What the rules of UAX #29 are about, between letters of both directions.
  private static let parts: [Unicode.Scalar] = Array(
    ("אבלاب ab1# (\u{600}" + "\u{200D}\u{200D}\u{200D}\u{200C}\u{FE0F}\u{FE0F}\u{FE0E}"
      + "\u{1F468}\u{1F469}\u{1F467}\u{1F3FD}\u{1F44D}\u{2764}\u{1F525}\u{1F3F3}\u{1F308}\u{231A}"
      + "\u{1F1F8}\u{1F1E6}\u{1F1EE}\u{20E3}\u{E0067}\u{E007F}\u{300}\u{5B0}\u{64E}"
      + "\u{915}\u{94D}\u{937}\u{93F}\u{E19}\u{E49}\u{E33}\u{1112}\u{1161}\u{11AB}\u{AC00}"
      + "\u{302E}\u{FF76}\u{FF9E}\u{AD}\u{200B}\u{202E}\u{2067}\u{2069}\t").unicodeScalars)
  private static let brackets: [Unicode.Scalar] = Array(
    "()()[][]{}\u{2329}\u{232A}\u{3008}\u{3009}".unicodeScalars)
  private static let isolates: [Unicode.Scalar] = ["\u{2066}", "\u{2067}", "\u{2068}"]
  private static let embeddings: [Unicode.Scalar] = [
    "\u{202A}", "\u{202B}", "\u{202C}", "\u{202C}", "\u{202D}", "\u{202E}",
  ]
  private static let popIsolate: Unicode.Scalar = "\u{2069}"

  private var generator: SeededGenerator
  private let kind: Kind
  private let pool: [Unicode.Scalar]

  public init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    pool =
      switch kind {
      case .clusters: Self.parts
      case .embeddings: Self.plain
      default: Self.plain + Self.brackets
      }
    generator = SeededGenerator(seed: seed)
  }

  public mutating func next() -> [Unicode.Scalar] {
    let length = Int.random(in: 1...24, using: &generator)
    var line: [Unicode.Scalar] = []
    var depth = 0
    while line.count < length {
      let choice = Int.random(in: 0..<8, using: &generator)
      switch (kind, choice) {
      case (.balancedIsolates, 0), (.everything, 0):
        line.append(Self.isolates.randomElement(using: &generator) ?? " ")
        depth += 1
      case (.balancedIsolates, 1) where depth > 0, (.everything, 1):
        line.append(Self.popIsolate)
        depth -= 1
      case (.embeddings, 0), (.everything, 2):
        line.append(Self.embeddings.randomElement(using: &generator) ?? " ")
      default:
        line.append(pool.randomElement(using: &generator) ?? " ")
      }
    }
    if kind == .balancedIsolates {
      line += Array(repeating: Self.popIsolate, count: depth)
    }
    return line
  }

  public mutating func nextDirection() -> ParagraphDirection {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: .leftToRight
    case 1: .rightToLeft
    default: .firstStrong(fallback: .leftToRight)
    }
  }
}
