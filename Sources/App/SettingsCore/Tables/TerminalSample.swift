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
      (name ?? .person("عربي (AR)"), .message(.lookOfWord)),
      (.person("لا ١٢٣"), .message(.lookOfDigits)),
      (.person("خادم 192.168.1.10"), .message(.lookOfAddress)),
      (.person("لسان v1.2-beta"), .message(.lookOfVersion)),
    ]
  }
}
