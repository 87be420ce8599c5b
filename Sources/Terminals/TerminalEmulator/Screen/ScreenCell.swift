/// One cell of a screen: `cell.text == "a"`, `cell.style.reverse`.
public struct ScreenCell: Hashable, Sendable {
  /// A base with its combining marks; one space if blank; empty in the right half of a wide
  /// character.
  public var text: String
  /// The number of columns: 1; 2 for the left half of a wide character, 0 for its right half.
  public var width: UInt8
  /// How the cell is drawn.
  public var style: CellStyle
  /// The URL of the cell's hyperlink (OSC 8).
  public var link: String?

  /// A cell with a character and its marks.
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

  /// Whether nothing is written here; the style may still have a colour.
  public var isBlank: Bool { text == " " }
}
