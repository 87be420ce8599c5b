import BidiText
import Cells

extension TextLine {
  /// The line's letters as they are spelled, one per cell, in logical order from the left. For
  /// programs that read the terminal's bytes instead of its picture.
  var plainGlyphs: [Glyph] {
    // Non-joiners keep letters separate. In left-to-right runs, nothing is mirrored or moved.
    var apart: [Unicode.Scalar] = []
    for scalar in scalars where !scalar.isDirectionalFormatting {
      apart.append(scalar)
      if scalar.joiningType != .transparent { apart.append("\u{200C}") }
    }
    let levels = [UInt8](repeating: 0, count: apart.count)
    let line = TextLine(scalars: apart, levels: levels, paragraphLevel: 0, width: width)
    return line.glyphs.map { glyph in
      Glyph(
        BaseLetters.letter(of: glyph.base) ?? glyph.base, marks: glyph.marks, width: glyph.width)
    }
  }
}
