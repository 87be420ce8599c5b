import Glibc

/// Names of programs, with `*` for any characters: `emacs*,whiptail`.
public struct ProgramNames: Sendable {
  /// The default text: programs known to order right-to-left text without saying so. whiptail and
  /// nmtui draw with newt, which orders by FriBidi.
  public static let knownText = "emacs*,nmtui*,whiptail"
  public static let known = ProgramNames(knownText)!
  /// Means no program at all.
  public static let none = "none"
  /// The number of bytes of a name that the kernel keeps.
  private static let longestName = 15
  private static let most = 64

  private let patterns: [[CChar]]

  /// Nil unless the text is up to 64 names separated by commas, each a name as the kernel keeps it:
  /// without blanks, slashes or control characters.
  public init?(_ text: String) {
    if text == Self.none {
      patterns = []
      return
    }
    let names = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let areNames = names.allSatisfy { name in
      !name.isEmpty && !name.contains { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") }
    }
    guard areNames, names.count <= Self.most else { return nil }
    patterns = names.map { name in
      name.prefix(Self.longestName).map { CChar(bitPattern: $0) } + [0]
    }
  }

  /// Whether the list has a program's name, as the kernel keeps it.
  func contains(_ name: String) -> Bool {
    patterns.contains { fnmatch($0, name, 0) == 0 }
  }
}
