import BidiRepair

/// Replaces each line of a bracketed paste (`CSI 200 ~` to `CSI 201 ~`) by what was written
/// (`PastedText`), and translates the keys around pastes (`KeyTranslation`). A paste without brackets
/// looks like typing, and is unchanged.
package struct PasteTranslation {
  private static let begin = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)
  /// The time limit for the rest of a line.
  private static let pauseLimit = Duration.seconds(1)

  /// How many bytes of the next bracket have arrived.
  private var matched = 0
  /// The current paste.
  private var paste: PastedText?
  private var lines = HeldLines()
  private var changedAt: ContinuousClock.Instant?

  package init() {}

  /// When `release` must return the held bytes, unless more arrive before.
  package var pauseEnd: ContinuousClock.Instant? {
    lines.isHolding ? changedAt.map { $0 + Self.pauseLimit } : nil
  }

  /// Takes a person's input, in any pieces, at a time; returns the bytes for the program.
  package mutating func take(
    _ keys: [UInt8], at time: ContinuousClock.Instant, on repair: TextRepair
  ) -> [UInt8] {
    if repair.passesAll, paste == nil { return keys }
    changedAt = time
    var result: [UInt8] = []
    var start = 0
    for (place, byte) in keys.enumerated() {
      let bracket = paste == nil ? Self.begin : Self.end
      matched = byte == bracket[matched] ? matched + 1 : byte == bracket[0] ? 1 : 0
      let isBracket = matched == bracket.count
      if isBracket { matched = 0 }
      if paste != nil {
        takePasted(byte, endsPaste: isBracket, &result)
        start = place + 1
      } else if isBracket {
        result += KeyTranslation.translated(keys[start...place], by: repair)
        start = place + 1
        paste = PastedText(on: repair)
      }
    }
    return result + KeyTranslation.translated(keys[start...], by: repair)
  }

  private mutating func takePasted(_ byte: UInt8, endsPaste: Bool, _ result: inout [UInt8]) {
    guard endsPaste else {
      guard let piece = lines.take(byte) else { return }
      result += piece.translated { paste?.written($0, endsRow: $1) ?? $0 }
      return
    }
    // Its beginning was passed on if nothing else came for a while.
    let bracket = lines.removeLast(Self.end.count - 1) + [byte]
    result += lines.end().translated { paste?.written($0, endsRow: $1) ?? $0 } + bracket
    paste = nil
  }

  /// Nothing has arrived for a while: returns the held bytes as they are.
  package mutating func release() -> [UInt8] { lines.release() }
}
