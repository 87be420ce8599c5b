import Cells
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
    var filter = ForeignFilter()
    return String(text.unicodeScalars.filter { filter.admits($0) })
  }

  /// Decodes and filters UTF-8 bytes, of which `DecodedText` also gives the places.
  public static func decoded(_ bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(DecodedText(bytes, filtering: true).scalars))
  }
}

/// Decides in logical order which characters of a foreign text are kept.
struct ForeignFilter {
  /// The number of marks on the last base.
  private var marks = 0

  /// Whether the next character is kept.
  mutating func admits(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F:
      marks = 0
      return true
    case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029: return false
    default: break
    }
    if scalar.isDirectionalFormatting { return false }
    marks = CharacterProperties(scalar.value).cellKind == .mark ? marks + 1 : 0
    return marks <= Marks.capacity
  }
}
