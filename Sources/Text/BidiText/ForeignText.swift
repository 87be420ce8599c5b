import WritingDirection

/// Text that a person or a server wrote: names, notes, messages.
///
///     ForeignText.filtered("Omar\u{202E}\u{1B}[2J")  // "Omar[2J"
///
/// Control characters could drive the terminal (CWE-150), directional controls could reorder the
/// text around it (CVE-2021-42574), and stacks of marks extend into other rows. Inside a sentence,
/// isolate the filtered text with `Isolate`.
public enum ForeignText {
  /// The text without C0 controls, DEL, C1 controls, U+2028, U+2029 and all directional
  /// formatting characters, and with at most four marks on a base.
  public static func filtered(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars where isShown(scalar) {
      if CharacterProperties(scalar.value).cellKind == .mark {
        marks += 1
        if marks > maxMarks { continue }
      } else {
        marks = 0
      }
      result.append(scalar)
    }
    return String(result)
  }

  /// Decodes and filters UTF-8 bytes. Each maximal part of an invalid sequence becomes U+FFFD, as
  /// section 3.9 of the Unicode Standard recommends.
  public static func decoded(_ bytes: some Sequence<UInt8>) -> String {
    filtered(String(decoding: Array(bytes), as: UTF8.self))
  }

  /// The number of marks that a terminal cell holds.
  private static let maxMarks = 4

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029: false
    default: !scalar.isDirectionalFormatting
    }
  }
}
