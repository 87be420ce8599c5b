import BidiRepair

/// Replaces each line of a bracketed paste (`CSI 200 ~` to `CSI 201 ~`) by what was written
/// (`PastedText`), and translates the keys around pastes (`KeyTranslation`). A paste without brackets
/// looks like typing, and is unchanged.
struct PasteTranslation {
  private static let begin = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)
  /// The longest line that is held back until its end is there.
  private static let longestLine = 1 << 14
  /// The time limit for the rest of a line.
  private static let pauseLimit = Duration.seconds(1)

  /// How many bytes of the next bracket have arrived.
  private var matched = 0
  /// The current paste.
  private var paste: PastedText?
  /// The bytes of its last line that were not passed on.
  private var held: [UInt8] = []
  /// Whether the beginning of that line was passed on.
  private var hasPassed = false
  private var changedAt: ContinuousClock.Instant?

  /// When `release` must return the held bytes, unless more arrive before.
  var pauseEnd: ContinuousClock.Instant? {
    held.isEmpty ? nil : changedAt.map { $0 + Self.pauseLimit }
  }

  /// Takes a person's input, in any pieces, at a time; returns the bytes for the program.
  mutating func take(
    _ keys: [UInt8], at time: ContinuousClock.Instant, on repair: borrowing TextRepair
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
        result += Self.translated(keys[start...place], by: repair)
        start = place + 1
        paste = PastedText(on: repair)
      }
    }
    return result + Self.translated(keys[start...], by: repair)
  }

  private static func translated(
    _ keys: ArraySlice<UInt8>, by repair: borrowing TextRepair
  ) -> [UInt8] {
    repair.hasSeenRightToLeft ? KeyTranslation.translated(keys, by: repair) : Array(keys)
  }

  private mutating func takePasted(_ byte: UInt8, endsPaste: Bool, _ result: inout [UInt8]) {
    held.append(byte)
    if endsPaste {
      let bracket = held.suffix(Self.end.count)
      held.removeLast(bracket.count)
      endLine(&result)
      result += bracket
      paste = nil
    } else if byte == 0x0D || byte == 0x0A {
      held.removeLast()
      endLine(&result)
      result.append(byte)
    } else if held.count > Self.longestLine {
      result += release()
    }
  }

  private mutating func endLine(_ result: inout [UInt8]) {
    result += hasPassed ? held : paste?.written(held) ?? held
    held.removeAll(keepingCapacity: true)
    hasPassed = false
  }

  /// Nothing has arrived for a while: returns the held bytes as they are.
  mutating func release() -> [UInt8] {
    defer { held.removeAll(keepingCapacity: true) }
    hasPassed = true
    return held
  }
}
