import Localization

/// A short text that shows whether a terminal displays right-to-left text correctly, and what to
/// look for.
public struct TerminalSample: Hashable, Sendable {
  public let text: Text
  /// How the text looks if it is displayed correctly.
  public let look: Text

  /// Samples with joined letters, brackets, lam-alef, both kinds of digits, and left-to-right text
  /// inside right-to-left text.
  ///
  /// - Parameter languages: the installed languages; the first right-to-left one supplies its name.
  public static func all(_ languages: [Language]?) -> [TerminalSample] {
    let name = languages?.first { $0.direction == .rightToLeft }.map { Text.optionLabel($0) }
    return [
      TerminalSample(
        text: name ?? .person("\u{639}\u{631}\u{628}\u{64A} (AR)"), look: .message(.lookOfWord)),
      TerminalSample(
        text: .person("\u{644}\u{627} \u{661}\u{662}\u{663}"), look: .message(.lookOfDigits)),
      TerminalSample(
        text: .person("\u{62E}\u{627}\u{62F}\u{645} 192.168.1.10"), look: .message(.lookOfAddress)),
      TerminalSample(
        text: .person("\u{644}\u{633}\u{627}\u{646} v1.2-beta"), look: .message(.lookOfVersion)),
    ]
  }
}
