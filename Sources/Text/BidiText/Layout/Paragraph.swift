/// A paragraph with its resolved embedding levels (UAX #9), ready to be broken into lines.
///
///     let greeting = Paragraph("\u{645}\u{631}\u{62D}\u{628}\u{627} Swift", direction: .rightToLeft)
///     for line in greeting.lines(width: 20) { draw(line.glyphs) }
///
/// The text is trusted: it comes from a catalog or has passed `ForeignText`. It may contain
/// isolates, which take no cell; `Isolate` adds them around an insertion.
public struct Paragraph: Hashable, Sendable {
  /// The text in logical order.
  public let scalars: [Unicode.Scalar]
  /// One embedding level per character, 0 to 126, before rule L1.
  public let levels: [UInt8]
  /// The paragraph embedding level: 0 left-to-right, 1 right-to-left.
  public let level: UInt8
  /// The number of columns of the paragraph as one line, as its letters are drawn.
  public let width: Int
  /// Whether letters are drawn joined (`TextLine.joinsLetters`).
  public let joinsLetters: Bool

  /// Resolves and measures a text.
  public init(_ text: String, direction: ParagraphDirection, joinsLetters: Bool = true) {
    self.init(
      scalars: DecodedText(text.utf8, filtering: false).scalars, direction: direction,
      joinsLetters: joinsLetters)
  }

  /// Resolves and measures a text given by its scalars.
  public init(
    scalars: [Unicode.Scalar], direction: ParagraphDirection, joinsLetters: Bool = true
  ) {
    let resolved = EmbeddingLevels(of: scalars, direction: direction)
    self.init(
      scalars: scalars, resolved: resolved,
      width: measuredWidth(scalars, levels: resolved.levels, joinsLetters: joinsLetters),
      joinsLetters: joinsLetters)
  }

  /// A text that is resolved and measured.
  package init(
    scalars: [Unicode.Scalar], resolved: EmbeddingLevels, width: Int, joinsLetters: Bool
  ) {
    self.scalars = scalars
    levels = resolved.levels
    level = resolved.paragraphLevel
    self.joinsLetters = joinsLetters
    self.width = width
  }

  /// The whole paragraph as one line; a line break becomes a blank.
  public var line: TextLine {
    TextLine(
      scalars: scalars, levels: levels, paragraphLevel: level, width: width,
      joinsLetters: joinsLetters)
  }

  /// A part of the paragraph as a line, with the levels from the whole paragraph.
  public func line(_ range: Range<Int>) -> TextLine {
    let text = Array(scalars[range])
    let levels = Array(levels[range])
    return TextLine(
      scalars: text, levels: levels, paragraphLevel: level,
      width: measuredWidth(text, levels: levels, joinsLetters: joinsLetters),
      joinsLetters: joinsLetters)
  }
}
