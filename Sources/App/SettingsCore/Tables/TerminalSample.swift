import Localization

/// Short texts that show whether a terminal displays right-to-left text correctly, and what to look
/// for.
public enum TerminalSample {
  /// Samples with joined letters, brackets, lam-alef, both kinds of digits, and left-to-right text
  /// inside right-to-left text.
  ///
  /// - Parameter languages: the installed languages; the first right-to-left one supplies its name.
  /// - Returns: the texts, and how each looks if it is displayed correctly.
  public static func all(_ languages: [Language]?) -> [(text: Text, look: Text)] {
    let name = languages?.first { $0.direction == .rightToLeft }.map { Text.person($0.label) }
    return [
      (name ?? .person("\u{639}\u{631}\u{628}\u{64A} (AR)"), .message(.lookOfWord)),
      (.person("\u{644}\u{627} \u{661}\u{662}\u{663}"), .message(.lookOfDigits)),
      (.person("\u{62E}\u{627}\u{62F}\u{645} 192.168.1.10"), .message(.lookOfAddress)),
      (.person("\u{644}\u{633}\u{627}\u{646} v1.2-beta"), .message(.lookOfVersion)),
    ]
  }
}
