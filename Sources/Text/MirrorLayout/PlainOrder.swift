import BidiText
import Cells

extension TextLine {
  /// The line's letters as they are spelled, one per cell, in logical order from the left. For
  /// programs that read the terminal's bytes instead of its picture.
  var plainGlyphs: [Glyph] {
    let shown = scalars.filter { !$0.isDirectionalFormatting }
    // In left-to-right runs, nothing is mirrored or moved.
    let levels = [UInt8](repeating: 0, count: shown.count)
    let line = TextLine(
      scalars: shown, levels: levels, paragraphLevel: 0, width: width, joinsLetters: false)
    return line.glyphs.map { glyph in
      Glyph(
        BaseLetters.letter(of: glyph.base) ?? glyph.base, marks: glyph.marks, width: glyph.width)
    }
  }
}
