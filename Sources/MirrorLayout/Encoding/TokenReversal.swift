import BidiText
import Cells

/// The order of a row for kitty: each run of Arabic letters and digits is reversed.
///
/// kitty passes each run of cells in one font to HarfBuzz, which takes the direction from the first
/// letter and reverses a right-to-left run as a whole. Blanks and borders end a run. A full stop or
/// a bracket ends it only if Arabic comes from another font, so such cells get another face, which
/// always ends the run. Points become italic, which looks the same; other characters get the other
/// weight.
///
/// An Arabic comma belongs to no script; its neighbours determine the direction.
///
/// Highlights stay in place, because kitty reverses the glyphs and not the cells.
func reversingTokens(_ row: [RowUnit]) -> [RowUnit] {
  var units = row
  var start = 0
  while start < units.count {
    guard units[start].scalar.isArabic else {
      start += 1
      continue
    }
    let end = units[start...].firstIndex { !$0.scalar.isArabic } ?? units.count
    guard units[start..<end].contains(where: { $0.scalar.isRightToLeft }) else {
      start = end
      continue
    }
    let glyphs = units[start..<end].map(\.cell.glyph)
    for (place, glyph) in zip(start..<end, glyphs.reversed()) { units[place].cell.glyph = glyph }
    if start > 0 { setApart(&units[start - 1]) }
    if end < units.count { setApart(&units[end]) }
    start = end
  }
  return units
}

/// Separates a cell beside a run from it, unless it ends the run anyway.
private func setApart(_ unit: inout RowUnit) {
  if unit.scalar != " ", !(0x2500...0x259F).contains(unit.scalar.value) {
    unit.cell.face = points.contains(unit.scalar) ? .slanted : .otherWeight
  }
}

private let points: Set<Unicode.Scalar> = [".", ",", ":", ";", "…", "·", "-", "–"]

extension Unicode.Scalar {
  /// Whether the character belongs to a right-to-left script, including its digits and punctuation.
  fileprivate var isArabic: Bool { isRightToLeft || value == 0x060C }
}
