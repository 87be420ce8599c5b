import Cells
import ControlSequences

/// A terminal's answer to a query, such as `.version("kitty(0.26.5)")` for `ESC P > | kitty(0.26.5)
/// ESC \`.
public enum TerminalAnswer: Hashable, Sendable {
  /// DA1: the class of the terminal. Every terminal answers this query, so a batch ends with it.
  case primaryAttributes([Int])
  /// DA2: the program, as numbers.
  case secondaryAttributes([Int])
  /// XTVERSION: the program, by name.
  case version(String)
  /// DECRPM for mode 8 (BDSM): whether the terminal reorders text and can be told not to.
  case bidiMode(ModeState)
  /// DECRPM for private mode 2026: whether the terminal can hold back an incomplete frame.
  case synchronizedOutput(ModeState)
  /// OSC 11: whether the background is dark or light.
  case background(Surface.Background)

  /// Whether this answer is the last of a batch.
  public var closesBatch: Bool { if case .primaryAttributes = self { true } else { false } }

  /// The state of a mode, as DECRPM reports it.
  public enum ModeState: Int, Hashable, Sendable {
    case unknown, set, reset, alwaysSet, alwaysReset

    /// Whether a program can use the mode.
    public var isUsable: Bool { self == .set || self == .reset || self == .alwaysSet }
  }

  /// Parses one complete control sequence or string; nil if it answers none of these queries.
  public init?(_ bytes: some Collection<UInt8>) {
    switch SequenceParser.first(in: bytes)?.element {
    case .string("P", let body) where body.starts(with: ">|".utf8):
      // The name is shown to users, so it is limited to 64 printable ASCII characters.
      let name = body.dropFirst(2).filter { (0x20...0x7E).contains($0) }.prefix(64)
      self = .version(String(decoding: name, as: UTF8.self))
    case .string("]", let body) where body.starts(with: "11;".utf8):
      guard let background = Self.background(body.dropFirst(3)) else { return nil }
      self = .background(background)
    case .sequence(let sequence):
      // An omitted number is 0; at most 16 numbers.
      let numbers = sequence.values.isEmpty ? [0] : sequence.values.prefix(16).map { max(0, $0) }
      switch (sequence.prefix, sequence.intermediate, sequence.final) {
      case ("?", "\0", "c"): self = .primaryAttributes(numbers)
      case (">", "\0", "c"): self = .secondaryAttributes(numbers)
      case (let mark, "$", "y"):
        guard numbers.count == 2, let state = ModeState(rawValue: numbers[1]) else { return nil }
        switch (mark, numbers[0]) {
        case ("\0", 8): self = .bidiMode(state)
        case ("?", 2026): self = .synchronizedOutput(state)
        default: return nil
        }
      default: return nil
      }
    default: return nil
    }
  }

  /// Parses a colour as XParseColor writes it, `rgb:1d1d/1f1f/2121`, with one to four hexadecimal
  /// digits for each part; xterm and others also write `rgba:` and an opacity.
  private static func background(_ bytes: ArraySlice<UInt8>) -> Surface.Background? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      ["rgb", "rgba"].contains(where: { bytes[..<colon].elementsEqual($0.utf8) })
    else { return nil }
    // Each part between 0 and 1, and its share in the luminance.
    let shares = [0.2126, 0.7152, 0.0722]
    var luminance = 0.0
    var count = 0
    for part in bytes[(colon + 1)...].split(
      separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
    {
      guard (1...4).contains(part.count),
        let value = Int(String(decoding: part, as: UTF8.self), radix: 16), value >= 0
      else { return nil }
      let level = Double(value) / Double(1 << (4 * part.count) - 1)
      // The square is close enough to the curve of sRGB.
      if count < shares.count { luminance += shares[count] * level * level }
      count += 1
    }
    guard count >= shares.count else { return nil }
    // The luminance at which black and white text have equal contrast.
    return luminance < 0.18 ? .dark : .light
  }
}
