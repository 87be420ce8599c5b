/// One cell of a screen: `cell.text == "a"`, `cell.style.reverse`.
public struct ScreenCell: Hashable, Sendable {
  /// A base with its combining marks; a blank is one space; the right half of a wide character is
  /// empty.
  public var text: String
  /// Columns taken: 1; 2 for the left half of a wide character, 0 for its right half.
  public var width: UInt8
  public var style: CellStyle
  /// The address of the hyperlink (OSC 8) that the cell belongs to.
  public var link: String?

  public init(
    _ text: String = " ", width: UInt8 = 1, style: CellStyle = .plain, link: String? = nil
  ) {
    self.text = text
    self.width = width
    self.style = style
    self.link = link
  }

  /// Whether this is the right half of a wide character.
  public var isContinuation: Bool { width == 0 }

  /// Whether nothing is written here; the style may still colour it.
  public var isBlank: Bool { text == " " }
}
