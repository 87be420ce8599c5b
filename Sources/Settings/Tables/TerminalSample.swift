import Localization

/// A few words that show whether a terminal gets right-to-left text right, and what to look for in
/// them.
public struct TerminalSample: Hashable, Sendable {
  public let text: Text
  /// How the text looks where it is right.
  public let look: Text

  /// Letters that join, brackets, lam-alef, digits of both kinds, and text from left to right
  /// inside of text from right to left.
  ///
  /// - Parameter languages: those of the installation; the first right-to-left one shows its name.
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
