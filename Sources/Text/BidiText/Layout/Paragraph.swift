/// A paragraph with its resolved embedding levels (UAX #9), ready to be broken into lines.
///
///     let greeting = Paragraph("\u{645}\u{631}\u{62D}\u{628}\u{627} Swift", direction: .rightToLeft)
///     for line in greeting.lines(width: 20) { draw(line.glyphs) }
///
/// The text is trusted: it comes from a catalog or has passed `ForeignText`. It may contain
/// isolates, which take no cell; `Isolate` adds them around an insertion.
public struct Paragraph: Hashable, Sendable {
  /// The whole paragraph as one line; a line break becomes a blank.
  public let line: TextLine

  /// The text in logical order.
  public var scalars: [Unicode.Scalar] { line.scalars }
  /// One embedding level per character, 0 to 126, before rule L1.
  public var levels: [UInt8] { line.levels }
  /// The paragraph embedding level: 0 left-to-right, 1 right-to-left.
  public var level: UInt8 { line.paragraphLevel }
  /// The number of columns of the paragraph as one line, as its letters are drawn.
  public var width: Int { line.width }
  /// Whether letters are drawn joined (`TextLine.joinsLetters`).
  public var joinsLetters: Bool { line.joinsLetters }

  /// Resolves and measures a text.
  public init(
    _ text: String, direction: ParagraphDirection, joinsLetters: Bool = true,
    widths: CellWidths = .characters
  ) {
    self.init(
      scalars: DecodedText(text.utf8, filtering: false).scalars, direction: direction,
      joinsLetters: joinsLetters, widths: widths)
  }

  /// Resolves and measures a text given by its scalars.
  public init(
    scalars: [Unicode.Scalar], direction: ParagraphDirection, joinsLetters: Bool = true,
    widths: CellWidths = .characters
  ) {
    let resolved = EmbeddingLevels(of: scalars, direction: direction)
    var line = TextLine(
      scalars: scalars, levels: resolved.levels, paragraphLevel: resolved.paragraphLevel, width: 0,
      joinsLetters: joinsLetters, widths: widths)
    line.width = measuredWidth(line)
    self.line = line
  }

  /// A text that is resolved and measured.
  package init(_ line: TextLine) { self.line = line }

  /// A part of the paragraph as a line, with the levels from the whole paragraph.
  public func line(_ range: Range<Int>) -> TextLine {
    var part = line
    part.scalars = Array(scalars[range])
    part.levels = Array(levels[range])
    part.width = measuredWidth(part)
    return part
  }
}
